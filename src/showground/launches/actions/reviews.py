"""Reviews: write, delete, hide and list them; the makers' replies."""

from typing import Annotated

from pydantic import AfterValidator, Field

from showground import accounts
from showground.core.calls.context import Context
from showground.core.calls.declare import MODERATOR, PERSON, PUBLIC, action
from showground.core.calls.errors import InvalidValue
from showground.core.calls.input_text import MULTI_LINE
from showground.core.calls.models import Input
from showground.core.calls.paging import Page, Paged
from showground.core.languages import Text
from showground.core.mail.templates import send_mail
from showground.launches import rules
from showground.launches.errors import NoSuchReview, NotLiveYet, OwnListing, ReplyByMakersOnly
from showground.launches.queries import launches, public_reviews, reports, votes_and_reviews
from showground.launches.queries.reports import StaffReview
from showground.launches.queries.votes_and_reviews import NewReview
from showground.launches.vote_and_review_models import (
    DeletedReview,
    Review,
    ReviewReply,
    Reviews,
    ReviewSort,
    ReviewState,
)
from showground.listings import NoSuchListing, Slug, members, public_profiles, status
from showground.notifications import NewNotification, add_notifications


def _trim(body: str) -> str:
    if not body.strip():
        raise InvalidValue(Text("Write at least a few words."))
    return body.strip()


class WriteReview(Input):
    slug: Slug
    stars: Annotated[int, Field(ge=1, le=5)]
    body: Annotated[str, Field(max_length=4_000), MULTI_LINE, AfterValidator(_trim)]


@action(scope=PERSON, limit=rules.REVIEWS, errors=(NoSuchListing, NotLiveYet, OwnListing))
async def write_review(ctx: Context, input: WriteReview) -> Review:
    """Review a live listing. A second review by the same person replaces the first. The makers get an email."""
    listing = await status.lock_listing(ctx.db, input.slug)
    if not listing.live:
        raise NotLiveYet
    if await members.is_member(ctx.db, listing.id, ctx.account):
        raise OwnListing
    new = NewReview(listing.id, ctx.account, input.stars, input.body, ctx.now)
    number, state, is_new = await votes_and_reviews.write_review(ctx.db, new)
    await launches.recount_locked(ctx.db, listing, ctx.now)
    if is_new:
        await _tell_makers(ctx, listing.id, new)
    return Review(id=number, slug=listing.slug, stars=new.stars, body=new.body, state=state, at=new.at)


async def _tell_makers(ctx: Context, listing: int, review: NewReview) -> None:
    """Tell the makers of a new review; by email too, unless they turned these emails off."""
    known = await status.find_state(ctx.db, listing, lock=False)
    makers = [member.account for member in await members.list_members(ctx.db, listing)]
    if known is None or not makers:
        return
    await add_notifications(ctx.db, [NewNotification(maker, "review", listing) for maker in makers], ctx.now)
    link = f"{ctx.site.url}/listings/{known.slug}/reviews"
    for person in await accounts.find_reachable(ctx.db, makers, "reviews"):
        await send_mail(
            ctx, person.email, "review_written", listing=known.name, stars=review.stars, body=review.body, link=link
        )


class ListReviews(Paged):
    slug: Slug
    sort: ReviewSort = "newest"


@action(scope=PUBLIC, read_only=True, errors=(NoSuchListing,))
async def list_reviews(ctx: Context, input: ListReviews) -> Reviews:
    """List the visible reviews of a public listing: the newest, the best or the worst first."""
    reader = ctx.access.account if ctx.access else None
    found = await public_reviews.find_reviews(ctx.db, input.slug, input.sort, reader, input)
    if found is None:
        raise NoSuchListing
    return found


class HideReview(Input):
    review_id: int
    hidden: bool = True


@action(scope=MODERATOR, errors=(NoSuchReview,))
async def hide_review(ctx: Context, input: HideReview) -> Review:
    """Hide a review, or show it again. Only visible reviews count in the rating."""
    slug = await votes_and_reviews.find_reviewed(ctx.db, input.review_id)
    if slug is None:
        raise NoSuchReview
    listing = await status.lock_listing(ctx.db, slug)
    state = "hidden" if input.hidden else "visible"
    by = ctx.access.account if ctx.access else None
    review = await votes_and_reviews.set_review_state(ctx.db, input.review_id, state, by, ctx.now)
    if review is None:
        raise NoSuchReview
    await launches.recount_locked(ctx.db, listing, ctx.now)
    stars, body, at = review
    return Review(id=input.review_id, slug=slug, stars=stars, body=body, state=state, at=at)


class ListAllReviews(Paged):
    state: ReviewState | None = None
    slug: Slug | None = None


@action(scope=MODERATOR, read_only=True)
async def list_all_reviews(ctx: Context, input: ListAllReviews) -> Page[StaffReview]:
    """List reviews, including hidden ones, newest first."""
    items, total = await reports.list_reviews(ctx.db, input.state, input.slug, skip=input.offset, most=input.per_page)
    return Page(items=items, page=input.page, per_page=input.per_page, total=total)


class DeleteReview(Input):
    slug: Slug


@action(scope=PERSON, errors=(NoSuchListing,))
async def delete_review(ctx: Context, input: DeleteReview) -> DeletedReview:
    """Delete your review of a listing."""
    listing = await status.lock_listing(ctx.db, input.slug)
    deleted = await votes_and_reviews.delete_review(ctx.db, listing.id, ctx.account)
    await launches.recount_locked(ctx.db, listing, ctx.now)
    return DeletedReview(slug=listing.slug, deleted=deleted)


class ReplyToReview(Input):
    """Without a text, the reply is deleted."""

    slug: Slug
    review_id: int
    body: Annotated[str | None, Field(max_length=1_500), MULTI_LINE] = None


@action(scope=PERSON, limit=rules.REPLIES, errors=(NoSuchListing, NoSuchReview, ReplyByMakersOnly))
async def reply_to_review(ctx: Context, input: ReplyToReview) -> ReviewReply:
    """Reply to a review of your listing, in the makers' name. A second reply replaces the first."""
    listing = await status.lock_listing(ctx.db, input.slug)
    if not await members.is_member(ctx.db, listing.id, ctx.account):
        raise ReplyByMakersOnly
    reply = (input.body or "").strip() or None
    found = await public_reviews.set_reply(ctx.db, listing.id, input.review_id, reply, ctx.now)
    if found is None:
        raise NoSuchReview
    reviewer, replied_before = found
    if reply is not None and not replied_before:
        await add_notifications(ctx.db, [NewNotification(reviewer, "review_reply", listing.id)], ctx.now)
    await public_profiles.encode(ctx.db, [listing.id])  # the page of the listing shows it
    return ReviewReply(review_id=input.review_id, slug=listing.slug, reply=reply)
