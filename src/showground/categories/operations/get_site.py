"""Say what this site is and where its parts are."""

from showground.categories.models import SiteInfo, SiteUrls
from showground.categories.queries import category_tree
from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, operation

PURPOSE = (
    "A public directory of product launches. Profiles are drafted from each company's own website, with quotes as"
    " evidence; what a site does not say stays blank. People vote on the website; rankings by money are marked as paid."
)


@operation("GET /site", scope=PUBLIC, cache_tags=("categories", "listing-counts"))
async def get_site(ctx: Context) -> SiteInfo:
    """Show what this site is: its name and purpose, its addresses, and how many listings and categories it has."""
    site = ctx.site
    return SiteInfo(
        name=site.name,
        purpose=PURPOSE,
        urls=SiteUrls(
            site=site.url,
            api=site.api_url,
            docs=site.docs_url,
            openapi=f"{site.api_url}/openapi.json",
            mcp=site.mcp_url,
        ),
        counts=await category_tree.count_public(ctx.db),
    )
