"""Delete one's review."""

from showground import catalog
from showground.catalog import NoSuchListing, Slug
from showground.core.context import Context
from showground.core.operation import PERSON, Input, action
from showground.launches import opinions, store
from showground.launches.opinion_models import ReviewGone


class DeleteReview(Input):
    slug: Slug


@action(scope=PERSON, failures=(NoSuchListing,))
async def delete_review(ctx: Context, input: DeleteReview) -> ReviewGone:
    """Delete what one wrote about a listing."""
    listing = await catalog.hold(ctx.db, input.slug)
    deleted = await opinions.delete_review(ctx.db, listing.id, ctx.account)
    await store.tell_counts(ctx.db, listing, ctx.now)
    return ReviewGone(slug=listing.slug, deleted=deleted)
