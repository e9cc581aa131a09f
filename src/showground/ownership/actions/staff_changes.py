"""What staff do with listings: approve, publish, transfer, move to another week, delete; one or many at once."""

import datetime as dt
from dataclasses import asdict
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints

from showground import accounts, launches, listings
from showground.core.calls.context import Context
from showground.core.calls.declare import MODERATOR, STAFF, action
from showground.core.calls.errors import ApiError, FieldError, InvalidInput, InvalidValue
from showground.core.calls.field_errors import in_words
from showground.core.calls.input_text import StaffMessage
from showground.core.calls.models import Input
from showground.core.calls.paging import Page, Paged
from showground.core.data_model import DataModel
from showground.core.languages import Text, sentences, text_with
from showground.core.mail.address import MailAddress
from showground.listings import NoSuchListing, ended, review
from showground.ownership import listing_emails, presentation
from showground.ownership.actions.listing_status import ListingStatusChange, set_suspended
from showground.ownership.errors import WrongStatus
from showground.ownership.models import OwnedListing
from showground.ownership.queries import owned_listings
from showground.ownership.transfers import hand_over

MAX_AT_ONCE = 100
Word = Annotated[str, StringConstraints(strip_whitespace=True, min_length=2, max_length=100)]
DOMAIN = in_words(r"^[^\s/@]+\.[^\s/@]+$", Text("Must be a domain, such as example.com."))
Domain = Annotated[str, StringConstraints(strip_whitespace=True, to_lower=True, pattern=DOMAIN)]
Numbers = Annotated[list[int], Field(min_length=1, max_length=MAX_AT_ONCE)]


@action(scope=MODERATOR, read_only=True)
async def list_new_listings(ctx: Context, input: Paged) -> Page[review.NewEntry]:
    """List new listings that staff have not looked at, those that wait for approval first, with signals of spam."""
    items, total = await review.list_new(ctx.db, ctx.now, skip=input.offset, most=input.per_page)
    return Page(items=items, page=input.page, per_page=input.per_page, total=total)


@action(scope=MODERATOR, read_only=True)
async def get_listing_policy(ctx: Context) -> review.ListingPolicy:
    """Show whether new listings wait for approval, and which words and domains are blocked."""
    return await review.get_policy(ctx.db)


class SetListingPolicy(Input):
    """`approve_new`: new listings wait for approval. Those with a blocked word or domain always do."""

    approve_new: bool = False
    blocked_words: Annotated[list[Word], Field(max_length=500)] = Field(default_factory=list[str])
    blocked_domains: Annotated[list[Domain], Field(max_length=500)] = Field(default_factory=list[str])


@action(scope=STAFF)
async def set_listing_policy(ctx: Context, input: SetListingPolicy) -> review.ListingPolicy:
    """Set whether new listings wait for approval, and which words and domains are blocked."""
    policy = review.ListingPolicy(**input.model_dump())
    await review.set_policy(ctx.db, policy)
    return policy


class OfListing(Input):
    listing_id: int


@action(scope=MODERATOR, errors=(NoSuchListing, WrongStatus))
async def approve_listing(ctx: Context, input: OfListing) -> ListingStatusChange:
    """Mark a new listing as seen. One that waited for approval is published, and its owners are told."""
    return await _approve(ctx, input.listing_id)


@action(scope=MODERATOR, read_only=True, errors=(NoSuchListing,))
async def preview_listing(ctx: Context, input: OfListing) -> OwnedListing:
    """Show any listing with all that its owner sees, to those who decide whether it becomes public."""
    state = await listings.status.find_state(ctx.db, input.listing_id, lock=False)
    if state is None:
        raise NoSuchListing
    [shown] = await presentation.present(ctx, [listings.owned.Owned(**asdict(state), role="owner")])
    return shown


class CannotPublish(ApiError):
    """Only a listing that has not launched yet can be published. Restore a suspended one instead."""


@action(scope=STAFF, errors=(NoSuchListing, CannotPublish))
async def publish_listing(ctx: Context, input: OfListing) -> ListingStatusChange:
    """Publish a listing in this week's launches, without a badge or a payment. Its other owners are told."""
    state = await _get_state(ctx, input.listing_id)
    if state.status not in ("draft", "awaiting_badge", "scheduled"):
        raise CannotPublish
    await review.mark_seen(ctx.db, state.id)
    plan, week = ("paid" if state.plan == "paid" else "none"), launches.this_week(ctx.now)
    await listings.status.set_state(ctx.db, state.id, status="live", plan=plan, launch_week=week, at=ctx.now)
    await launches.plan_launch(ctx.db, state.id, week, instead_of=state.launch_week)
    await owned_listings.end_watch(ctx.db, state.id)
    await listing_emails.tell_owners(ctx, state, "listing_approved", but=ctx.account, week=None)
    return ListingStatusChange(listing_id=state.id, status="live", plan=plan)


class TransferListing(Input):
    listing_id: int
    email: MailAddress


class NoAccountThere(ApiError):
    """No account has this email address. The new owner has to sign in once before you can transfer a listing."""


@action(scope=STAFF, errors=(NoSuchListing, NoAccountThere))
async def transfer_listing(ctx: Context, input: TransferListing) -> ListingStatusChange:
    """Make somebody else the only owner of a listing. Co-founders stay; old and new owners are told."""
    state = await _get_state(ctx, input.listing_id)
    account = await accounts.find_account_id(ctx.db, input.email)
    if account is None:
        raise NoAccountThere
    owners = [m.account for m in await listings.members.list_members(ctx.db, state.id) if m.role == "owner"]
    await hand_over(ctx, state, [owner for owner in owners if owner != account], account)
    return ListingStatusChange(listing_id=state.id, status=state.status, plan=state.plan)


