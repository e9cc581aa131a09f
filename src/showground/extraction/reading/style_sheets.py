"""Fetches the style sheets of a site, each once for all of its pages."""

import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from showground.core.css.models import PackedSheet
from showground.core.fetch import Fetcher, FetchFailed
from showground.core.sandbox import CpuBudget, SandboxError, SandboxKilled
from showground.extraction.reading.addresses import same_site
from showground.extraction.reading.sandbox_calls import PARSE_SHEET, SheetFile

log = logging.getLogger(__name__)

MAX_SHEETS = 8  # of one site, including those that can't be fetched
MAX_BYTES = 600_000  # of one sheet
MAX_BYTES_IN_ALL = 1_500_000
SECONDS_PER_SHEET = 5.0


@dataclass
class StyleSheets:
    """The style sheets of a site that were read so far."""

    fetcher: Fetcher
    budget: CpuBudget
    read: dict[str, PackedSheet] = field(default_factory=dict[str, PackedSheet])
    """By address."""
    _tried: set[str] = field(default_factory=set[str])
    _bytes_left: int = MAX_BYTES_IN_ALL

    async def add(
        self, addresses: Sequence[str], page: str, may_read: Callable[[str], Awaitable[bool]], delay: float
    ) -> bool:
        """Read the sheets that a page links to, and those that they import. Returns whether there are new ones.

        Only sheets of the page's own site are fetched, and only if its robots.txt allows it. A sheet
        that can't be read is ignored.
        """
        known = len(self.read)
        waiting = deque(addresses)
        while waiting and len(self._tried) < MAX_SHEETS and self._bytes_left > 0:
            address = waiting.popleft()
            if address in self._tried or not _is_own(address, page):
                continue
            self._tried.add(address)
            if await may_read(address):
                waiting.extendleft(reversed(await self._read(address, page, delay)))
        return len(self.read) > known

    def ignore(self) -> None:
        """Drop all sheets and read no more, because a page exceeded the limits with them."""
        self.read = {}
        self._bytes_left = 0

    async def _read(self, address: str, page: str, delay: float) -> Sequence[str]:
        """Fetch and parse one sheet; returns the addresses that it imports."""
        max_bytes = min(MAX_BYTES, self._bytes_left)
        try:
            answer = await self.fetcher.visit(
                address, accept=("text/css",), max_bytes=max_bytes, seconds=SECONDS_PER_SHEET, delay=delay
            )
        except FetchFailed:
            return ()
        self._bytes_left -= len(answer.body)
        if answer.status != 200 or not _is_own(answer.url, page):
            return ()
        try:
            parsed = await self.budget.run(PARSE_SHEET, SheetFile(url=address, text=answer.text))
        except (SandboxKilled, SandboxError) as failure:
            log.warning("The style sheet %s was left out: %s", address, failure)
            return ()
        self.read[address] = parsed.sheet
        return parsed.imports


def _is_own(address: str, page: str) -> bool:
    try:
        return same_site(address, page)
    except ValueError:
        return False  # a port that is not a number
