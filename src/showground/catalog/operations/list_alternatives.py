"""List what to choose instead of a listing."""

from showground.catalog import store
from showground.catalog.comparison_models import Alternatives
from showground.catalog.failures import NoSuchListing
from showground.catalog.models import Slug
from showground.core.context import Context
from showground.core.operation import PUBLIC, Encoded, Input, operation


class ListAlternatives(Input):
    slug: Slug


@operation(
    "GET /listings/{slug}/alternatives",
    scope=PUBLIC,
    cache_tags=("listing:{slug}", "listings"),
    failures=(NoSuchListing,),
)
async def list_alternatives(ctx: Context, input: ListAlternatives) -> Encoded[Alternatives]:
    """List up to 20 live listings to choose instead: those that the owner approved, then others of its category.

    Others are those of the same primary category, the most voted first.
    """
    return await store.get_alternatives(ctx.db, input.slug, ctx.site)
