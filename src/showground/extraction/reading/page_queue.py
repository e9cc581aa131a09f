"""The pages of a site that are still to be read, the most important first."""

from dataclasses import dataclass, field
from heapq import heappop, heappush, nsmallest
from urllib.parse import urlsplit

from showground.extraction.reading.addresses import (
    host_of,
    is_page,
    language_folder,
    page_key,
    rank,
    same_site,
    without_fragment,
)
from showground.extraction.reading.pages import ReadPage

MAX_WAITING = 4_000  # addresses

Rank = tuple[int, int, int, int, str]


@dataclass(frozen=True)
class Planned:
    """A page to read, and its priority."""

    address: str
    kind: str
    rank: Rank


@dataclass
class PageQueue:
    """Collects the addresses that pages and sitemaps link to, and returns each page once."""

    waiting: dict[str, Planned] = field(default_factory=dict[str, Planned])
    """By page key."""
    turns: list[tuple[Rank, str]] = field(default_factory=list[tuple[Rank, str]])
    """A heap of the waiting pages, by rank and page key."""
    seen: set[str] = field(default_factory=set[str])
    """Page keys of pages that were taken or skipped."""
    language: str | None = None
    """The first language named by a folder (`/en/`), if the home page doesn't declare one."""

    def __len__(self) -> int:
        return len(self.waiting)

    def skip(self, *keys: str) -> None:
        """Never return the pages with these keys."""
        self.seen.update(keys)

    def add(self, address: str, kind: str, home: ReadPage, *, in_menu: bool) -> None:
        """Plan a page, unless it belongs to another site or is in another language than the home page."""
        if not is_page(address) or not same_site(address, home.url):
            return
        other_host = host_of(address).removeprefix("www.") != host_of(home.url).removeprefix("www.")
        if other_host and (kind == "other" or not in_menu or urlsplit(address).path in ("", "/")):
            return
        language = language_folder(address)
        if language and not home.language:
            self.language = self.language or language
        if language and language not in (language_folder(home.url), home.language or self.language):
            return
        key = page_key(address)
        if key in self.seen:
            return
        known = self.waiting.get(key)
        if known is None and len(self.waiting) >= MAX_WAITING:
            return
        if known is None or (known.kind == "other" and kind != "other"):
            address = known.address if known else without_fragment(address)
            self.waiting[key] = planned = Planned(address, kind, rank(address, kind, in_menu))
            heappush(self.turns, (planned.rank, key))

    def next_kind(self) -> str | None:
        """The kind of the most important page; None if there is none."""
        while self.turns:
            turn, key = self.turns[0]
            planned = self.waiting.get(key)
            if planned is not None and planned.rank == turn:
                return planned.kind
            heappop(self.turns)  # stale: the page was planned again with a higher priority
        return None

    def take(self) -> Planned:
        """The most important page. There must be one."""
        self.next_kind()
        _, key = heappop(self.turns)
        self.seen.add(key)
        return self.waiting.pop(key)

    def next_on(self, origin: str, most: int) -> list[str]:
        """Addresses of this origin among the next pages."""
        planned = nsmallest(most, self.waiting.values(), key=lambda planned: planned.rank)
        return [one.address for one in planned if one.address.startswith(f"{origin}/")]
