"""Read one of the caller's listings."""

from showground import catalog
from showground.accounts import ACCOUNT_READ
from showground.catalog import NoSuchListing
from showground.core.context import Context
from showground.core.operation import Input, operation
from showground.ownership import presenting
from showground.ownership.models import ListingId, OwnedListing


class GetMyListing(Input):
    listing_id: ListingId


@operation("GET /me/listings/{listing_id}", scope=ACCOUNT_READ, snapshot=True, failures=(NoSuchListing,))
async def get_my_listing(ctx: Context, input: GetMyListing) -> OwnedListing:
    """Read one of your listings: everything on its profile, where it stands, and what to do next."""
    owned = await catalog.get_owned(ctx.db, input.listing_id, ctx.account)
    (listing,) = await presenting.present(ctx.db, [owned], ctx.site)
    return listing
