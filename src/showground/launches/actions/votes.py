"""Votes: cast and withdraw them."""

from showground.core.calls.context import Context, PrepareContext
from showground.core.calls.declare import PERSON, STAFF, action
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.launches import rules
from showground.launches.errors import NotLiveYet, OwnListing
from showground.launches.queries import launches, recounts, vote_ledger
from showground.launches.queries.vote_and_follow_batches import LedgerRequest
from showground.launches.vote_and_follow_batches import VoteAndFollowBatches
from showground.launches.vote_and_review_models import Vote
from showground.listings import NoSuchListing, Slug, status

COUNTED_AT_ONCE = 100


class WithdrawVote(Input):
    slug: Slug


@action(scope=PERSON, limit=rules.VOTES, batched=True, errors=(NoSuchListing,))
async def withdraw_vote(ctx: PrepareContext, input: WithdrawVote) -> Vote:
    """Withdraw a vote. Past weeks keep it."""
    total = await ctx.services[VoteAndFollowBatches].withdraw_vote(LedgerRequest(input.slug, ctx.account, ctx.now))
    return Vote(slug=total.slug, voted=False, votes=total.votes)


class VotesCounted(DataModel):
    """The listing whose votes were counted; null if there were none to count."""

    slug: str | None


@action(scope=STAFF, errors=(NoSuchListing,))
async def count_waiting_votes(ctx: Context) -> VotesCounted:
    """Count the votes for one listing that new accounts cast a day ago."""
    slug = await vote_ledger.find_waiting(ctx.db, ctx.now)
    if slug is not None:
        await vote_ledger.lock_votes(ctx.db)
        held = await status.lock_listing(ctx.db, slug)
        await vote_ledger.count_waiting(ctx.db, held.id, ctx.now)
        await launches.recount_locked(ctx.db, held, ctx.now)
    return VotesCounted(slug=slug)


class ListingsRecounted(DataModel):
    """How many listings were counted."""

    listings: int


@action(scope=STAFF)
async def recount_pending_listings(ctx: Context) -> ListingsRecounted:
    """Count listings whose votes or follows were written by a process that ended before it could count them."""
    listings = await recounts.find_uncounted(ctx.db, COUNTED_AT_ONCE)
    return ListingsRecounted(listings=len(await recounts.try_count(ctx.db, listings)))


class CastVote(Input):
    slug: Slug


@action(scope=PERSON, limit=rules.VOTES, batched=True, errors=(NoSuchListing, NotLiveYet, OwnListing))
async def cast_vote(ctx: PrepareContext, input: CastVote) -> Vote:
    """Vote for a live listing. A second vote by the same person changes nothing.

    If many accounts younger than a day vote for the same listing, their votes count a day later.
    """
    total = await ctx.services[VoteAndFollowBatches].vote(LedgerRequest(input.slug, ctx.account, ctx.now))
    return Vote(slug=total.slug, voted=True, votes=total.votes)
