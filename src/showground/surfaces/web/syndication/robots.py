"""robots.txt, llms.txt, the key for IndexNow, the OpenSearch description, and oEmbed for listings."""

import json

from starlette.responses import PlainTextResponse, Response

from showground.categories.operations.get_site import get_site
from showground.core.calls.errors import NotFound
from showground.core.calls.models import NoInput
from showground.core.languages import EnglishText
from showground.events import IndexNow
from showground.launches.operations.get_listing_badges import GetListingBadges, get_listing_badges
from showground.listings.operations.get_listing import get_listing
from showground.surfaces.web.visit import Visit

TEXT = b"text/plain; charset=utf-8"
PRIVATE = (
    "/account", "/admin", "/alerts", "/checkout", "/claims", "/dashboard", "/invites", "/newsletter/confirm",
    "/newsletter/subscription", "/oauth", "/orders", "/sandbox", "/sign-in", "/staff-invitations",
    "/transfers", "/unsubscribe",
)  # fmt: skip


async def show_robots(visit: Visit) -> Response:
    visit.tags.add("settings")
    signals = visit.services.content_signals
    lines = ["User-agent: *", *([f"Content-Signal: {signals}"] if signals else ())]
    lines += [*(f"Disallow: {path}" for path in PRIVATE), "Allow: /", ""]
    lines += [f"Sitemap: {visit.site.url}/sitemap.xml", ""]
    return visit.send("\n".join(lines).encode(), TEXT)


async def show_index_now_key(visit: Visit) -> Response:
    """Proves to search engines that notifications of changed pages come from this site."""
    key = visit.dispatcher.services[IndexNow].key
    if key is None or visit.path_params["key"] != key:
        raise NotFound
    return visit.send(key.encode(), TEXT)


async def show_llms(visit: Visit) -> Response:
    info = await visit.ask(get_site, NoInput())
    return visit.send(visit.render("llms.txt", info=info).encode(), TEXT)


async def show_opensearch(visit: Visit) -> Response:
    """How browsers add the site's search to their own (see github.com/dewitt/opensearch)."""
    visit.tags.add("settings")
    return visit.send(visit.render("opensearch.xml").encode(), b"application/opensearchdescription+xml; charset=utf-8")


async def show_oembed(visit: Visit) -> Response:
    """A listing as an embeddable badge (see oembed.com)."""
    if visit.query.get("format", "json") != "json":
        return PlainTextResponse("Only format=json is supported.\n", 501)
    base = f"{visit.site.url}/listings/"
    url = visit.query.get("url", "")
    if not url.startswith(base):
        raise NotFound(EnglishText("Set `url` to the address of a listing on this site."))
    slug = url.removeprefix(base).partition("?")[0].partition("#")[0].strip("/")
    listing = await visit.ask(get_listing, visit.parse(get_listing, {"slug": slug}))
    badges = await visit.ask(get_listing_badges, GetListingBadges(slug=listing.slug, shape="banner"))
    badge = badges.items[-1]
    width, height = _size(badge.html, "width"), _size(badge.html, "height")
    body = {
        "version": "1.0",
        "type": "rich",
        "title": listing.name,
        "provider_name": visit.site.name,
        "provider_url": visit.site.url,
        "cache_age": 3600,
        "html": badge.html,
        "width": width,
        "height": height,
        "thumbnail_url": f"{visit.site.url}/pictures/listings/{listing.slug}.png",
        "thumbnail_width": 1200,
        "thumbnail_height": 630,
    }
    headers = [(b"access-control-allow-origin", b"*")]
    return visit.send(json.dumps(body, ensure_ascii=False).encode(), b"application/json", headers=headers)


def _size(html: str, name: str) -> int:
    return int(html.partition(f' {name}="')[2].partition('"')[0])
