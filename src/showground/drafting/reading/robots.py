"""robots.txt as RFC 9309 has it: missing means yes, broken or out of reach means no."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from showground.core.fetch import Fetcher, FetchFailed, TooLarge, TooManyRedirects
from showground.drafting.proposal import Problem

if TYPE_CHECKING:
    from protego import Protego

AGENT = "ShowgroundBot"
LONGEST_DELAY = 3.0
LONGEST_FILE = 512_000
MAX_RULES = 5_000
LONGEST_LINE = 2_000
# As generous as the parser, which also takes a blank for the colon.
AGENT_LINE = re.compile(r"\s*+user[- ]?agent(?:\s*+:|\s)(.*)", re.IGNORECASE)


@dataclass(frozen=True)
class Robots:
    """What a host lets us read."""

    rules: "Protego | None" = None
    refusal: Problem | None = None
    """Why nothing may be read at all."""

    def allows(self, url: str) -> bool:
        if self.refusal:
            return False
        return self.rules is None or self.rules.can_fetch(url, AGENT)

    @property
    def delay(self) -> float:
        """Seconds that the host asks us to leave between pages, within reason."""
        asked = self.rules.crawl_delay(AGENT) if self.rules else None
        return min(max(asked or 0.0, 0.0), LONGEST_DELAY)

    @property
    def sitemaps(self) -> list[str]:
        return list(self.rules.sitemaps)[:5] if self.rules else []


async def ask_robots(url: str, fetcher: Fetcher, seconds: float) -> Robots:
    """Read the robots.txt of an address' host."""
    parts = urlsplit(url)
    address = f"{parts.scheme}://{parts.netloc}/robots.txt"
    try:
        page = await fetcher.get(address, accept=(), max_bytes=LONGEST_FILE, seconds=seconds)
    except (TooLarge, TooManyRedirects):
        # Neither says no; RFC 9309 counts the second as a missing file.
        return Robots()
    except FetchFailed as failure:
        return Robots(refusal=Problem(code=failure.code, detail=f"robots.txt could not be read: {failure}"))
    if page.status >= 500 or page.status == 429:
        detail = f"The site answered {page.status} for robots.txt, which means that nothing may be read for now."
        return Robots(refusal=Problem(code="robots_unavailable", detail=detail))
    if page.status >= 300 or "html" in page.content_type:
        # Some sites answer every address with their home page.
        return Robots()
    return read_robots(page.text)


def read_robots(text: str) -> Robots:
    """What a robots.txt says to us."""
    from protego import Protego  # noqa: PLC0415  needed by the worker only

    return Robots(rules=Protego.parse("\n".join(_lines_for_us(text))))


def _lines_for_us(text: str) -> Iterator[str]:
    """The lines with one name for all other robots.

    The parser gives each rule to every robot named above it, and looks through them all, so that a list of many names
    and many rules would take it hours.
    """
    rules = 0
    other = False  # whether the line before names another robot
    for line in text.splitlines():
        named = AGENT_LINE.match(line)
        ours = bool(named and _is_ours(named[1]))
        if named and not ours:
            if not other:
                yield "User-agent: another"
        elif rules < MAX_RULES and len(line) <= LONGEST_LINE:
            rules += not named and bool(line.strip())
            yield line
        other = bool(named and not ours)


def _is_ours(written: str) -> bool:
    """Whether a name is meant for us: ours, its beginning, or that for everybody."""
    name = written.partition("#")[0].strip().lower()
    return name == "*" or AGENT.lower().startswith(name.replace("*", ""))
