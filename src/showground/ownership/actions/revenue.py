"""Revenue that owners state."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from showground import listings
from showground.core.calls.context import Context
from showground.core.calls.declare import PERSON, action
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.listings import NoSuchListing, revenue


class ReadRevenue(Input):
    listing_id: int


class OwnRevenue(DataModel):
    """The stated revenue in USD cents a month, when it was stated, and whether staff verified it; null if none is
    stated."""

    monthly_cents: int | None
    verified: bool
    stated_at: datetime | None


@action(scope=PERSON, read_only=True, errors=(NoSuchListing,))
async def read_revenue(ctx: Context, input: ReadRevenue) -> OwnRevenue:
    """Get the revenue you stated for your product."""
    owned = await listings.owned.get_owned(ctx.db, input.listing_id, ctx.account)
    said = await revenue.find_revenue(ctx.db, owned.id)
    if said is None:
        return OwnRevenue(monthly_cents=None, verified=False, stated_at=None)
    return OwnRevenue(monthly_cents=said.monthly_cents, verified=said.verified, stated_at=said.stated_at)


class StateRevenue(Input):
    """USD cents a month. Null removes it."""

    listing_id: int
    monthly_cents: Annotated[int | None, Field(ge=0, le=10**13)]


class RevenueStated(DataModel):
    """The owner's stated revenue."""

    listing_id: int
    monthly_cents: int | None


@action(scope=PERSON, errors=(NoSuchListing,))
async def state_revenue(ctx: Context, input: StateRevenue) -> RevenueStated:
    """State your product's revenue. It appears on the leaderboard as unverified until staff verify it."""
    owned = await listings.owned.get_owned(ctx.db, input.listing_id, ctx.account)
    await revenue.set_revenue(ctx.db, owned.id, input.monthly_cents, ctx.now)
    return RevenueStated(listing_id=owned.id, monthly_cents=input.monthly_cents)
