"""Take a vote back."""

from showground import catalog
from showground.catalog import NoSuchListing, Slug
from showground.core.context import Context
from showground.core.operation import PERSON, Input, action
from showground.launches import opinions, rules, store
from showground.launches.opinion_models import Vote


class WithdrawVote(Input):
    slug: Slug


@action(scope=PERSON, limit=rules.VOTES, failures=(NoSuchListing,))
async def withdraw_vote(ctx: Context, input: WithdrawVote) -> Vote:
    """Take back a vote; weeks that have ended keep it."""
    listing = await catalog.hold(ctx.db, input.slug)
    if await opinions.withdraw_vote(ctx.db, listing.id, ctx.account):
        listing = await store.tell_counts(ctx.db, listing, ctx.now)
    return Vote(slug=listing.slug, voted=False, votes=listing.votes)
