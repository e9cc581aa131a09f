"""Publish a listing on the free plan."""

from showground import catalog
from showground.accounts import LISTINGS_WRITE
from showground.catalog import NoSuchListing, Plan, Status
from showground.core.context import Context, Outside
from showground.core.operation import Input, operation
from showground.ownership import free_plan, looking, presenting
from showground.ownership.failures import NotForFreePlan, WeeksFull
from showground.ownership.models import BadgeCheck, ListingId, OwnedListing


class ChooseFreePlan(Input):
    listing_id: ListingId


def _check(status: Status, plan: Plan) -> None:
    if plan == "paid" or status in ("suspended", "withdrawn"):
        raise NotForFreePlan


async def look(outside: Outside, input: ChooseFreePlan) -> BadgeCheck:
    async with outside.reading() as db:
        owned = await catalog.get_owned(db, input.listing_id, outside.account)
        former = await catalog.find_former(db, owned.id)
    _check(owned.status, owned.plan)
    return await looking.look_for_badge(outside, owned.website, [owned.slug, *former])


@operation(
    "POST /me/listings/{listing_id}/free",
    scope=LISTINGS_WRITE,
    idempotent=True,
    prepare=look,
    failures=(NoSuchListing, NotForFreePlan, WeeksFull),
)
async def choose_free_plan(ctx: Context, input: ChooseFreePlan, found: BadgeCheck) -> OwnedListing:
    """Publish your listing free: it is given a launch week, and goes live then if our badge is on your homepage.

    The badge is looked for at once, then by a schedule and on the eve of the week. Asking again looks for it again and
    changes nothing else.
    """
    owned = await catalog.get_owned(ctx.db, input.listing_id, ctx.account, hold=True)
    _check(owned.status, owned.plan)
    standing = await catalog.find_standing(ctx.db, owned.id)
    if standing is None:
        raise NoSuchListing
    if standing.status == "draft":
        standing = await free_plan.enter(ctx, standing)
    await free_plan.note_look(ctx, standing, found)
    owned = await catalog.get_owned(ctx.db, owned.id, ctx.account)
    (listing,) = await presenting.present(ctx.db, [owned], ctx.site)
    return listing
