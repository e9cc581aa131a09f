"""List what to choose instead of a listing."""

from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, operation
from showground.core.calls.models import Encoded, Input
from showground.listings.comparison_models import Alternatives
from showground.listings.errors import NoSuchListing
from showground.listings.models import Slug
from showground.listings.queries import listings


class ListAlternatives(Input):
    slug: Slug


@operation(
    "GET /listings/{slug}/alternatives",
    scope=PUBLIC,
    cache_tags=("listing:{slug}", "listings"),
    errors=(NoSuchListing,),
)
async def list_alternatives(ctx: Context, input: ListAlternatives) -> Encoded[Alternatives]:
    """List up to 20 live listings to choose instead: those that the owner approved, then others of its category.

    Others are those of the same primary category, the most voted first.
    """
    return await listings.get_alternatives(ctx.db, input.slug, ctx.site)
