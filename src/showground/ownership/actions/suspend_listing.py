"""Suspend a listing, and let it go on."""

from pydantic import BaseModel

from showground import catalog
from showground.catalog import NoSuchListing, Status
from showground.core.context import Context
from showground.core.operation import STAFF, Input, action


class SuspendListing(Input):
    listing_id: int
    suspended: bool = True


class ListingSuspended(BaseModel):
    """Where the listing stands now."""

    listing_id: int
    status: Status


@action(scope=STAFF, failures=(NoSuchListing,))
async def suspend_listing(ctx: Context, input: SuspendListing) -> ListingSuspended:
    """Take a listing away from the public, or bring it back to where it was; asking twice changes nothing."""
    if await catalog.find_standing(ctx.db, input.listing_id) is None:
        raise NoSuchListing
    change = catalog.suspend if input.suspended else catalog.unsuspend
    await change(ctx.db, input.listing_id, ctx.now)
    standing = await catalog.find_standing(ctx.db, input.listing_id)
    if standing is None:
        raise NoSuchListing
    return ListingSuspended(listing_id=standing.id, status=standing.status)
