"""What becomes of a person's votes, follows and reviews when they delete their account, or two accounts are merged."""

from showground.core.calls.context import Context
from showground.launches.queries import launches, personal_data


async def forget_opinions(ctx: Context) -> None:
    """Delete votes, follows and reviews, and recount the listings that had them. Fixed weeks stay as they are."""
    listings = await personal_data.delete_opinions(ctx.db, ctx.account)
    if listings:
        await launches.recount(ctx.db, listings, ctx.now)


async def merge_opinions(ctx: Context, account: int, into: int) -> None:
    """Drop what one person had twice, and votes and reviews for listings that are now their own; then count again."""
    await personal_data.delete_opinions(ctx.db, account)
    own = await personal_data.delete_opinions_on_own(ctx.db, into)
    listings = sorted({*own, *await personal_data.find_listings_with_opinions(ctx.db, into)})
    if listings:
        await launches.recount(ctx.db, listings, ctx.now)
