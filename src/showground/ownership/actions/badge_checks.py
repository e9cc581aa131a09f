"""Badge checks on homepages."""

from showground import launches, listings
from showground.core.calls.context import Context, PrepareContext
from showground.core.calls.declare import PERSON, STAFF, action
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.listings import NoSuchListing, slugs, status
from showground.ownership import badge_check, free_plan
from showground.ownership.models import BadgeCheck
from showground.ownership.queries import owned_listings

MAX_ITEMS = 100

AT_ONCE = 500

WATCHED = ("awaiting_badge", "scheduled", "live")


class ListBadgeChecks(Input):
    listing_id: int


class BadgeChecks(DataModel):
    """Checks, newest first, up to 100."""

    items: list[BadgeCheck]


@action(scope=PERSON, read_only=True, errors=(NoSuchListing,))
async def list_badge_checks(ctx: Context, input: ListBadgeChecks) -> BadgeChecks:
    """List when and where we checked for your listing's badge, and what we found."""
    owned = await listings.owned.get_owned(ctx.db, input.listing_id, ctx.account)
    return BadgeChecks(items=await owned_listings.list_checks(ctx.db, owned.id, MAX_ITEMS))


class FindDueBadges(Input):
    """The listing to continue after."""

    after: int = 0


class DueBadges(DataModel):
    """Listing ids, in order; empty when there are no more."""

    listings: list[int]


@action(scope=STAFF, read_only=True)
async def find_due_badges(ctx: Context, input: FindDueBadges) -> DueBadges:
    """Find listings whose next check is due, and those whose launch week has come without their badge."""
    overdue = await status.find_overdue(ctx.db, launches.this_week(ctx.now), input.after, AT_ONCE)
    due = await owned_listings.find_due_watches(ctx.db, ctx.now, input.after, AT_ONCE)
    return DueBadges(listings=sorted({*overdue, *due})[:AT_ONCE])


class CheckBadge(Input):
    listing_id: int


class BadgeChecked(DataModel):
    """Whether we checked, whether the badge was found, and whether the listing was moved to another week."""

    looked: bool
    found: bool
    moved: bool


async def look(outside: PrepareContext, input: CheckBadge) -> BadgeCheck | None:
    async with outside.reading() as db:
        standing = await status.find_state(db, input.listing_id, lock=False)
        former = await slugs.find_former(db, input.listing_id)
    if standing is None or standing.plan != "free" or standing.status not in WATCHED:
        return None
    return await badge_check.look_for_badge(outside, standing.website, [standing.slug, *former])


@action(scope=STAFF, prepare=look)
async def check_badge(ctx: Context, input: CheckBadge, found: BadgeCheck | None) -> BadgeChecked:
    """Check for the badge. Without it, a listing whose launch week has come moves to the next week with room."""
    standing = await status.find_state(ctx.db, input.listing_id)
    if found is None or standing is None or standing.plan != "free" or standing.status not in WATCHED:
        await owned_listings.end_watch(ctx.db, input.listing_id)
        return BadgeChecked(looked=False, found=False, moved=False)
    await free_plan.note_look(ctx, standing, found)
    due = standing.launch_week is not None and standing.launch_week <= launches.this_week(ctx.now)
    moved = False
    if standing.status == "awaiting_badge" and due and not found.found:
        moved = await free_plan.move_on(ctx, standing)
    return BadgeChecked(looked=True, found=found.found, moved=moved)
