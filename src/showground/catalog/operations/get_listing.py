"""Show one public listing in full."""

from showground.catalog import store
from showground.catalog.failures import NoSuchListing
from showground.catalog.models import Listing, Slug
from showground.core.context import Context
from showground.core.operation import PUBLIC, Encoded, Input, operation


class GetListing(Input):
    slug: Slug


@operation("GET /listings/{slug}", scope=PUBLIC, cache_tags=("listing:{slug}",), failures=(NoSuchListing,))
async def get_listing(ctx: Context, input: GetListing) -> Encoded[Listing]:
    """Show the full profile of one listing, with evidence for what was read on its website.

    Unknown facts are null and named in `not_found_on_website` where the website does not state them.
    """
    return await store.get_profile(ctx.db, input.slug, ctx.site)
