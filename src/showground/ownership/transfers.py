"""Handing a listing over to another owner."""

from collections.abc import Sequence

from showground import listings
from showground.core.calls.context import Context
from showground.ownership import founders, listing_emails
from showground.ownership.queries import transfers


async def hand_over(ctx: Context, listing: listings.status.ListingState, before: Sequence[int], account: int) -> None:
    """Make one account an owner instead of these, and email all of them."""
    await listings.members.set_member(ctx.db, listing.id, account, "owner", ctx.now)
    for owner in before:
        await listings.members.remove_member(ctx.db, listing.id, owner)
        await founders.release(ctx.db, owner)
    await transfers.cancel(ctx.db, listing.id)
    await listing_emails.tell(ctx, listing, [account], "listing_received")
    await listing_emails.tell(ctx, listing, list(before), "listing_transferred")
