"""List alternatives to a listing."""

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
    """List alternatives to a listing.

    Up to 20 live listings: those approved by the owner, then the most voted of the same primary category.
    """
    return await listings.get_alternatives(ctx.db, input.slug, ctx.site)
