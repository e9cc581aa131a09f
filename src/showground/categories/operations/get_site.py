"""Describe this site."""

from showground.categories.models import SiteInfo, SiteUrls
from showground.categories.queries import category_tree
from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, operation


@operation("GET /site", scope=PUBLIC, quick=True, cache_tags=("categories", "listing-counts"))
async def get_site(ctx: Context) -> SiteInfo:
    """Get information about this site.

    Its name, purpose and URLs, and how many live listings and categories it has.
    """
    site = ctx.site
    return SiteInfo(
        name=site.name,
        purpose=site.brand.purpose,
        urls=SiteUrls(
            site=site.url,
            api=site.api_url,
            docs=site.docs_url,
            openapi=f"{site.api_url}/openapi.json",
            mcp=site.mcp_url,
        ),
        counts=await category_tree.count_public(ctx.db),
    )
