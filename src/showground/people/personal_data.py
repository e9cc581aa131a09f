"""What happens to a founder when the linked account is deleted.

The founder stays on the listings that name them, without a linked account.
"""

from showground.core.calls.context import Context
from showground.people.queries import personal_data, pictures


async def forget_interview(ctx: Context) -> None:
    """Interview answers are the person's own words under their name, so they are deleted; so is their picture."""
    await personal_data.delete_answers(ctx.db, ctx.account)
    await pictures.remove_pictures_of(ctx.db, ctx.account)
