"""Say what this site is and where its parts are."""

from showground.catalog import store
from showground.catalog.directory_models import SiteInfo, SiteUrls
from showground.core.context import Context
from showground.core.operation import PUBLIC, Input, operation

PURPOSE = (
    "A public directory of product launches. Profiles are drafted from each company's own website, with quotes as"
    " evidence; what a site does not say stays blank. People vote on the website; rankings by money are marked as paid."
)


class GetSite(Input):
    """Nothing is asked for."""


@operation("GET /site", scope=PUBLIC, cache_tags=("categories", "listing-counts"))
async def get_site(ctx: Context, input: GetSite) -> SiteInfo:  # noqa: ARG001
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
        counts=await store.count_public(ctx.db),
    )
