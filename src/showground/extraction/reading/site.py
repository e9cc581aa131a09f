"""Reads a site politely: one page at a time, the most important pages first."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import datetime
from urllib.parse import urlsplit

import anyio

from showground.core.fetch import Fetcher, FetchFailed
from showground.core.sandbox import CpuBudget, SandboxError, SandboxKilled
from showground.extraction.proposal import ExtractionProblem
from showground.extraction.reading.addresses import (
    host_of,
    is_page,
    kind_of,
    page_key,
    same_site,
    site_of,
)
from showground.extraction.reading.page_queue import PageQueue
from showground.extraction.reading.pages import ReadingProgress, ReadPage, SiteReading
from showground.extraction.reading.robots import MAX_AT_ONCE, Robots, fetch_robots
from showground.extraction.reading.sandbox_calls import PARSE_PAGE, FetchedPage, ParsedPage
from showground.extraction.reading.sitemap import read_sitemaps
from showground.extraction.reading.style_sheets import StyleSheets
from showground.extraction.reading.untimed_budget import UntimedBudget

log = logging.getLogger(__name__)

MAX_PAGES = 25
MAX_TRIED = 40  # includes broken links
MAX_SECONDS = 60.0  # not counting the time for parsing
SECONDS_PER_PAGE = 10.0
MAX_FAILURES_IN_A_ROW = 3
MAX_REFUSED = 200  # addresses that robots.txt disallows
STATUSES = {
    401: ("refused", "requires a password"),
    403: ("refused", "refused access"),
    404: ("not_found", "has no page at this address"),
    410: ("not_found", "has removed this page"),
    429: ("too_many_requests", "is limiting our requests"),
    451: ("refused", "is not allowed to show this page"),
}

ReportProgress = Callable[[ReadingProgress], Awaitable[None]]


@dataclass
class Failed(Exception):
    """A page that could not be read."""

    problem: ExtractionProblem


@dataclass
class SiteVisit:
    """One reading of a site."""

    fetcher: Fetcher
    now: Callable[[], datetime]
    tell: ReportProgress
    budget: CpuBudget
    reading: SiteReading
    sheets: StyleSheets
    robots: dict[str, Robots] = field(default_factory=dict[str, Robots])
    queue: PageQueue = field(default_factory=PageQueue)
    sitemap_read: bool = False
    texts: set[int] = field(default_factory=set[int])
    refused: list[str] = field(default_factory=list[str])
    failed: dict[str, list[ExtractionProblem]] = field(default_factory=dict[str, list[ExtractionProblem]])

    @property
    def home(self) -> ReadPage:
        return self.reading.pages[0]

    async def read(self, url: str) -> None:
        """Read the home page, then the pages that it and the sitemap link to."""
        await self._report(f"Checking robots.txt on {host_of(url)}")
        try:
            await self._read_home(url)
        except Failed as failure:
            self.reading.problems.append(failure.problem)
            return
        consecutive = tried = 0
        while await self._has_next() and len(self.reading.pages) < MAX_PAGES and tried < MAX_TRIED:
            if consecutive >= MAX_FAILURES_IN_A_ROW or len(self.refused) >= MAX_REFUSED:
                break
            planned = self.queue.take()
            address, kind = planned.address, planned.kind
            if not await self._may_read(address):
                self.refused.append(address)
                continue
            tried += 1
            await self._report(f"Reading {urlsplit(address).path}", 1)
            try:
                self._add_if_new(await self._get(address), kind)
                consecutive = 0
            except Failed as failure:
                consecutive += failure.problem.code in (
                    "timed_out",
                    "not_reachable",
                    "site_error",
                    "too_many_requests",
                )
                # Broken links are common, and not worth reporting.
                if failure.problem.code != "not_found":
                    self.failed.setdefault(failure.problem.code, []).append(failure.problem)

    async def _read_home(self, url: str) -> None:
        robots = await self._robots_of(url)
        if robots.refusal:
            raise Failed(robots.refusal)
        if not await self._may_read(url):
            detail = f"The robots.txt of {host_of(url)} does not allow {self.fetcher.crawler} to read this page."
            raise Failed(ExtractionProblem(code="robots_disallowed", detail=detail))
        await self._report(f"Reading {host_of(url)}")
        parsed = await self._get(url)
        for _ in range(2):
            target = parsed.refresh
            if not target or len(parsed.page.text) > 2_000 or not is_page(target):
                break
            parsed = await self._get(target)
        page, problem = parsed.page, parsed.problem
        self.reading.final_url = page.url
        if host_of(page.url) != host_of(url) and not await self._may_read(page.url):
            crawler = self.fetcher.crawler
            detail = f"The address leads to {host_of(page.url)}, whose robots.txt does not allow {crawler}."
            raise Failed(ExtractionProblem(code="robots_disallowed", detail=detail))
        if site_of(page.url) != site_of(url):
            detail = f"The address leads to another site, {site_of(page.url)}. We read that one instead."
            self.reading.problems.append(ExtractionProblem(code="redirected_elsewhere", detail=detail))
        if problem and problem.code not in ("script_only", "no_text"):
            raise Failed(problem)
        framed = [link.url for link in page.links if link.kind == "frame" and same_site(link.url, page.url)]
        if problem and not framed:
            self.reading.problems.append(problem)
        self._add(page, "home")
        if problem:
            for address in framed[:5]:
                self.queue.add(address, "home", self.home, in_menu=True)

    def _add_if_new(self, parsed: ParsedPage, kind: str) -> None:
        """Add a page, unless it is not a real page, a duplicate, or in another language."""
        page, problem = parsed.page, parsed.problem
        if not same_site(page.url, self.home.url):
            return
        if problem:
            # Missing and unfinished pages are common, and not worth reporting.
            if problem.code not in ("soft_404", "coming_soon"):
                self.failed.setdefault(problem.code, []).append(problem)
            if problem.code != "script_only":
                return
        canonical = next((link.url for link in page.links if "canonical" in link.rel.split()), page.url)
        is_duplicate = page_key(canonical) in {page_key(read.url) for read in self.reading.pages[1:]}
        if is_duplicate or hash(page.text) in self.texts or self._is_other_language(page):
            return
        self._add(page, kind)

    def _is_other_language(self, page: ReadPage) -> bool:
        """Whether this page is in another language than the home page."""
        return bool(self.home.language and page.language and page.language != self.home.language)

    def _add(self, page: ReadPage, kind: str) -> None:
        page.kind = kind
        self.reading.pages.append(page)
        self.texts.add(hash(page.text))
        foreign = {
            page_key(link.url)
            for link in page.links
            if link.rel == "alternate" and link.text[:2].lower() not in (page.language or "", "x-")
        }
        self.queue.skip(page_key(page.url), *foreign)
        for link in page.links:
            if link.kind == "a" and link.rel not in ("alternate", "canonical"):
                in_menu = link.place in ("header", "nav", "footer")
                self.queue.add(link.url, kind_of(link.url, link.text), self.home, in_menu=in_menu)

    async def _has_next(self) -> bool:
        """Whether there are more pages. Before reading pages of no known kind, look for better ones in the sitemap."""
        if not self.sitemap_read and self.queue.next_kind() in (None, "other"):
            self.sitemap_read = True
            await self._plan_from_sitemap()
        return bool(self.queue)

    async def _plan_from_sitemap(self) -> None:
        robots = await self._robots_of(self.home.url)
        parts = urlsplit(self.home.url)
        named = [url for url in robots.rules.sitemaps if same_site(url, self.home.url)]
        usual = f"{parts.scheme}://{parts.netloc}/sitemap.xml"
        if await self._may_read(usual):
            delay = robots.rules.delay
            for url in await read_sitemaps(named or [usual], self.fetcher, SECONDS_PER_PAGE / 2, self.budget, delay):
                self.queue.add(url, kind_of(url), self.home, in_menu=False)

    async def _robots_of(self, url: str) -> Robots:
        origin = _origin(url)
        if origin not in self.robots:
            self.robots[origin] = await fetch_robots(url, self.fetcher, SECONDS_PER_PAGE, self.budget)
        return self.robots[origin]

    async def _may_read(self, url: str) -> bool:
        def list_next() -> list[str]:
            return self.queue.next_on(_origin(url), MAX_AT_ONCE)

        return await (await self._robots_of(url)).allows(url, self.budget, list_next)

    async def _get(self, url: str) -> ParsedPage:
        try:
            delay = (await self._robots_of(url)).rules.delay
            answer = await self.fetcher.visit(url, seconds=SECONDS_PER_PAGE, delay=delay)
        except FetchFailed as failure:
            detail = f"{url}: {failure}"
            raise Failed(ExtractionProblem(code=failure.code, detail=detail)) from failure
        if answer.status != 200:
            code, meaning = STATUSES.get(answer.status, ("site_error", "returned an error"))
            raise Failed(
                ExtractionProblem(code=code, detail=f"{answer.url}: the site {meaning} (status {answer.status}).")
            )
        fetched = FetchedPage(
            url=answer.url,
            content_type=answer.headers.get("content-type", ""),
            body=answer.body,
            read_at=self.now(),
            sheets=self.sheets.read,
        )
        parsed = await self._parse(fetched)
        # Most pages of a site share their sheets, so few are parsed twice.
        if await self.sheets.add(parsed.missing_sheets, answer.url, self._may_read, delay):
            parsed = await self._parse(fetched.model_copy(update={"sheets": self.sheets.read}))
        return parsed

    async def _parse(self, fetched: FetchedPage) -> ParsedPage:
        """Parse a page. If that fails with its style sheets, parse it without any."""
        try:
            return await self.budget.run(PARSE_PAGE, fetched)
        except (SandboxKilled, SandboxError) as failure:
            if not fetched.sheets:
                raise
            log.warning("The style sheets of %s were left out: %s", fetched.url, failure)
        self.sheets.ignore()
        return await self.budget.run(PARSE_PAGE, fetched.model_copy(update={"sheets": {}}))

    async def _report(self, now: str, in_work: int = 0) -> None:
        read = len(self.reading.pages)
        await self.tell(
            ReadingProgress(
                pages_read=read, pages_planned=min(MAX_PAGES, read + in_work + len(self.queue)) or 1, now=now
            )
        )

    def conclude(self, in_time: bool) -> None:
        """Report what was left out, and why."""
        problems = self.reading.problems
        for code, found in self.failed.items():
            more = f" The same applies to {len(found) - 1} more." if len(found) > 1 else ""
            problems.append(ExtractionProblem(code=code, detail=found[0].detail + more))
        if self.refused:
            found, crawler = ", ".join(urlsplit(url).path for url in self.refused[:3]), self.fetcher.crawler
            detail = f"robots.txt does not allow {crawler} to read {len(self.refused)} pages, such as {found}."
            problems.append(ExtractionProblem(code="robots_disallowed", detail=detail))
        if not in_time:
            detail = f"We stopped reading after {MAX_SECONDS:.0f} seconds, with {len(self.reading.pages)} pages read."
            problems.append(ExtractionProblem(code="out_of_time", detail=detail))


def _origin(url: str) -> str:
    return "{0.scheme}://{0.netloc}".format(urlsplit(url))


async def read_site(
    url: str, fetcher: Fetcher, budget: CpuBudget, *, now: Callable[[], datetime], tell: ReportProgress
) -> SiteReading:
    """Read the important pages of a site. Never raises for what the site does; failures are listed in `problems`.

    `budget` covers parsing of all pages. If any page exceeds the sandbox limits, the whole site is given up.
    """
    limit = anyio.move_on_after(MAX_SECONDS)
    parsing = UntimedBudget(budget, limit)
    visit = SiteVisit(fetcher, now, tell, parsing, SiteReading(final_url=url), StyleSheets(fetcher, parsing))
    in_time = False
    try:
        with limit:
            await visit.read(url)
            in_time = True
    except SandboxKilled:
        detail = (
            f"We stopped reading {host_of(url)}: one of its pages needs more time or memory than we allow."
            " Fill in the draft by hand."
        )
        return SiteReading(
            final_url=visit.reading.final_url, problems=[ExtractionProblem(code="over_limits", detail=detail)]
        )
    visit.conclude(in_time)
    return visit.reading
