"""Counts views of listings, where they come from, and reads by agents: in memory, and written in batches."""

from collections import Counter
from datetime import UTC, date, datetime
from urllib.parse import urlsplit

from showground.core.calls.rate_limits import network_of
from showground.core.database.database import Database
from showground.launches import rules
from showground.launches.queries import launches, traffic
from showground.launches.traffic_sources import (
    OTHERS,
    UNKNOWN,
    SourceKind,
    find_agent,
    find_host,
    find_search_words,
)
from showground.listings import counts

HOUR = 3_600.0  # seconds
MAX_SEEN = 200_000  # visitors and listings remembered per hour; more are not counted
MAX_SEARCHES = 20_000  # searches remembered in a day
SEARCH_VISITORS = 3  # search words are stored only if at least this many visitors of a day used them
MAX_NAMES = 50  # of referrers and so on, for each listing and day; the others are counted together
AGENT_KINDS: dict[str, SourceKind] = {"rest": "agent_api", "mcp": "agent_mcp", "page": "agent_page"}

Noted = Counter[tuple[str, date, SourceKind, str]]


class Views:
    """The views of one process. What identifies a visitor stays in memory: for an hour, or as a hash for a day."""

    def __init__(self, site_url: str = "") -> None:
        self._host = (urlsplit(site_url).hostname or "").removeprefix("www.")
        self._hour = 0
        self._seen: set[tuple[str, str]] = set()
        self._day = date.min
        self._searches: dict[tuple[str, str], set[int]] = {}
        self._unwritten: Counter[tuple[str, date]] = Counter()
        self._sources: Noted = Counter()

    def note(
        self, listing: str, visitor: str, agent: str, at: float, *, referrer: str = "", country: str | None = None
    ) -> bool:
        """Note that somebody sees the page of the listing of this slug; returns whether it counts as a view."""
        if find_agent(agent) is not None:
            self.note_read(listing, "page", agent, at)
            return False
        if rules.is_bot(agent) or not self._is_new(listing, visitor, at):
            return False
        day = _day_of(at)
        self._unwritten[listing, day] += 1
        host = find_host(referrer)
        self._sources[listing, day, "referrer", host] += 1
        if country is not None:
            self._sources[listing, day, "country", country] += 1
        if host == self._host and (words := find_search_words(referrer)):
            self._note_search(listing, words, visitor, day)
        return True

    def note_badge(self, listing: str, visitor: str, agent: str, at: float, referrer: str) -> bool:
        """Note that somebody sees the listing's badge on another website; returns whether it counts."""
        host = find_host(referrer)
        if rules.is_bot(agent) or (host and host == self._host) or not self._is_new(f"badge of {listing}", visitor, at):
            return False
        self._sources[listing, _day_of(at), "badge", host] += 1
        return True

    def note_read(self, listing: str, surface: str, agent: str, at: float) -> None:
        """Note that a program reads the listing through the API, MCP or its page."""
        self._sources[listing, _day_of(at), AGENT_KINDS[surface], find_agent(agent) or UNKNOWN] += 1

    async def write_noted(self, database: Database) -> None:
        """Write what was noted since the last time; what cannot be written now is kept for the next."""
        if not self._unwritten and not self._sources:
            return
        noted, self._unwritten = self._unwritten, Counter()
        sources, self._sources = self._sources, Noted()
        try:
            async with database.transaction() as db:
                slugs = {slug for slug, _ in noted} | {slug for slug, *_ in sources}
                numbers = await counts.find_numbers(db, slugs)
                totals: Counter[int] = Counter()
                days: list[tuple[int, date, int]] = []
                for (slug, day), views in noted.items():
                    if number := numbers.get(slug):
                        totals[number] += views
                        days.append((number, day, views))
                if days:
                    await counts.add_views(db, totals)
                    await launches.add_view_days(db, days)
                found = [
                    traffic.DaySource(number, day, kind, name, count)
                    for (slug, day, kind, name), count in sources.items()
                    if (number := numbers.get(slug))
                ]
                if found:
                    known = await traffic.find_names(db, {(one.listing, one.day) for one in found})
                    await traffic.add_sources(db, limit_names(found, known))
        except BaseException:
            self._unwritten.update(noted)
            self._sources.update(sources)
            raise

    def _is_new(self, listing: str, visitor: str, at: float) -> bool:
        """Whether this visitor has not been counted for it in this hour; from now on it has."""
        hour = int(at // HOUR)
        if hour != self._hour:
            self._hour = hour
            self._seen.clear()
        key = (listing, network_of(visitor))
        if key in self._seen or len(self._seen) >= MAX_SEEN:
            return False
        self._seen.add(key)
        return True

    def _note_search(self, listing: str, words: str, visitor: str, day: date) -> None:
        """Count the words once enough visitors of the day have searched for them, then with every further one."""
        if day != self._day:
            self._day = day
            self._searches.clear()
        key = (listing, words)
        if key not in self._searches and len(self._searches) >= MAX_SEARCHES:
            return
        visitors = self._searches.setdefault(key, set())
        before = len(visitors)
        visitors.add(hash(network_of(visitor)))  # salted in every process
        if len(visitors) > before and len(visitors) >= SEARCH_VISITORS:
            self._sources[listing, day, "search", words] += SEARCH_VISITORS if len(visitors) == SEARCH_VISITORS else 1


def limit_names(
    found: list[traffic.DaySource], known: dict[tuple[int, date, str], set[str]]
) -> list[traffic.DaySource]:
    """The same counts with at most MAX_NAMES names for each listing, day and kind: anybody can send any referrer."""
    limited: Counter[tuple[int, date, str, str]] = Counter()
    for one in found:
        names = known.setdefault((one.listing, one.day, one.kind), set())
        named = one.name in names or len(names) < MAX_NAMES
        if named:
            names.add(one.name)
        limited[one.listing, one.day, one.kind, one.name if named else OTHERS] += one.times
    return [traffic.DaySource(*key, count) for key, count in limited.items()]


def _day_of(at: float) -> date:
    return datetime.fromtimestamp(at, UTC).date()
