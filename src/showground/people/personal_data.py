"""What becomes of a founder when the person who speaks for them deletes their account.

The founder stays where a listing names one, and nobody speaks for them any more.
"""

from showground.core.calls.context import Context
from showground.people.queries import personal_data


async def forget_interview(ctx: Context) -> None:
    """Answers are somebody's own words under their own name."""
    await personal_data.delete_answers(ctx.db, ctx.account)
