"""Adds where the views of the demo owner's listings came from, so that their dashboard has something to show."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from urllib.parse import urlsplit

from showground import launches
from showground.core.calls.context import Site
from showground.core.database.pool import Connection
from showground.demo.scheduled_listing import ScheduledListing
from showground.launches import DaySource

# Out of 100 views, how many have each referrer; the others have none. "" is this site itself.
REFERRERS = {"": 34, "search.example": 17, "news.example": 9, "makers.example": 6, "weekly-letter.example": 4}
COUNTRIES = {"US": 21, "DE": 13, "GB": 11, "IN": 9, "DK": 8, "FR": 6, "BR": 5, "NG": 4, "JP": 3, "PT": 2}
AGENTS = {
    ("agent_mcp", "Anthropic"): 3,
    ("agent_page", "OpenAI"): 3,
    ("agent_api", ""): 2,
    ("agent_page", "Perplexity"): 1,
}
BADGE_VIEWS = 28  # for 100 views of the page
SEARCHES = 7  # times that words of the listing were searched for, for 100 views
SEARCHED_WORDS = 4
LEAST_SEARCHES = 3  # of a word on a day, as real ones are only counted from three visitors on

DayViews = Sequence[tuple[date, int]]


async def add_traffic(
    db: Connection, placed: Iterable[ScheduledListing], views: Mapping[int, DayViews], site: Site
) -> None:
    """Add the sources of these views, by listing and day, for the listings that the demo's owner belongs to."""
    own = urlsplit(site.url).hostname or ""
    sources = [source for p in placed if p.members for source in _sources(p, views.get(p.id, ()), own)]
    if sources:
        await launches.add_sources(db, sources)


def _sources(p: ScheduledListing, days: DayViews, own: str) -> Iterable[DaySource]:
    rng = p.rng("traffic")
    words = (p.data.keywords or p.data.tags)[:SEARCHED_WORDS]
    shares = {
        **{("referrer", host or own): share for host, share in REFERRERS.items()},
        **{("country", country): share for country, share in COUNTRIES.items()},
        **AGENTS,
        ("badge", urlsplit(p.data.website).hostname or ""): BADGE_VIEWS,
        **{("search", word.lower()): SEARCHES - n for n, word in enumerate(words)},
    }
    for day, seen in days:
        for (kind, name), share in shares.items():
            times = round(seen * share / 100 * rng.uniform(0.7, 1.2))
            if times >= (LEAST_SEARCHES if kind == "search" else 1):
                yield DaySource(p.id, day, kind, name, times)
