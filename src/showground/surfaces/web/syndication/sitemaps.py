"""Sitemaps: an index, and a file for each kind of page. They only contain public pages."""

import re
from collections.abc import Iterable
from datetime import date, datetime
from urllib.parse import quote
from xml.sax.saxutils import escape  # only writes XML, never parses it  # nosec B406

from starlette.responses import Response

from showground.blog.operations.list_blog_posts import ListBlogPosts, list_blog_posts
from showground.categories import Category
from showground.categories.operations.list_categories import ListCategories, list_categories
from showground.launches.actions.weeks import ListWeeks, list_weeks
from showground.listings.actions.addresses import ListAddresses, list_addresses
from showground.people.operations.list_founders import ListFounders, list_founders
from showground.surfaces.web.sales import current_sales
from showground.surfaces.web.visit import Visit

KIND = b"application/xml; charset=utf-8"
NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9"
PAGES = (
    "/", "/listings", "/categories", "/launches", "/awards", "/founders", "/updates", "/blog", "/compare", "/rules",
    "/pricing", "/advertise", "/newsletter",
    "/agents", "/crawler", "/feeds", "/docs/api", "/leaderboards/community-weekly",
    "/leaderboards/community-all-time", "/leaderboards/domain-rating", "/leaderboards/revenue",
    "/leaderboards/billboard",
)  # fmt: skip
PER_CALL = 100
FOUNDERS_IN_A_FILE = 1_000
PART = re.compile("[1-9][0-9]?|100")
Place = tuple[str, date | datetime | None]


async def map_all(visit: Visit) -> Response:
    files = [f"/sitemaps/{name}.xml" for name in ("pages", "categories", "weeks", "blog")]
    listings = await visit.ask(list_addresses, ListAddresses(), "listings")
    files += [
        f"/sitemaps/listings.xml?after={quote(slug)}" if slug else "/sitemaps/listings.xml" for slug in listings.files
    ]
    founders = await visit.ask(list_founders, ListFounders(per_page=1))
    count = -(-founders.total // FOUNDERS_IN_A_FILE)
    files += [f"/sitemaps/founders.xml?part={part}" for part in range(1, count + 1)]
    return _send(visit, "sitemapindex", "sitemap", ((file, None) for file in files))


async def map_pages(visit: Visit) -> Response:
    visit.tags.add("settings")
    own = [page.address for page in visit.site.brand.pages]
    sold = current_sales()
    offered = {"/advertise": sold.placements, "/leaderboards/billboard": sold.sells("billboard_min")}
    shipped = [page for page in PAGES if offered.get(page, True)]
    return _send(visit, "urlset", "url", ((page, None) for page in (*shipped, *own)))


async def map_categories(visit: Visit) -> Response:
    tree = await visit.ask(list_categories, ListCategories(include_empty=False))
    return _send(visit, "urlset", "url", ((f"/categories/{c.slug}", None) for c in _all(tree.items)))


async def map_listings(visit: Visit) -> Response:
    asked = visit.parse(list_addresses, {"after": visit.query.get("after", "")})
    found = await visit.ask(list_addresses, asked, "listings")
    return _send(visit, "urlset", "url", ((f"/listings/{at.slug}", at.updated_at) for at in found.items))


async def map_weeks(visit: Visit) -> Response:
    places: list[Place] = []
    page = 1
    while True:
        found = await visit.ask(list_weeks, ListWeeks(page=page, per_page=PER_CALL), "launches", "listings", "awards")
        places += [(f"/launches/{week.week}", None) for week in found.items]
        if page * PER_CALL >= found.total:
            return _send(visit, "urlset", "url", places)
        page += 1


async def map_founders(visit: Visit) -> Response:
    part = visit.query.get("part", "1")
    calls = FOUNDERS_IN_A_FILE // PER_CALL
    first = (int(part) - 1) * calls + 1 if PART.fullmatch(part) else 1
    places: list[Place] = []
    for page in range(first, first + calls):
        found = await visit.ask(list_founders, ListFounders(page=page, per_page=PER_CALL))
        places += [(f"/founders/{founder.slug}", None) for founder in found.items]
        if page * PER_CALL >= found.total:
            break
    return _send(visit, "urlset", "url", places)


async def map_blog(visit: Visit) -> Response:
    places: list[Place] = []
    for page in range(1, 1 + FOUNDERS_IN_A_FILE // PER_CALL):
        found = await visit.ask(list_blog_posts, ListBlogPosts(page=page, per_page=PER_CALL))
        places += [(f"/blog/{post.slug}", post.published_at) for post in found.items]
        if page * PER_CALL >= found.total:
            break
    return _send(visit, "urlset", "url", places)


def _all(categories: Iterable[Category]) -> Iterable[Category]:
    for category in categories:
        yield category
        yield from _all(category.subcategories)


def _send(visit: Visit, root: str, each: str, places: Iterable[Place]) -> Response:
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<{root} xmlns="{NAMESPACE}">']
    for path, changed in places:
        when = f"<lastmod>{changed.isoformat()}</lastmod>" if changed else ""
        lines.append(f"<{each}><loc>{escape(visit.site.url + path)}</loc>{when}</{each}>")
    lines.append(f"</{root}>\n")
    return visit.send("\n".join(lines).encode(), KIND)