def _monday(day: dt.date) -> dt.date:
    if day.weekday():
        raise InvalidValue(Text("A launch week starts on a Monday."))
    return day


class MoveLaunch(Input):
    listing_id: int
    week: Annotated[dt.date, AfterValidator(_monday)]


class NotWaiting(ApiError):
    """Only a listing that is scheduled or waits for its badge can be moved to another week."""


@action(scope=STAFF, errors=(NoSuchListing, NotWaiting))
async def move_launch(ctx: Context, input: MoveLaunch) -> ListingStatusChange:
    """Move a launch to another week that has not begun. The owners are told."""
    state = await _get_state(ctx, input.listing_id)
    if state.status not in ("scheduled", "awaiting_badge"):
        raise NotWaiting
    if input.week <= launches.this_week(ctx.now):
        raise InvalidInput(errors=[FieldError(field="week", message=Text("Choose a week that has not begun."))])
    if input.week != state.launch_week:
        await listings.status.set_state(
            ctx.db, state.id, status=state.status, plan=state.plan, launch_week=input.week, at=ctx.now
        )
        if state.status == "scheduled":
            await launches.plan_launch(ctx.db, state.id, input.week, instead_of=state.launch_week)
        await listing_emails.tell_owners(ctx, state, "launch_moved", week=input.week, before=state.launch_week)
    return ListingStatusChange(listing_id=state.id, status=state.status, plan=state.plan)


class DeleteListing(Input):
    listing_id: int
    confirm: Annotated[str, Field(max_length=220)]
    """The slug, typed again, so that a single click can't do it."""


class ListingDeleted(DataModel):
    deleted: int


@action(scope=STAFF, errors=(NoSuchListing,))
async def delete_listing(ctx: Context, input: DeleteListing) -> ListingDeleted:
    """Delete a listing for good, with its votes, reviews and versions. Its address says so, and is never used again."""
    state = await _get_state(ctx, input.listing_id)
    if input.confirm.strip() != state.slug:
        raise InvalidInput(
            errors=[
                FieldError(field="confirm", message=text_with("Type %(slug)s to delete this listing.", slug=state.slug))
            ]
        )
    await _delete(ctx, state)
    return ListingDeleted(deleted=1)


class ChangeListings(Input):
    listing_ids: Numbers
    do: Literal["approve", "suspend", "restore"]
    why: StaffMessage | None = None


class ListingsChanged(DataModel):
    changed: int


@action(scope=MODERATOR, errors=(NoSuchListing, WrongStatus))
async def change_listings(ctx: Context, input: ChangeListings) -> ListingsChanged:
    """Approve, suspend or restore several listings: all or none. The reason is emailed to their members."""
    for number in sorted(set(input.listing_ids)):
        if input.do == "approve":
            await _approve(ctx, number)
        else:
            await set_suspended(ctx, number, suspended=input.do == "suspend", why=input.why)
    return ListingsChanged(changed=len(set(input.listing_ids)))


class DeleteListings(Input):
    listing_ids: Numbers
    sure: Literal[True]


@action(scope=STAFF, errors=(NoSuchListing,))
async def delete_listings(ctx: Context, input: DeleteListings) -> ListingDeleted:
    """Delete several listings for good: all or none."""
    for number in sorted(set(input.listing_ids)):
        await _delete(ctx, await _get_state(ctx, number))
    return ListingDeleted(deleted=len(set(input.listing_ids)))


async def _get_state(ctx: Context, listing: int) -> listings.status.ListingState:
    state = await listings.status.find_state(ctx.db, listing)
    if state is None:
        raise NoSuchListing
    return state


async def _approve(ctx: Context, listing: int) -> ListingStatusChange:
    state = await _get_state(ctx, listing)
    if not state.unseen:  # someone else was faster
        raise WrongStatus(sentences(_say_status(state), Text("Nothing was changed.")))
    held = await review.mark_seen(ctx.db, listing)
    if held is not None:
        present = launches.this_week(ctx.now)
        week = state.launch_week or present
        later = held == "scheduled" and week > present
        status, week = ("scheduled", week) if later else ("live", present)
        await listings.status.set_state(ctx.db, listing, status=status, plan=state.plan, launch_week=week, at=ctx.now)
        await launches.plan_launch(ctx.db, listing, week, instead_of=state.launch_week)
        await listing_emails.tell_owners(ctx, state, "listing_approved", week=week if later else None)
    now = await _get_state(ctx, listing)
    return ListingStatusChange(listing_id=listing, status=now.status, plan=now.plan)


def _say_status(state: listings.status.ListingState) -> Text:
    """What a listing is now that nobody has to approve any more."""
    match state.status:
        case "live":
            return text_with("%(name)s is already live.", name=state.name)
        case "scheduled":
            return text_with("%(name)s is already approved and scheduled.", name=state.name)
        case "suspended":
            return text_with("%(name)s is suspended. To publish it, restore it.", name=state.name)
        case "withdrawn":
            return text_with("%(name)s is withdrawn.", name=state.name)
        case "draft" | "awaiting_badge":  # pragma: no branch - there is no other status
            return text_with("%(name)s was already reviewed. It is not published yet.", name=state.name)


async def _delete(ctx: Context, state: listings.status.ListingState) -> None:
    await listing_emails.tell_owners(ctx, state, "listing_deleted")
    await ended.delete(ctx.db, state.id, ctx.now)
