"""Follow a listing no longer."""

from showground import catalog
from showground.catalog import NoSuchListing, Slug
from showground.core.context import Context
from showground.core.operation import PERSON, Input, action
from showground.launches import opinions, rules, store
from showground.launches.opinion_models import Following


class Unfollow(Input):
    slug: Slug


@action(scope=PERSON, limit=rules.FOLLOWS, failures=(NoSuchListing,))
async def unfollow(ctx: Context, input: Unfollow) -> Following:
    """Follow a listing no longer."""
    listing = await catalog.hold(ctx.db, input.slug)
    if await opinions.unfollow(ctx.db, listing.id, ctx.account):
        listing = await store.tell_counts(ctx.db, listing, ctx.now)
    return Following(slug=listing.slug, following=False, followers=listing.followers)
