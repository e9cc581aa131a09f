"""List the reviews of a listing."""

from showground.catalog import NoSuchListing, Slug
from showground.core.context import Context
from showground.core.operation import PUBLIC, action
from showground.core.paging import Paged
from showground.launches import archive
from showground.launches.opinion_models import Reviews


class ListReviews(Paged):
    slug: Slug


@action(scope=PUBLIC, read_only=True, failures=(NoSuchListing,))
async def list_reviews(ctx: Context, input: ListReviews) -> Reviews:
    """List the visible reviews of a public listing, the newest first."""
    found = await archive.find_reviews(ctx.db, input.slug, input)
    if found is None:
        raise NoSuchListing
    return found
