"""Votes: cast and withdraw them."""

from pydantic import BaseModel

from showground.core.calls.context import Context
from showground.core.calls.declare import PERSON, STAFF, action
from showground.core.calls.models import Input
from showground.launches import rules
from showground.launches.errors import NotLiveYet, OwnListing
from showground.launches.queries import launches, vote_ledger, votes_and_reviews
from showground.launches.queries.votes_and_reviews import Cast
from showground.launches.vote_and_review_models import Vote
from showground.listings import NoSuchListing, Slug, members, status


class WithdrawVote(Input):
    slug: Slug


@action(scope=PERSON, limit=rules.VOTES, errors=(NoSuchListing,))
async def withdraw_vote(ctx: Context, input: WithdrawVote) -> Vote:
    """Withdraw a vote. Past weeks keep it."""
    listing = await status.lock_listing(ctx.db, input.slug)
    if await votes_and_reviews.withdraw_vote(ctx.db, listing.id, ctx.account):
        listing = await launches.tell_counts(ctx.db, listing, ctx.now)
    return Vote(slug=listing.slug, voted=False, votes=listing.votes)


class WaitingCounted(BaseModel):
    """The listing whose votes were counted; null if there were none to count."""

    slug: str | None


@action(scope=STAFF, errors=(NoSuchListing,))
async def count_waiting_votes(ctx: Context) -> WaitingCounted:
    """Count the votes for one listing that new accounts cast a day ago."""
    slug = await vote_ledger.find_waiting(ctx.db, ctx.now)
    if slug is not None:
        held = await status.lock_listing(ctx.db, slug)
        await vote_ledger.count_waiting(ctx.db, held.id, ctx.now)
        await launches.tell_counts(ctx.db, held, ctx.now)
    return WaitingCounted(slug=slug)


class CastVote(Input):
    slug: Slug


@action(scope=PERSON, limit=rules.VOTES, errors=(NoSuchListing, NotLiveYet, OwnListing))
async def cast_vote(ctx: Context, input: CastVote) -> Vote:
    """Vote for a live listing. A second vote by the same person changes nothing.

    If many accounts younger than a day vote for the same listing, their votes count a day later.
    """
    listing = await status.lock_listing(ctx.db, input.slug)
    if not listing.live:
        raise NotLiveYet
    if await members.is_member(ctx.db, listing.id, ctx.account):
        raise OwnListing
    if await vote_ledger.cast_vote(ctx.db, Cast(listing.id, ctx.account, ctx.now)):
        listing = await launches.tell_counts(ctx.db, listing, ctx.now)
    return Vote(slug=listing.slug, voted=True, votes=listing.votes)
