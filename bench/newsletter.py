"""The Monday email to 100,000 subscribers with many choices of categories: how long its emails take to write."""

import asyncio
import resource
import shutil
import tempfile
import time
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from bench.comparing import keep
from bench.options import Options, run
from showground import launches
from showground.categories import category_tree
from showground.core import embedded_postgres
from showground.core.calls.context import Caller
from showground.core.calls.dispatch import Dispatcher
from showground.core.database.migrations import migrate
from showground.core.jobs.declare import JobRun
from showground.launches.jobs import turn_week
from showground.listings import new_listings
from showground.newsletter.jobs import write_newsletter
from showground.registry import all_operations
from showground.settings import Settings
from showground.wiring import wire

SUBSCRIBERS, LAUNCHES = 100_000, 200
ENDED, BEGINS = date(2026, 3, 9), date(2026, 3, 16)
MAX_SECONDS = 30.0


def main(options: Options) -> None:  # noqa: ARG001 - it makes its own listings
    folder = Path(tempfile.mkdtemp(prefix="showground-bench-"))
    folder.chmod(0o755)
    try:
        with embedded_postgres.running(folder, durable=False) as conninfo:
            migrate(conninfo)
            seconds, cpu, texts = asyncio.run(_measure(conninfo))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"Newsletter, {SUBSCRIBERS:,} emails written and queued: {seconds:.1f} s, {cpu:.1f} s of our CPU time")
    print(f"  {texts:,} different texts, by chosen categories")
    keep("newsletter", {"seconds": seconds, "cpu_seconds": cpu, "max_seconds": MAX_SECONDS, "texts": texts})
    assert seconds < MAX_SECONDS, f"The newsletter took {seconds:.1f} s"


async def _measure(conninfo: str) -> tuple[float, float, int]:
    now = launches.begin_of(BEGINS) + timedelta(hours=7, minutes=5)
    parts = wire(Settings(), conninfo, all_operations(), clock=lambda: now)
    async with parts.open():
        await _fill(parts.dispatcher)
        job = JobRun(parts.dispatcher, Caller(now, "job"))
        await turn_week.work(job)
        begun, used = time.perf_counter(), _cpu()
        await write_newsletter.work(job)
        seconds, cpu = time.perf_counter() - begun, _cpu() - used
        async with parts.dispatcher.database.reading() as db:
            row = await db.one("select count(*), count(distinct recipient) from outbox where body_id is not null")
            texts = await db.one("select count(*) from mail_body")
            queued = await db.one(
                "select sum(jsonb_array_length(args->'mail_ids')) from procrastinate_jobs"
                " where task_name = 'deliver_list_mails'"
            )
        assert row == (SUBSCRIBERS, SUBSCRIBERS)
        assert queued == (SUBSCRIBERS,)
    return seconds, cpu, texts[0] if texts else 0


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


async def _fill(dispatcher: Dispatcher) -> None:
    """Launches of both weeks in all categories; every second subscriber has chosen up to three top categories."""
    made = datetime(2026, 1, 5, tzinfo=UTC)
    async with dispatcher.database.transaction() as db:
        await db.take_time()
        await category_tree.add_shipped_categories(db)
        tops = [slug for (slug,) in await db.all("select slug from category where parent_id is null order by id")]
        for week in (ENDED, BEGINS):
            new = [
                _listing(f"{week}-{n}", week, made, tops[n % len(tops)], live=week == ENDED) for n in range(LAUNCHES)
            ]
            ids = await new_listings.add_listings(db, new)
            await launches.add_launches(db, [(number, week) for number in ids])
        await db.execute(
            """
            insert into newsletter_subscriber (email, category_ids, confirmed_at)
            select 'reader-' || n || '@readers.example', case when n %% 2 = 0 then '{}' else array(
                select distinct tops[1 + (n * step) %% cardinality(tops)] from unnest(array[3, 7, 11]) step order by 1
            ) end, %s
            from generate_series(1, %s) n,
                (select array_agg(id order by id) as tops from category where parent_id is null) t
            """,
            (made, SUBSCRIBERS),
        )
        await db.refresh_statistics()


def _listing(slug: str, week: date, made: datetime, category: str, *, live: bool) -> new_listings.NewListing:
    return new_listings.NewListing(
        slug=slug,
        name=f"Product {slug}",
        website=f"https://{slug}.example/",
        status="live" if live else "scheduled",
        tagline="What it does, in a sentence of the usual length",
        launch_week=week,
        live_at=launches.begin_of(week) if live else None,
        categories=[category],
        created_at=made,
        updated_at=made,
    )


if __name__ == "__main__":
    run(main, __doc__)
