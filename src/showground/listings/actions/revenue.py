"""Revenue that owners state and staff verify."""

from showground.core.calls.context import Context
from showground.core.calls.declare import STAFF, action
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.listings.errors import NoSuchRevenue
from showground.listings.queries import staff_listings
from showground.listings.queries.staff_listings import ListingRevenue

MAX_ITEMS = 500


class Revenues(DataModel):
    """Stated revenue, unverified first."""

    items: list[ListingRevenue]


@action(scope=STAFF, read_only=True)
async def list_revenues(ctx: Context) -> Revenues:
    """List the revenue that owners state for their products."""
    return Revenues(items=await staff_listings.find_revenues(ctx.db, MAX_ITEMS))


class VerifyRevenue(Input):
    """Whether an amount was verified. The amount is sent along, so that no other amount is marked by mistake."""

    listing_id: int
    monthly_cents: int
    verified: bool = True


class RevenueVerified(DataModel):
    listing_id: int
    verified: bool


@action(scope=STAFF, errors=(NoSuchRevenue,))
async def verify_revenue(ctx: Context, input: VerifyRevenue) -> RevenueVerified:
    """Mark stated revenue as verified or unverified."""
    if not await staff_listings.verify_revenue(ctx.db, input.listing_id, input.monthly_cents, verified=input.verified):
        raise NoSuchRevenue
    return RevenueVerified(listing_id=input.listing_id, verified=input.verified)
