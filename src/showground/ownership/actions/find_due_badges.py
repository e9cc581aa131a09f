"""Find the listings whose badge is to be looked for now."""

from pydantic import BaseModel

from showground import catalog, launches
from showground.core.context import Context
from showground.core.operation import STAFF, Input, action
from showground.ownership import store

AT_ONCE = 500


class FindDueBadges(Input):
    """Beyond which listing to go on."""

    after: int = 0


class DueBadges(BaseModel):
    """Listings, in order; none when there are no more."""

    listings: list[int]


@action(scope=STAFF, read_only=True)
async def find_due_badges(ctx: Context, input: FindDueBadges) -> DueBadges:
    """Find listings whose next look is due, and those whose week has come without their badge."""
    overdue = await catalog.find_overdue(ctx.db, launches.this_week(ctx.now), input.after, AT_ONCE)
    due = await store.find_due_watches(ctx.db, ctx.now, input.after, AT_ONCE)
    return DueBadges(listings=sorted({*overdue, *due})[:AT_ONCE])
