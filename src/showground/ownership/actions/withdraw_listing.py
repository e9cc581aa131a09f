"""Take one's listing away from the public, and bring it back."""

from pydantic import BaseModel

from showground import catalog, launches
from showground.catalog import NoSuchListing, Plan, Status
from showground.core.context import Context
from showground.core.operation import PERSON, Input, action
from showground.ownership import store
from showground.ownership.failures import OwnersOnly, WrongStanding
from showground.ownership.holding import hold_as_owner


class WithdrawListing(Input):
    listing_id: int


class ListingStands(BaseModel):
    """Where the listing stands now."""

    listing_id: int
    status: Status
    plan: Plan


@action(scope=PERSON, failures=(NoSuchListing, OwnersOnly, WrongStanding))
async def withdraw_listing(ctx: Context, input: WithdrawListing) -> ListingStands:
    """Take a listing away from the public. Votes and reviews are kept; a place in a week to come is given up."""
    owned = await hold_as_owner(ctx, input.listing_id)
    if owned.status in ("suspended", "withdrawn"):
        raise WrongStanding("A listing that is suspended or withdrawn already cannot be withdrawn.")
    await catalog.set_standing(
        ctx.db, owned.id, status="withdrawn", plan=owned.plan, launch_week=owned.launch_week, at=ctx.now
    )
    await launches.remove_launches(ctx.db, owned.id, launches.this_week(ctx.now))
    await store.end_watch(ctx.db, owned.id)
    return ListingStands(listing_id=owned.id, status="withdrawn", plan=owned.plan)


class PublishAgain(Input):
    listing_id: int


@action(scope=PERSON, failures=(NoSuchListing, OwnersOnly, WrongStanding))
async def publish_again(ctx: Context, input: PublishAgain) -> ListingStands:
    """Bring back a listing that was withdrawn: live if it was, or paid for; else a draft that may choose a plan."""
    owned = await hold_as_owner(ctx, input.listing_id)
    if owned.status != "withdrawn":
        raise WrongStanding("Only a listing that was withdrawn can be published again.")
    present = launches.this_week(ctx.now)
    week, plan, status = owned.launch_week, owned.plan, owned.status
    if owned.live_at is not None:
        status = "live"
    elif plan == "paid" and week is not None and week > present:
        status = "scheduled"
        await launches.plan_launch(ctx.db, owned.id, week)
    elif plan == "paid":
        status, week = "live", present
        await launches.plan_launch(ctx.db, owned.id, present)
    else:
        status, plan, week = "draft", "none", None
    await catalog.set_standing(ctx.db, owned.id, status=status, plan=plan, launch_week=week, at=ctx.now)
    if status == "live" and plan == "free":
        await store.watch_badge(ctx.db, owned.id, 0, ctx.now)
    return ListingStands(listing_id=owned.id, status=status, plan=plan)
