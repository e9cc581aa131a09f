"""Get one of the caller's listings."""

from showground.accounts import ACCOUNT_READ
from showground.core.calls.context import Context
from showground.core.calls.declare import operation
from showground.core.calls.models import Input
from showground.listings import NoSuchListing
from showground.ownership import presentation
from showground.ownership.models import ListingId, OwnedListing


class GetMyListing(Input):
    listing_id: ListingId


@operation("GET /me/listings/{listing_id}", scope=ACCOUNT_READ, snapshot=True, errors=(NoSuchListing,))
async def get_my_listing(ctx: Context, input: GetMyListing) -> OwnedListing:
    """Get one of your listings.

    Returns the full profile, status, plan, launch week and next steps.
    """
    return await presentation.read_owned(ctx, input)
