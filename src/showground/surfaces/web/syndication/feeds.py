"""Atom and RSS feeds: launches, weeks, categories, updates from listings, and the blog."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from feedgenerator import Atom1Feed, Rss201rev2Feed
from starlette.responses import Response

from showground.blog.operations.list_blog_posts import ListBlogPosts, list_blog_posts
from showground.categories.operations.get_category import get_category
from showground.core.calls.context import Site
from showground.core.calls.errors import NotFound
from showground.core.domain_names import domain_of
from showground.launches import begin_of
from showground.launches.actions.weeks import ListWeeks, list_weeks
from showground.launches.operations.list_launches import ListLaunches, list_launches
from showground.listings import ListingSummary, ListingUpdate
from showground.listings.actions.updates import ListUpdates, list_updates
from showground.listings.operations.search_listings import SearchListings, search_listings
from showground.newsletter.actions.editions import ListEditions, list_editions
from showground.surfaces.web.formatting import day
from showground.surfaces.web.visit import Visit
from showground.surfaces.web.visitors.collections import find_collection
from showground.surfaces.web.visitors.current_listing import get

FORMS: dict[str, tuple[type[Any], bytes]] = {
    "atom": (Atom1Feed, b"application/atom+xml; charset=utf-8"),
    "rss": (Rss201rev2Feed, b"application/rss+xml; charset=utf-8"),
}
AT_ONCE = 50
# Characters that XML cannot contain, not even escaped.
UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


@dataclass(frozen=True, slots=True)
class FeedItem:
    """One entry, in plain text that the feed escapes. Without an id the address is used, so it must not change."""

    title: str
    address: str
    text: str
    at: datetime
    id: str | None = None
    author: str | None = None


def listing_id(site: Site, listing: ListingSummary) -> str:
    """A permanent id, made from the domain: staff can rename the slug."""
    return _make_id(site, f"listings/{domain_of(listing.website)}")


def update_id(site: Site, update: ListingUpdate) -> str:
    return _make_id(site, f"updates/{update.id}")


def _make_id(site: Site, name: str) -> str:
    """A permanent, globally unique id."""
    return uuid5(NAMESPACE_URL, f"{site.url}/{name}").urn


def _launched(site: Site, listing: ListingSummary, at: datetime) -> FeedItem:
    return FeedItem(listing.name, listing.url, listing.tagline or "", at, listing_id(site, listing))


async def feed_launches(visit: Visit) -> Response:
    found = await visit.ask(list_launches, ListLaunches(section="recent", per_page=AT_ONCE))
    items = (_launched(visit.site, launch.listing, launch.live_at) for launch in found.items if launch.live_at)
    return _send(visit, f"Launches on {visit.site.name}", "/launches", items)


async def feed_weeks(visit: Visit) -> Response:
    """A week gets an entry on its Monday, and a second one with its winner when it has ended."""
    found = await visit.ask(list_weeks, ListWeeks(per_page=AT_ONCE), "launches", "listings", "awards")
    items: list[FeedItem] = []
    for week in found.items:
        address, began = f"{visit.site.url}/launches/{week.week}", begin_of(week.week)
        many = f"{week.launches} {'launch' if week.launches == 1 else 'launches'}"
        if week.winner:
            ended = began + timedelta(days=7)
            said = f"{week.winner} won the week of {day(week.week)}, out of {many}."
            items.append(FeedItem(f"Launch of the Week: {week.winner}", address, said, ended, f"{address}#won"))
        items.append(FeedItem(f"Week of {day(week.week)}", address, f"{many}, ranked by votes.", began))
    return _send(visit, f"Launch weeks on {visit.site.name}", "/launches", items)


async def feed_category(visit: Visit) -> Response:
    slug = visit.given["slug"]
    category = await visit.ask(get_category, visit.parse(get_category, {"slug": slug}))
    newest = await visit.ask(search_listings, SearchListings(category=slug, sort="newest", per_page=AT_ONCE))
    items = (
        _launched(visit.site, listing, begin_of(listing.launch_week)) for listing in newest.items if listing.launch_week
    )
    return _send(visit, f"{category.name} on {visit.site.name}", f"/categories/{category.slug}", items)


async def feed_updates(visit: Visit) -> Response:
    found = await visit.ask(list_updates, ListUpdates(per_page=AT_ONCE), "listings")
    items = (
        FeedItem(f"{u.listing.name}: {u.title}", u.listing.url, u.body, u.posted_at, update_id(visit.site, u))
        for u in found.items
    )
    return _send(visit, f"Updates on {visit.site.name}", "/updates", items)


async def feed_listing(visit: Visit) -> Response:
    listing = await get(visit)
    slug = listing.slug
    found = await visit.ask(list_updates, ListUpdates(slug=slug, per_page=AT_ONCE), f"listing:{slug}")
    items = (FeedItem(u.title, listing.url, u.body, u.posted_at, update_id(visit.site, u)) for u in found.items)
    known_by = listing_id(visit.site, listing)
    return _send(visit, f"Updates from {listing.name}", f"/listings/{listing.slug}", items, known_by)


async def feed_blog(visit: Visit) -> Response:
    found = await visit.ask(list_blog_posts, ListBlogPosts(per_page=AT_ONCE))
    items = (FeedItem(post.title, post.url, post.summary, post.published_at, None, post.author) for post in found.items)
    return _send(visit, f"{visit.site.name} blog", "/blog", items)


async def feed_newsletter(visit: Visit) -> Response:
    found = await visit.ask(list_editions, ListEditions(per_page=AT_ONCE), "newsletter", "listings")
    items = (
        FeedItem(
            f"Launches of the week of {day(edition.week)}",
            f"{visit.site.url}/newsletter/{edition.week}",
            f"The newsletter of {day(edition.week)}."
            + (f" The week before was won by {edition.winner}." if edition.winner else ""),
            edition.created_at,
        )
        for edition in found.items
    )
    return _send(visit, f"{visit.site.name} newsletter", "/newsletter", items)


async def feed_collection(visit: Visit) -> Response:
    found = await find_collection(visit)
    if not found.public:
        raise NotFound
    items = (
        FeedItem(listing.name, listing.url, listing.tagline or "", at, listing_id(visit.site, listing))
        for listing, at in zip(found.items, found.added, strict=True)
    )
    return _send(visit, found.name, f"/collections/{found.id}", items)


def _send(visit: Visit, title: str, page: str, items: Iterable[FeedItem], feed_id: str | None = None) -> Response:
    make, kind = FORMS[visit.path.rpartition(".")[2]]
    site = visit.site
    feed = make(
        title=_writable(title),
        link=f"{site.url}{page}",
        description=_writable(title),
        language="en",
        feed_url=f"{site.url}{visit.path}",
        feed_guid=feed_id,
    )
    for item in items:
        feed.add_item(
            title=_writable(item.title),
            link=item.address,
            description=_writable(item.text),
            unique_id=item.id or item.address,
            unique_id_is_permalink=item.id is None,
            pubdate=item.at,
            updateddate=item.at,
            author_name=_writable(item.author) if item.author else None,
        )
    text: str = feed.writeString("utf-8")
    return visit.send(text.encode(), kind)


def _writable(text: str) -> str:
    return UNWRITABLE.sub("", text)
