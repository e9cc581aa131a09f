"""robots.txt as in RFC 9309: a missing file allows everything, an unreachable one nothing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from showground.core.fetch import Fetcher, FetchFailed, HostUnknown, TlsFailed, TooLarge, TooManyRedirects
from showground.core.sandbox import CpuBudget
from showground.extraction.proposal import ExtractionProblem
from showground.extraction.reading.sandbox_calls import PARSE_ROBOTS, RobotsFile, RobotsRules

MAX_FILE_LENGTH = 512_000
MAX_AT_ONCE = 500  # addresses checked in one sandbox call


@dataclass
class Robots:
    """What a host allows us to read."""

    agent: str = ""
    text: str = ""
    rules: RobotsRules = field(default_factory=RobotsRules)
    refusal: ExtractionProblem | None = None
    """Why nothing on this host may be read."""
    known: dict[str, bool] = field(default_factory=dict[str, bool])

    async def allows(self, url: str, budget: CpuBudget, list_next: Callable[[], Sequence[str]] = tuple) -> bool:
        """Whether we may read an address. A check parses the file again, so the next addresses are checked with it."""
        if self.refusal:
            return False
        if not self.text:
            return True
        if url not in self.known:
            await self._look_up([url, *(other for other in list_next() if other not in self.known)], budget)
        return self.known[url]

    async def _look_up(self, urls: Sequence[str], budget: CpuBudget) -> None:
        asked = list(dict.fromkeys(urls))[:MAX_AT_ONCE]
        self.rules = await budget.run(PARSE_ROBOTS, RobotsFile(agent=self.agent, text=self.text, addresses=asked))
        self.known |= dict(zip(asked, self.rules.allowed, strict=True))


async def fetch_robots(url: str, fetcher: Fetcher, seconds: float, budget: CpuBudget) -> Robots:
    """Fetch the robots.txt of an address's host."""
    parts = urlsplit(url)
    address = f"{parts.scheme}://{parts.netloc}/robots.txt"
    try:
        page = await fetcher.visit(address, accept=(), max_bytes=MAX_FILE_LENGTH, seconds=seconds)
    except (TooLarge, TooManyRedirects):
        # Neither is a refusal; RFC 9309 treats too many redirects as a missing file.
        return Robots()
    except HostUnknown as failure:
        detail = f"We couldn't find {parts.hostname}. Check the spelling."
        return Robots(refusal=ExtractionProblem(code=failure.code, detail=detail))
    except TlsFailed as failure:
        detail = f"robots.txt could not be read: {failure}"
        if parts.scheme == "https":
            detail = (
                f"We could not connect securely to {parts.netloc}: its certificate is missing, expired or for a"
                f" different domain. If the site works without https, submit http://{parts.netloc} instead."
            )
        return Robots(refusal=ExtractionProblem(code=failure.code, detail=detail))
    except FetchFailed as failure:
        return Robots(refusal=ExtractionProblem(code=failure.code, detail=f"robots.txt could not be read: {failure}"))
    if page.status >= 500 or page.status == 429:
        detail = f"robots.txt returned status {page.status}, so we may not read the site for now. Try again later."
        return Robots(refusal=ExtractionProblem(code="robots_unavailable", detail=detail))
    if page.status >= 300 or "html" in page.content_type:
        # Some sites return their home page for every address.
        return Robots()
    robots = Robots(fetcher.crawler, page.text.strip())
    await robots.allows(url, budget)
    return robots
