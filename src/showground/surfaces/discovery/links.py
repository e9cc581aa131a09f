"""The Link header of the home page (RFC 8288): where programs find the API, the tools and the feeds."""

from showground.core.calls.context import Site
from showground.surfaces.discovery.catalogs import API_CATALOG, SERVER_CARD, SERVER_CARD_TYPE


def link_header(site: Site) -> str:
    links = (
        (API_CATALOG, "api-catalog", "application/linkset+json"),
        ("/api/v1/openapi.json", "service-desc", "application/json"),
        (SERVER_CARD, "service-desc", SERVER_CARD_TYPE),
        ("/docs/api", "service-doc", "text/html"),
        ("/llms.txt", "describedby", "text/plain"),
        ("/", "alternate", "text/markdown"),
        ("/feeds/launches.atom", "alternate", "application/atom+xml"),
        ("/feeds/launches.rss", "alternate", "application/rss+xml"),
    )
    return ", ".join(f'<{site.url}{path}>; rel="{rel}"; type="{kind}"' for path, rel, kind in links)
