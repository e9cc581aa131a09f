"""Vote for a listing."""

from showground import catalog
from showground.catalog import NoSuchListing, Slug
from showground.core.context import Context
from showground.core.operation import PERSON, Input, action
from showground.launches import ledger, rules, store
from showground.launches.failures import NotLiveYet, OwnListing
from showground.launches.opinion_models import Vote
from showground.launches.opinions import Cast


class CastVote(Input):
    slug: Slug


@action(scope=PERSON, limit=rules.VOTES, failures=(NoSuchListing, NotLiveYet, OwnListing))
async def cast_vote(ctx: Context, input: CastVote) -> Vote:
    """Vote for a live listing; a second vote of the same person changes nothing.

    Of many accounts that are younger than a day, the votes for one listing count a day later.
    """
    listing = await catalog.hold(ctx.db, input.slug)
    if not listing.live:
        raise NotLiveYet
    if await catalog.is_member(ctx.db, listing.id, ctx.account):
        raise OwnListing
    if await ledger.cast_vote(ctx.db, Cast(listing.id, ctx.account, ctx.now)):
        listing = await store.tell_counts(ctx.db, listing, ctx.now)
    return Vote(slug=listing.slug, voted=True, votes=listing.votes)
