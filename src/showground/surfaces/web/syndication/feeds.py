"""Atom and RSS feeds: launches, weeks, categories, updates from listings, and the blog."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, cast
from uuid import NAMESPACE_URL, uuid5

from feedgenerator import Atom1Feed, Rss201rev2Feed
from starlette.responses import Response

from showground.blog.operations.list_blog_posts import ListBlogPosts, list_blog_posts
from showground.categories import category_text
from showground.categories.operations.get_category import get_category
from showground.core.calls.context import Site
from showground.core.calls.errors import NotFound
from showground.core.domain_names import domain_of
from showground.core.languages import gettext, ngettext
from showground.events import FeedHub
from showground.launches import begin_of
from showground.launches.actions.weeks import ListWeeks, list_weeks
from showground.launches.operations.list_launches import ListLaunches, list_launches
from showground.listings import ListingSummary, ListingUpdate
from showground.listings.actions.updates import ListUpdates, list_updates
from showground.listings.operations.search_listings import SearchListings, search_listings
from showground.newsletter import EditionEntry
from showground.newsletter.actions.editions import ListEditions, list_editions
from showground.surfaces.web.formatting import day
from showground.surfaces.web.visit import Visit
from showground.surfaces.web.visitors.collections import find_collection
from showground.surfaces.web.visitors.current_listing import get


class Atom(Atom1Feed):
    """Atom that names the hub."""

    def add_root_elements(self, handler: Any) -> None:
        super().add_root_elements(handler)  # pyright: ignore[reportUnknownMemberType]
        if hub := cast("dict[str, Any]", self.feed)["hub"]:  # pyright: ignore[reportUnknownMemberType]
            handler.addQuickElement("link", None, {"rel": "hub", "href": hub})


class Rss(Rss201rev2Feed):
    """RSS that names the hub."""

    def add_root_elements(self, handler: Any) -> None:
        super().add_root_elements(handler)  # pyright: ignore[reportUnknownMemberType]
        if hub := cast("dict[str, Any]", self.feed)["hub"]:  # pyright: ignore[reportUnknownMemberType]
            handler.addQuickElement("atom:link", None, {"rel": "hub", "href": hub})


FORMS: dict[str, tuple[type[Any], bytes]] = {
    "atom": (Atom, b"application/atom+xml; charset=utf-8"),
    "rss": (Rss, b"application/rss+xml; charset=utf-8"),
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
    return _send(visit, gettext("Launches on %(site)s", site=visit.site.name), "/launches", items)


async def feed_weeks(visit: Visit) -> Response:
    """A week gets an entry on its Monday, and a second one with its winner when it has ended."""
    found = await visit.ask(list_weeks, ListWeeks(per_page=AT_ONCE), "launches", "listings", "awards")
    items: list[FeedItem] = []
    for week in found.items:
        address, began = f"{visit.site.url}/launches/{week.week}", begin_of(week.week)
        many = ngettext("%(num)s launch", "%(num)s launches", week.launches)
        if week.winner:
            ended = began + timedelta(days=7)
            said = gettext(
                "%(winner)s won the week of %(week)s, out of %(launches)s.",
                winner=week.winner,
                week=day(week.week),
                launches=many,
            )
            title = gettext("Launch of the Week: %(winner)s", winner=week.winner)
            items.append(FeedItem(title, address, said, ended, f"{address}#won"))
        ranked = gettext("%(launches)s, ranked by votes.", launches=many)
        items.append(FeedItem(gettext("Week of %(week)s", week=day(week.week)), address, ranked, began))
    return _send(visit, gettext("Launch weeks on %(site)s", site=visit.site.name), "/launches", items)


async def feed_category(visit: Visit) -> Response:
    slug = visit.path_params["slug"]
    category = await visit.ask(get_category, visit.parse(get_category, {"slug": slug}))
    newest = await visit.ask(search_listings, SearchListings(category=category.slug, sort="newest", per_page=AT_ONCE))
    items = (
        _launched(visit.site, listing, begin_of(listing.launch_week)) for listing in newest.items if listing.launch_week
    )
    title = gettext("%(category)s on %(site)s", category=category_text(category.name), site=visit.site.name)
    return _send(visit, title, f"/categories/{category.slug}", items)


async def feed_updates(visit: Visit) -> Response:
    found = await visit.ask(list_updates, ListUpdates(per_page=AT_ONCE), "listings")
    items = (
        FeedItem(f"{u.listing.name}: {u.title}", u.listing.url, u.body, u.posted_at, update_id(visit.site, u))
        for u in found.items
    )
    return _send(visit, gettext("Updates on %(site)s", site=visit.site.name), "/updates", items)


async def feed_listing(visit: Visit) -> Response:
    listing = await get(visit)
    slug = listing.slug
    found = await visit.ask(list_updates, ListUpdates(slug=slug, per_page=AT_ONCE), f"listing:{slug}")
    items = (FeedItem(u.title, listing.url, u.body, u.posted_at, update_id(visit.site, u)) for u in found.items)
    known_by = listing_id(visit.site, listing)
    title = gettext("Updates from %(name)s", name=listing.name)
    return _send(visit, title, f"/listings/{listing.slug}", items, known_by)


async def feed_blog(visit: Visit) -> Response:
    found = await visit.ask(list_blog_posts, ListBlogPosts(per_page=AT_ONCE))
    items = (FeedItem(post.title, post.url, post.summary, post.published_at, None, post.author) for post in found.items)
    return _send(visit, gettext("%(site)s blog", site=visit.site.name), "/blog", items)


async def feed_newsletter(visit: Visit) -> Response:
    found = await visit.ask(list_editions, ListEditions(per_page=AT_ONCE), "newsletter", "listings")
    items = (
        FeedItem(
            gettext("Launches of the week of %(week)s", week=day(edition.week)),
            f"{visit.site.url}/newsletter/{edition.week}",
            _describe_edition(edition),
            edition.created_at,
        )
        for edition in found.items
    )
    return _send(visit, gettext("%(site)s newsletter", site=visit.site.name), "/newsletter", items, told=False)


def _describe_edition(edition: EditionEntry) -> str:
    said = gettext("The newsletter of %(week)s.", week=day(edition.week))
    if not edition.winner:
        return said
    won = gettext("The week before was won by %(winner)s.", winner=edition.winner)
    return f"{said} {won}"


async def feed_collection(visit: Visit) -> Response:
    found = await find_collection(visit)
    if not found.public:
        raise NotFound
    items = (
        FeedItem(listing.name, listing.url, listing.tagline or "", at, listing_id(visit.site, listing))
        for listing, at in zip(found.items, found.added, strict=True)
    )
    return _send(visit, found.name, f"/collections/{found.id}", items, told=False)


def _send(
    visit: Visit, title: str, page: str, items: Iterable[FeedItem], feed_id: str | None = None, *, told: bool = True
) -> Response:
    """`told`: whether the hub is told of its changes; see `events/feed_hub_job.py`."""
    hub = visit.dispatcher.services[FeedHub].url if told else None
    make, kind = FORMS[visit.path.rpartition(".")[2]]
    site = visit.site
    feed = make(
        title=_writable(title),
        link=f"{site.url}{page}",
        description=_writable(title),
        language="en",
        feed_url=f"{site.url}{visit.path}",
        feed_guid=feed_id,
        hub=hub,
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
    # WebSub subscribers look here first.
    links = f'<{hub}>; rel="hub", <{site.url}{visit.path}>; rel="self"' if hub else ""
    return visit.send(text.encode(), kind, headers=[(b"link", links.encode())] if links else None)


def _writable(text: str) -> str:
    return UNWRITABLE.sub("", text)
