"""The job that reads a site and drafts from it. Killed at any point and run again, it continues where it stopped."""

import asyncio
import logging
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from showground.categories import category_tree
from showground.core.calls.errors import Unavailable
from showground.core.fetch import NotReachable, TimedOut, TlsFailed
from showground.core.jobs.declare import JobRun
from showground.core.jobs.worker import describe
from showground.core.sandbox import CpuBudget, SandboxKilled
from showground.drafting import rules
from showground.drafting.fields import cleaned, flatten
from showground.drafting.logo_copies import copy_logos
from showground.drafting.queries import drafts as store
from showground.extraction import pipeline
from showground.extraction.proposal import ExtractionProblem, Verified
from showground.extraction.reading import ReadingProgress, ReadPage, SiteReading, read_site
from showground.extraction.sandbox_calls import draft_budget

MAX_SECONDS = 150.0  # for drafting only; reading has its own limit
NO_CONNECTION = {TlsFailed.code, NotReachable.code, TimedOut.code}
FAILED = ExtractionProblem(
    code="drafting_failed",
    detail="Something failed on our side while drafting. Fill in the draft by hand, or read the site again.",
)
OVER_LIMITS = ExtractionProblem(
    code="over_limits",
    detail="We stopped drafting: this site needs more time or memory than we allow. Fill in the draft by hand.",
)

log = logging.getLogger(__name__)


async def run_draft_job(run: JobRun, draft_id: str, reading: int, *, try_http: bool = False) -> None:
    """Bring a draft to `ready`, whatever happens. Only if the database is unavailable is it left for a retry."""
    draft = UUID(draft_id)
    budget = draft_budget(f"draft:{draft}")
    try:
        async with run.dispatcher.database.reading() as db:
            row = await store.find(db, draft)
        if row is None or row.status == "ready" or row.reading != reading:
            return
        if row.status == "crawling":
            read = await _read(run, draft, reading, row.url, budget)
            if try_http and row.url.startswith("https:") and _failed_to_connect(read):
                plain = "http:" + row.url.removeprefix("https:")
                read = await _read(run, draft, reading, plain, budget)
                if read.pages:
                    await _change_url(run, draft, plain)
            if not read.pages:
                await _finish(run, draft, reading, None, read.problems)
                return
            await _store_pages(run, draft, reading, read)
        found = await _draft(run, draft, budget)
        await _finish(run, draft, reading, found, found.problems)
    except Unavailable:
        raise
    except NotWanted:  # stop asking the site for more pages
        return
    except SandboxKilled:  # a retry would end the same way
        await _finish(run, draft, reading, None, [OVER_LIMITS])
    except Exception as error:  # noqa: BLE001 - whatever it is, nobody should wait forever
        log.error("Draft %s could not be drafted. %s", draft, describe(error))  # noqa: TRY400 - an error's text may hold secrets
        await _finish(run, draft, reading, None, [FAILED])


async def _read(run: JobRun, draft: UUID, reading: int, url: str, budget: CpuBudget) -> SiteReading:
    async def tell(progress: ReadingProgress) -> None:
        await _save_progress(run, draft, reading, progress.model_dump())

    return await read_site(url, run.dispatcher.fetch, budget, now=run.dispatcher.clock, tell=tell)


def _failed_to_connect(read: SiteReading) -> bool:
    return not read.pages and {problem.code for problem in read.problems} <= NO_CONNECTION


async def _change_url(run: JobRun, draft: UUID, url: str) -> None:
    async with run.dispatcher.database.transaction() as db:
        await store.save_url(db, draft, url)


class NotWanted(Exception):
    """The draft was deleted or stopped, or is read again by another job."""


async def _save_progress(run: JobRun, draft: UUID, reading: int, progress: dict[str, Any]) -> None:
    async with run.dispatcher.database.transaction() as db:
        wanted = await store.save_progress(db, draft, reading, progress, run.dispatcher.clock())
    if not wanted:
        raise NotWanted


async def _store_pages(run: JobRun, draft: UUID, reading: int, read: SiteReading) -> None:
    """Store the pages and switch to drafting. If the job restarts after this, the site is not read again."""
    pages = [ReadPage.model_validate(cleaned(page.model_dump(), prose=True)) for page in read.pages]
    async with run.dispatcher.database.transaction() as db:
        row = await store.find(db, draft, lock=True)
        if row is None or row.reading != reading or row.status != "crawling":
            return
        await store.store_pages(db, draft, [(page.url, page.read_at, page.model_dump_json()) for page in pages])
        await store.begin_drafting(db, draft, read.problems, run.dispatcher.clock())
        done = {"pages_read": len(pages), "pages_planned": len(pages), "now": "Drafting from the pages we read"}
        await store.save_progress(db, draft, reading, done, run.dispatcher.clock())


async def _draft(run: JobRun, draft: UUID, budget: CpuBudget) -> Verified:
    async with run.dispatcher.database.reading() as db:
        pages = await store.get_pages(db, draft)
        categories = await category_tree.read_categories(db)
    if not pages:  # the draft was deleted in the meantime
        return Verified()
    async with asyncio.timeout(MAX_SECONDS):
        return await pipeline.draft(run.dispatcher.services, pages, categories, None, budget)


async def _finish(
    run: JobRun, draft: UUID, reading: int, found: Verified | None, new: Sequence[ExtractionProblem]
) -> None:
    """Store what was found, once. What people typed in the meantime stays; if nothing could be read or drafted this
    time, so does the result of an earlier reading."""
    async with run.dispatcher.database.transaction() as db:
        row = await store.find(db, draft, lock=True)
        if row is None or row.reading != reading or row.status == "ready":
            return
        entries = rules.merge_draft(row.entries, flatten(found)) if found else row.entries
        problems = [*(ExtractionProblem(**told) for told in row.problems if row.status == "drafting"), *new]
        read = row.progress["pages_read"]
        now = "Ready" if found else "The site could not be drafted from" if read else "The site could not be read"
        progress = {**row.progress, "pages_planned": read, "now": now}
        await store.finish(db, draft, entries, _distinct(problems), progress, run.dispatcher.clock())
        if found:
            await store.save_logo_candidates(db, draft, found.logo_candidates)
            await copy_logos.enqueue(db, str(draft), row.reading, row.account_id)
    codes = {problem.code for problem in problems}
    run.dispatcher.meter.count("drafts", "failed" if FAILED.code in codes else "with_problems" if codes else "ready")


def _distinct(problems: Sequence[ExtractionProblem]) -> list[ExtractionProblem]:
    return list({(problem.code, problem.detail): problem for problem in problems}.values())


async def give_up(run: JobRun, drafts: Sequence[UUID]) -> None:
    """Mark these drafts as failed."""
    for draft in drafts:
        async with run.dispatcher.database.reading() as db:
            row = await store.find(db, draft)
        if row is not None:
            await _finish(run, draft, row.reading, None, [FAILED])
