"""Publish a listing on the free plan."""

from showground import listings
from showground.accounts import LISTINGS_WRITE
from showground.core.calls.context import Context, PrepareContext
from showground.core.calls.declare import operation
from showground.core.calls.models import Input
from showground.listings import NoSuchListing, new_listings, slugs
from showground.ownership import badge_check, free_plan, presentation
from showground.ownership.errors import NotForFreePlan, WeeksFull
from showground.ownership.models import BadgeCheck, ListingId, OwnedListing


class ChooseFreePlan(Input):
    listing_id: ListingId


def _check(status: new_listings.Status, plan: new_listings.Plan) -> None:
    if plan == "paid" or status in ("suspended", "withdrawn"):
        raise NotForFreePlan


async def look(outside: PrepareContext, input: ChooseFreePlan) -> BadgeCheck:
    async with outside.reading() as db:
        owned = await listings.owned.get_owned(db, input.listing_id, outside.account)
        former = await slugs.find_former(db, owned.id)
    _check(owned.status, owned.plan)
    return await badge_check.look_for_badge(outside, owned.website, [owned.slug, *former])


@operation(
    "POST /me/listings/{listing_id}/free",
    scope=LISTINGS_WRITE,
    idempotent=True,
    prepare=look,
    errors=(NoSuchListing, NotForFreePlan, WeeksFull),
)
async def choose_free_plan(ctx: Context, input: ChooseFreePlan, found: BadgeCheck) -> OwnedListing:
    """Launch your listing on the free plan.

    The listing gets a launch week and goes live then if our badge is on your homepage. We check for the badge now, then
    on a schedule, and on the day before the launch week. Calling this again checks for the badge again and changes
    nothing else. For a paid launch, call quote_order instead.
    """
    owned = await listings.owned.get_owned(ctx.db, input.listing_id, ctx.account, lock=True)
    _check(owned.status, owned.plan)
    standing = await listings.status.find_state(ctx.db, owned.id)
    if standing is None:
        raise NoSuchListing
    if standing.status == "draft":
        standing = await free_plan.enter(ctx, standing)
    await free_plan.note_look(ctx, standing, found)
    owned = await listings.owned.get_owned(ctx.db, owned.id, ctx.account)
    (listing,) = await presentation.present(ctx, [owned])
    return listing
