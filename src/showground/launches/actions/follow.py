"""Follow a listing."""

from showground import catalog
from showground.catalog import NoSuchListing, Slug
from showground.core.context import Context
from showground.core.operation import PERSON, Input, action
from showground.launches import opinions, rules, store
from showground.launches.opinion_models import Following
from showground.launches.opinions import Cast


class Follow(Input):
    slug: Slug


@action(scope=PERSON, limit=rules.FOLLOWS, failures=(NoSuchListing,))
async def follow(ctx: Context, input: Follow) -> Following:
    """Follow a public listing, also before its launch; following twice changes nothing."""
    listing = await catalog.hold(ctx.db, input.slug)
    if await opinions.follow(ctx.db, Cast(listing.id, ctx.account, ctx.now)):
        listing = await store.tell_counts(ctx.db, listing, ctx.now)
    return Following(slug=listing.slug, following=True, followers=listing.followers)
