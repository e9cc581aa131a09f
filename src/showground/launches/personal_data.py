"""What becomes of a person's votes, follows and reviews when they delete their account."""

from showground.core.calls.context import Context
from showground.launches.queries import launches, personal_data


async def forget_opinions(ctx: Context) -> None:
    """Take back votes, follows and reviews, and count anew what had them; what is fixed stays fixed."""
    listings = await personal_data.delete_opinions(ctx.db, ctx.account)
    if listings:
        await launches.recount(ctx.db, listings, ctx.now)
