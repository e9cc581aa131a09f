"""Say what one's product earns."""

from typing import Annotated

from pydantic import BaseModel, Field

from showground import catalog
from showground.catalog import NoSuchListing
from showground.core.context import Context
from showground.core.operation import PERSON, Input, action


class StateRevenue(Input):
    """USD cents a month; null takes it back."""

    listing_id: int
    monthly_cents: Annotated[int | None, Field(ge=0, le=10**13)]


class RevenueStated(BaseModel):
    """What the owner says."""

    listing_id: int
    monthly_cents: int | None


@action(scope=PERSON, failures=(NoSuchListing,))
async def state_revenue(ctx: Context, input: StateRevenue) -> RevenueStated:
    """Say what one's product earns; it stands on the leaderboard, unverified until staff have seen proof."""
    owned = await catalog.get_owned(ctx.db, input.listing_id, ctx.account)
    await catalog.set_revenue(ctx.db, owned.id, input.monthly_cents, ctx.now)
    return RevenueStated(listing_id=owned.id, monthly_cents=input.monthly_cents)
