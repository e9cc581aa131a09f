"""Look for the badge of a listing of the free plan."""

from pydantic import BaseModel

from showground import catalog, launches
from showground.core.context import Context, Outside
from showground.core.operation import STAFF, Input, action
from showground.ownership import free_plan, looking, store
from showground.ownership.models import BadgeCheck

WATCHED = ("awaiting_badge", "scheduled", "live")


class CheckBadge(Input):
    listing_id: int


class BadgeChecked(BaseModel):
    """Whether it was looked for, found, and whether the listing was moved to another week."""

    looked: bool
    found: bool
    moved: bool


async def look(outside: Outside, input: CheckBadge) -> BadgeCheck | None:
    async with outside.reading() as db:
        standing = await catalog.find_standing(db, input.listing_id, hold=False)
        former = await catalog.find_former(db, input.listing_id)
    if standing is None or standing.plan != "free" or standing.status not in WATCHED:
        return None
    return await looking.look_for_badge(outside, standing.website, [standing.slug, *former])


@action(scope=STAFF, prepare=look)
async def check_badge(ctx: Context, input: CheckBadge, found: BadgeCheck | None) -> BadgeChecked:
    """Look for the badge; without it, a listing whose week has come is moved to the next week with room."""
    standing = await catalog.find_standing(ctx.db, input.listing_id)
    if found is None or standing is None or standing.plan != "free" or standing.status not in WATCHED:
        await store.end_watch(ctx.db, input.listing_id)
        return BadgeChecked(looked=False, found=False, moved=False)
    await free_plan.note_look(ctx, standing, found)
    due = standing.launch_week is not None and standing.launch_week <= launches.this_week(ctx.now)
    moved = False
    if standing.status == "awaiting_badge" and due and not found.found:
        moved = await free_plan.move_on(ctx, standing)
    return BadgeChecked(looked=True, found=found.found, moved=moved)
