"""The free plan, withdrawal and suspension of a listing."""

from typing import Annotated

from pydantic import Field, model_validator

from showground import launches, listings
from showground.core.calls.context import Context
from showground.core.calls.declare import MODERATOR, PERSON, PUBLIC, STAFF, action
from showground.core.calls.errors import FieldError, InvalidInput, InvalidValue
from showground.core.calls.input_text import StaffMessage
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.core.languages import Text, text_with
from showground.listings import NoSuchListing, new_listings
from showground.ownership import listing_emails
from showground.ownership.access import lock_as_owner
from showground.ownership.errors import OwnersOnly, WrongStatus
from showground.ownership.queries import owned_listings
from showground.ownership.rules import FreePlan


class WithdrawListing(Input):
    listing_id: int


class ListingStatusChange(DataModel):
    """The listing's new status."""

    listing_id: int
    status: new_listings.Status
    plan: new_listings.Plan


@action(scope=PERSON, errors=(NoSuchListing, OwnersOnly, WrongStatus))
async def withdraw_listing(ctx: Context, input: WithdrawListing) -> ListingStatusChange:
    """Unpublish a listing. Votes and reviews are kept; its place in a future week is given up."""
    return await withdraw(ctx, input)


async def withdraw(ctx: Context, input: WithdrawListing) -> ListingStatusChange:
    owned = await lock_as_owner(ctx, input.listing_id)
    if owned.status in ("suspended", "withdrawn"):
        raise WrongStatus(Text("A suspended or withdrawn listing cannot be withdrawn."))
    await listings.status.set_state(
        ctx.db, owned.id, status="withdrawn", plan=owned.plan, launch_week=owned.launch_week, at=ctx.now
    )
    await launches.remove_launches(ctx.db, owned.id, launches.this_week(ctx.now))
    await owned_listings.end_watch(ctx.db, owned.id)
    return ListingStatusChange(listing_id=owned.id, status="withdrawn", plan=owned.plan)


class PublishAgain(Input):
    listing_id: int


@action(scope=PERSON, errors=(NoSuchListing, OwnersOnly, WrongStatus))
async def publish_again(ctx: Context, input: PublishAgain) -> ListingStatusChange:
    """Publish a withdrawn listing again: live if it was live or paid for, otherwise as a draft without a plan."""
    owned = await lock_as_owner(ctx, input.listing_id)
    if owned.status != "withdrawn":
        raise WrongStatus(Text("Only a withdrawn listing can be published again."))
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
    await listings.status.set_state(ctx.db, owned.id, status=status, plan=plan, launch_week=week, at=ctx.now)
    if status == "live" and plan == "free":
        await owned_listings.watch_badge(ctx.db, owned.id, 0, ctx.now)
    return ListingStatusChange(listing_id=owned.id, status=status, plan=plan)


class SetFreePlan(Input):
    first_week: Annotated[int, Field(ge=1, le=52)]
    last_week: Annotated[int, Field(ge=1, le=52)]
    places: Annotated[int, Field(ge=0, le=10_000)]

    @model_validator(mode="after")
    def _in_order(self) -> "SetFreePlan":
        if self.last_week < self.first_week:
            raise InvalidValue(Text("The last week is before the first. Choose a later one."))
        return self


class FreePlanSettings(DataModel):
    """How many weeks ahead the free plan offers, and how many places each week has."""

    first_week: int
    last_week: int
    places: int


@action(scope=STAFF)
async def set_free_plan(ctx: Context, input: SetFreePlan) -> FreePlanSettings:
    """Set how many weeks ahead the free plan offers, and the places per week. Places already assigned stay."""
    await owned_listings.set_free_plan(ctx.db, FreePlan(input.first_week, input.last_week, input.places))
    return FreePlanSettings(**input.model_dump())


@action(scope=PUBLIC, read_only=True)
async def get_free_plan(ctx: Context) -> FreePlanSettings:
    """Get the weeks and places that the free plan offers."""
    plan = await owned_listings.get_free_plan(ctx.db)
    return FreePlanSettings(first_week=plan.first_week, last_week=plan.last_week, places=plan.places)


class SuspendListing(Input):
    """The listing, and the reason for its suspension, which we email to its members. A suspension needs one."""

    listing_id: int
    suspended: bool = True
    why: StaffMessage | None = None


class ListingSuspended(DataModel):
    """The listing's new status."""

    listing_id: int
    status: new_listings.Status


@action(scope=MODERATOR, errors=(NoSuchListing, WrongStatus))
async def suspend_listing(ctx: Context, input: SuspendListing) -> ListingSuspended:
    """Suspend a listing, or return it to its previous status. Repeating this changes nothing."""
    return await set_suspended(ctx, input.listing_id, suspended=input.suspended, why=input.why)


async def set_suspended(ctx: Context, listing: int, *, suspended: bool, why: str | None) -> ListingSuspended:
    """Suspending a new listing also counts as reviewing it, so it leaves the approval queue. Its members are told."""
    before = await listings.status.find_state(ctx.db, listing)
    if before is None:
        raise NoSuchListing
    if suspended and why is None:
        message = Text("Give a reason. We email it to the owner and co-founders.")
        raise InvalidInput(errors=[FieldError(field="why", message=message)])
    if before.held and not suspended:
        raise WrongStatus(
            text_with("%(name)s is not suspended: it waits for approval. Approve it instead.", name=before.name)
        )
    if suspended:
        await listings.review.forget(ctx.db, listing)
    change = listings.status.suspend if suspended else listings.status.unsuspend
    changed = await change(ctx.db, listing, ctx.now)
    standing = await listings.status.find_state(ctx.db, listing) or before
    if changed or (before.held and suspended):
        members = [member.account for member in await listings.members.list_members(ctx.db, standing.id)]
        if suspended:
            await listing_emails.tell(ctx, standing, members, "listing_suspended", why=why)
        else:
            await listing_emails.tell(ctx, standing, members, "listing_restored")
    return ListingSuspended(listing_id=standing.id, status=standing.status)
