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

MAX_SHEETS = 8  # of one site, those that cannot be fetched included
MAX_BYTES = 600_000  # of one sheet
MAX_BYTES_IN_ALL = 1_500_000
SECONDS_PER_SHEET = 5.0


@dataclass
class StyleSheets:
    """What was read of a site's own sheets."""

    fetcher: Fetcher
    budget: CpuBudget
    read: dict[str, PackedSheet] = field(default_factory=dict[str, PackedSheet])
    """By address."""
    _tried: set[str] = field(default_factory=set[str])
    _bytes_left: int = MAX_BYTES_IN_ALL

    async def add(
        self, addresses: Sequence[str], page: str, may_read: Callable[[str], Awaitable[bool]], delay: float
    ) -> bool:
        """Read the sheets that a page asks for, and what they import; whether there are new ones.

        Only sheets of the page's own site are fetched, and only if its robots.txt allows it. One that cannot be read
        hides nothing.
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
        """Forget the sheets, and read no more: a page could not be read with them within the limits."""
        self.read = {}
        self._bytes_left = 0

    async def _read(self, address: str, page: str, delay: float) -> Sequence[str]:
        """Fetch and parse one sheet; answers what it imports."""
        most = min(MAX_BYTES, self._bytes_left)
        try:
            answer = await self.fetcher.visit(
                address, accept=("text/css",), max_bytes=most, seconds=SECONDS_PER_SHEET, delay=delay
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
        return False  # a port that is no number
