"""robots.txt as RFC 9309 has it: missing means yes, broken or out of reach means no."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from showground.core.fetch import Fetcher, FetchFailed, TooLarge, TooManyRedirects
from showground.core.sandbox import CpuBudget
from showground.extraction.proposal import DraftProblem
from showground.extraction.reading.sandbox_calls import PARSE_ROBOTS, RobotsFile, RobotsRules

MAX_FILE_LENGTH = 512_000
MAX_AT_ONCE = 500  # addresses about which one child is asked


@dataclass
class Robots:
    """What a host lets us read."""

    text: str = ""
    rules: RobotsRules = field(default_factory=RobotsRules)
    refusal: DraftProblem | None = None
    """Why nothing may be read at all."""
    known: dict[str, bool] = field(default_factory=dict[str, bool])

    async def allows(self, url: str, budget: CpuBudget, list_next: Callable[[], Sequence[str]] = tuple) -> bool:
        """Whether we may read an address. What `list_next` tells is looked up with it: each look parses the file."""
        if self.refusal:
            return False
        if not self.text:
            return True
        if url not in self.known:
            await self._look_up([url, *(other for other in list_next() if other not in self.known)], budget)
        return self.known[url]

    async def _look_up(self, urls: Sequence[str], budget: CpuBudget) -> None:
        asked = list(dict.fromkeys(urls))[:MAX_AT_ONCE]
        self.rules = await budget.run(PARSE_ROBOTS, RobotsFile(text=self.text, addresses=asked))
        self.known |= dict(zip(asked, self.rules.allowed, strict=True))


async def ask_robots(url: str, fetcher: Fetcher, seconds: float, budget: CpuBudget) -> Robots:
    """Read the robots.txt of an address' host."""
    parts = urlsplit(url)
    address = f"{parts.scheme}://{parts.netloc}/robots.txt"
    try:
        page = await fetcher.get(address, accept=(), max_bytes=MAX_FILE_LENGTH, seconds=seconds)
    except (TooLarge, TooManyRedirects):
        # Neither says no; RFC 9309 counts the second as a missing file.
        return Robots()
    except FetchFailed as failure:
        return Robots(refusal=DraftProblem(code=failure.code, detail=f"robots.txt could not be read: {failure}"))
    if page.status >= 500 or page.status == 429:
        detail = f"robots.txt returned status {page.status}, so we may not read the site for now. Try again later."
        return Robots(refusal=DraftProblem(code="robots_unavailable", detail=detail))
    if page.status >= 300 or "html" in page.content_type:
        # Some sites answer every address with their home page.
        return Robots()
    robots = Robots(text=page.text.strip())
    await robots.allows(url, budget)
    return robots
