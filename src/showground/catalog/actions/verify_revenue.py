"""Look through what owners say they earn, and mark what staff have seen proof of."""

from pydantic import BaseModel

from showground.catalog import staff_listings
from showground.catalog.failures import NoSuchRevenue
from showground.catalog.staff_listings import StatedRevenue
from showground.core.context import Context
from showground.core.operation import STAFF, Input, action

MOST = 500


class ListRevenues(Input):
    """Nothing is asked for."""


class Revenues(BaseModel):
    """What is not verified comes first."""

    items: list[StatedRevenue]


@action(scope=STAFF, read_only=True)
async def list_revenues(ctx: Context, input: ListRevenues) -> Revenues:  # noqa: ARG001
    """List what owners say that their products earn."""
    return Revenues(items=await staff_listings.find_revenues(ctx.db, MOST))


class VerifyRevenue(Input):
    """Whether there is proof of an amount; the amount is named, so that no other is marked by mistake."""

    listing_id: int
    monthly_cents: int
    verified: bool = True


class RevenueVerified(BaseModel):
    listing_id: int
    verified: bool


@action(scope=STAFF, failures=(NoSuchRevenue,))
async def verify_revenue(ctx: Context, input: VerifyRevenue) -> RevenueVerified:
    """Mark stated revenue as verified, or no more."""
    if not await staff_listings.verify_revenue(ctx.db, input.listing_id, input.monthly_cents, verified=input.verified):
        raise NoSuchRevenue
    return RevenueVerified(listing_id=input.listing_id, verified=input.verified)
