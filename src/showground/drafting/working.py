"""The work on a draft, from its address until it is ready. Killed at any point and run again, it goes on from there."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from showground import catalog
from showground.core.failures import Unavailable
from showground.core.job import JobRun
from showground.core.job_queue import describe
from showground.core.sandbox import CpuBudget, SandboxKilled
from showground.drafting import rules, store, verified
from showground.drafting.entries import cleaned, flatten
from showground.drafting.proposal import Problem, Verified
from showground.drafting.reading import Progress, ReadPage, SiteReading, read_site
from showground.drafting.sandboxed import draft_budget

MOST_SECONDS = 150.0  # for drafting alone; reading has a limit of its own
FAILED = Problem(
    code="drafting_failed",
    detail="Something failed on our side while this was drafted. Fill it in by hand, or read the site anew.",
)
OVER_LIMITS = Problem(
    code="over_limits",
    detail="We gave up drafting: this site needs more time or memory than we allow. Fill in the draft by hand.",
)

log = logging.getLogger(__name__)


async def work(run: JobRun, draft_id: str, reading: int) -> None:
    """Bring a draft to `ready`, whatever happens; only while the database is away it is left for another try."""
    draft = UUID(draft_id)
    budget = draft_budget(f"draft:{draft}")
    try:
        async with run.door.database.reading() as db:
            row = await store.find(db, draft)
        if row is None or row.status == "ready" or row.reading != reading:
            return
        if row.status == "crawling":
            read = await _read(run, draft, reading, row.url, budget)
            if not read.pages:
                await _finish(run, draft, reading, None, read.problems)
                return
            await _keep(run, draft, reading, read)
        found = await _draft(run, draft, budget)
        await _finish(run, draft, reading, found, found.problems)
    except Unavailable:
        raise
    except SandboxKilled:  # the next try would end the same way
        await _finish(run, draft, reading, None, [OVER_LIMITS])
    except Exception as error:  # noqa: BLE001 - whatever it is, nobody should wait for ever
        log.error("Draft %s could not be drafted. %s", draft, describe(error))  # noqa: TRY400 - an error's text may hold secrets
        await _finish(run, draft, reading, None, [FAILED])


async def _read(run: JobRun, draft: UUID, reading: int, url: str, budget: CpuBudget) -> SiteReading:
    async def tell(progress: Progress) -> None:
        await _tell(run, draft, reading, progress.model_dump())

    return await read_site(url, run.door.fetch, budget, now=run.door.clock, tell=tell)


async def _tell(run: JobRun, draft: UUID, reading: int, progress: dict[str, Any]) -> None:
    async with run.door.database.transaction() as db:
        await store.tell_progress(db, draft, reading, progress, run.door.clock())


async def _keep(run: JobRun, draft: UUID, reading: int, read: SiteReading) -> None:
    """Keep the pages, and say that drafting begins: from here on the site is not read again for this visit."""
    pages = [ReadPage.model_validate(cleaned(page.model_dump(), prose=True)) for page in read.pages]
    async with run.door.database.transaction() as db:
        row = await store.find(db, draft, hold=True)
        if row is None or row.reading != reading or row.status != "crawling":
            return
        await store.keep_pages(db, draft, [(page.url, page.read_at, page.model_dump_json()) for page in pages])
        await store.begin_drafting(db, draft, read.problems, run.door.clock())
        done = {"pages_read": len(pages), "pages_planned": len(pages), "now": "Drafting from what was read"}
        await store.tell_progress(db, draft, reading, done, run.door.clock())


async def _draft(run: JobRun, draft: UUID, budget: CpuBudget) -> Verified:
    async with run.door.database.reading() as db:
        pages = await store.get_pages(db, draft)
        categories = await catalog.read_categories(db)
    if not pages:  # it was deleted meanwhile
        return Verified()
    async with asyncio.timeout(MOST_SECONDS):
        return await verified.draft(run.door.equipment, pages, categories, None, budget)


async def _finish(run: JobRun, draft: UUID, reading: int, found: Verified | None, new: Sequence[Problem]) -> None:
    """Take in what was found, once; what was typed meanwhile stays. Where nothing could be read or drafted this time,
    what an earlier visit gave stays too."""
    async with run.door.database.transaction() as db:
        row = await store.find(db, draft, hold=True)
        if row is None or row.reading != reading or row.status == "ready":
            return
        entries = rules.draft_in(row.entries, flatten(found)) if found else row.entries
        problems = [*(Problem(**told) for told in row.problems if row.status == "drafting"), *new]
        progress = {**row.progress, "pages_planned": row.progress["pages_read"], "now": "Ready"}
        await store.finish(db, draft, entries, _distinct(problems), progress, run.door.clock())
    codes = {problem.code for problem in problems}
    run.door.meter.count("drafts", "failed" if FAILED.code in codes else "with_problems" if codes else "ready")


def _distinct(problems: Sequence[Problem]) -> list[Problem]:
    return list({(problem.code, problem.detail): problem for problem in problems}.values())


async def give_up(run: JobRun, drafts: Sequence[UUID]) -> None:
    """End these drafts as failed."""
    for draft in drafts:
        async with run.door.database.reading() as db:
            row = await store.find(db, draft)
        if row is not None:
            await _finish(run, draft, row.reading, None, [FAILED])
