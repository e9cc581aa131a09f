"""Show one public listing in full."""

from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, operation
from showground.core.calls.models import Encoded, Input
from showground.listings.errors import NoSuchListing
from showground.listings.models import Listing, Slug
from showground.listings.queries import listings


class GetListing(Input):
    slug: Slug


@operation("GET /listings/{slug}", scope=PUBLIC, cache_tags=("listing:{slug}",), errors=(NoSuchListing,))
async def get_listing(ctx: Context, input: GetListing) -> Encoded[Listing]:
    """Show the full profile of one listing, with evidence for what was read on its website.

    Unknown facts are null and named in `not_found_on_website` where the website does not state them.
    """
    return await listings.get_profile(ctx.db, input.slug, ctx.site)
