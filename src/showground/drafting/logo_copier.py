"""Fetches the pictures of a site that may be its logo and stores copies, which the draft's page shows."""

import asyncio
from urllib.parse import urlsplit
from uuid import UUID

from showground.core.calls.errors import InvalidInput
from showground.core.fetch import Fetcher, FetchFailed
from showground.core.jobs.declare import JobRun
from showground.core.sandbox import CpuBudget, SandboxKilled
from showground.core.web_address import judge_address
from showground.drafting import apply_to_listing
from showground.drafting.fields import value_of
from showground.drafting.queries import drafts
from showground.drafting.queries.drafts import DraftRow
from showground.extraction.reading.robots import Robots, fetch_robots
from showground.extraction.sandbox_calls import draft_budget
from showground.listings import logos
from showground.ownership import MAX_LOGO_BYTES, make_logo

SECONDS_PER_PICTURE = 8.0
SECONDS_IN_ALL = 30.0


async def work(run: JobRun, draft_id: str, reading: int) -> None:
    """Store what can be fetched and drawn. The rest is not offered; the owner can upload a file instead."""
    draft = UUID(draft_id)
    async with run.dispatcher.database.reading() as db:
        row = await drafts.find(db, draft)
    if row is None or row.reading != reading:
        return
    copier = LogoCopier(run.dispatcher.fetch, draft_budget(f"draft:{draft}"))
    made: dict[bytes, str] = {}  # address by picture: a site often offers the same one at several addresses
    try:
        async with asyncio.timeout(SECONDS_IN_ALL):
            for url in _addresses(row):
                if picture := await copier.copy(url):
                    made.setdefault(picture, url)
    except TimeoutError:
        pass  # what was fetched so far is offered
    async with run.dispatcher.database.transaction() as db:
        now = await drafts.find(db, draft, lock=True)
        if now is None or now.reading != reading:
            return
        for picture, url in made.items():
            await logos.add_to_draft(db, draft, picture, run.dispatcher.clock(), source=url)
        await logos.delete_copies(db, draft, [*made.values(), *filter(None, [value_of(now.entries, "logo_url")])])
        await apply_to_listing.show_copied_logo(db, now, run.dispatcher.clock())


def _addresses(draft: DraftRow) -> list[str]:
    """The one that the draft names first, so that it has a copy even if another address has the same picture."""
    named: str | None = value_of(draft.entries, "logo_url")
    urls = [candidate["value"] for candidate in draft.logo_candidates]
    is_elsewhere = named is not None and judge_address(named) is None and logos.OURS.search(named) is None
    return list(dict.fromkeys([named, *urls] if named and is_elsewhere else urls))


class LogoCopier:
    """Fetches pictures that robots.txt lets us read, and makes logos of them."""

    def __init__(self, fetcher: Fetcher, budget: CpuBudget) -> None:
        self.fetcher = fetcher
        self.budget = budget
        self.robots: dict[str, Robots] = {}

    async def copy(self, url: str) -> bytes | None:
        """The logo; None if the picture may not be read, does not arrive or cannot be drawn."""
        try:
            if not await self._may_read(url):
                return None
            answer = await self.fetcher.visit(
                url, accept=("image/*",), max_bytes=MAX_LOGO_BYTES, seconds=SECONDS_PER_PICTURE
            )
            return await make_logo(answer.body, self.budget.owner) if answer.status == 200 else None
        except (FetchFailed, InvalidInput, SandboxKilled):
            return None

    async def _may_read(self, url: str) -> bool:
        origin = "{0.scheme}://{0.netloc}".format(urlsplit(url))
        if origin not in self.robots:
            self.robots[origin] = await fetch_robots(url, self.fetcher, SECONDS_PER_PICTURE, self.budget)
        return await self.robots[origin].allows(url, self.budget)
