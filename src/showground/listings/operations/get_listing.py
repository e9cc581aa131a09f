"""Get one public listing."""

from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, operation
from showground.core.calls.models import Encoded, Input
from showground.listings.errors import NoSuchListing
from showground.listings.models import Listing, Slug
from showground.listings.queries import listings


class GetListing(Input):
    slug: Slug


@operation(
    "GET /listings/{slug}",
    scope=PUBLIC,
    quick=True,
    cache_tags=("listing:{slug}",),
    counts_reads_of="slug",
    errors=(NoSuchListing,),
)
async def get_listing(ctx: Context, input: GetListing) -> Encoded[Listing]:
    """Get the full profile of a listing.

    Facts read on the company's website come with evidence. Unknown facts are null; those that the website does not
    state are in `not_found_on_website`.
    """
    return await listings.get_profile(ctx.db, input.slug, ctx.site)
