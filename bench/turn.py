"""The weekly turn with many launches and votes, and an update that many followers are mailed."""

import asyncio
import shutil
import tempfile
import time
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from bench.comparing import keep
from bench.options import Options, run
from showground import accounts, launches
from showground.categories import category_tree
from showground.core import embedded_postgres
from showground.core.calls.context import Caller
from showground.core.calls.dispatch import Dispatcher
from showground.core.database.migrations import migrate
from showground.core.jobs.declare import JobRun
from showground.launches.jobs import turn_week
from showground.listings import new_listings, updates
from showground.ownership.jobs import mail_followers
from showground.ownership.queries import owned_listings
from showground.registry import all_operations
from showground.settings import Settings
from showground.wiring import wire

LAUNCHES, VOTES, VOTERS, FOLLOWERS = 5_000, 50_000, 10_000, 10_000
ENDED, BEGINS = date(2026, 3, 9), date(2026, 3, 16)
MOST_SECONDS = 30.0


def main(options: Options) -> None:  # noqa: ARG001 - it makes its own listings
    folder = Path(tempfile.mkdtemp(prefix="showground-bench-"))
    folder.chmod(0o755)
    try:
        with embedded_postgres.running(folder, durable=False) as conninfo:
            migrate(conninfo)
            seconds, mailed = asyncio.run(_measure(conninfo))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"Weekly turn, {LAUNCHES:,} launches end with {VOTES:,} votes and {LAUNCHES:,} go live: {seconds:.1f} s")
    print(f"An update, {FOLLOWERS:,} mails written in batches: {mailed:.1f} s")
    keep("turn", {"turn_seconds": seconds, "most_seconds": MOST_SECONDS, "mails_written_seconds": mailed})
    assert seconds < MOST_SECONDS, f"The weekly turn took {seconds:.1f} s"


async def _measure(conninfo: str) -> tuple[float, float]:
    now = launches.begin_of(BEGINS) + timedelta(seconds=2)
    parts = wire(Settings(), conninfo, all_operations(), clock=lambda: now)
    async with parts.open():
        first = await _fill(parts.dispatcher, now)
        run = JobRun(parts.dispatcher, Caller(now, "job"))
        begun = time.perf_counter()
        await turn_week.work(run)
        seconds = time.perf_counter() - begun
        begun = time.perf_counter()
        await mail_followers.work(run, first)
        mailed = time.perf_counter() - begun
        async with parts.dispatcher.database.reading() as db:
            awards = await db.one("select count(*) from award")
            live = await db.one("select count(*) from listing where status = 'live'")
            mails = await db.one("select count(*) from outbox where template = 'listing_update'")
        assert (awards, live, mails) == ((3,), (2 * LAUNCHES,), (FOLLOWERS,))
    return seconds, mailed


async def _fill(dispatcher: Dispatcher, now: datetime) -> int:
    """Listings of both weeks, votes and followers; returns an update that is to be mailed."""
    made = datetime(2026, 1, 5, tzinfo=UTC)
    async with dispatcher.database.transaction() as db:
        await db.take_time()
        await category_tree.add_shipped_categories(db)
        voters = await accounts.add_demo_accounts(
            db, {f"voter-{n}@visitors.example": f"Voter {n}" for n in range(VOTERS)}, made
        )
        await db.execute("update account set demo = false")
        ids: dict[date, list[int]] = {}
        for week in (ENDED, BEGINS):
            new = [_listing(f"{week}-{n}", week, made, live=week == ENDED) for n in range(LAUNCHES)]
            ids[week] = await new_listings.add_listings(db, new)
            await launches.add_launches(db, ((number, week) for number in ids[week]))
        begins = launches.begin_of(ENDED)
        cast = {(ids[ENDED][n % 997 * (1 + n % 5)], voters[n * 7 % VOTERS]) for n in range(2 * VOTES)}
        votes = [
            launches.Cast(listing, voter, begins + timedelta(seconds=n * 10))
            for n, (listing, voter) in enumerate(sorted(cast)[:VOTES])
        ]
        assert len(votes) == VOTES
        await launches.add_votes(db, votes)
        await launches.add_follows(db, (launches.Cast(ids[ENDED][0], voter, made) for voter in voters[:FOLLOWERS]))
        update = await updates.post_update(db, ids[ENDED][0], "News", "Something is new.", now)
        await owned_listings.begin_mailing(db, update.id)
    return update.id


def _listing(slug: str, week: date, made: datetime, *, live: bool) -> new_listings.NewListing:
    return new_listings.NewListing(
        slug=slug,
        name=slug,
        website=f"https://{slug}.example/",
        status="live" if live else "scheduled",
        launch_week=week,
        live_at=launches.begin_of(week) if live else None,
        created_at=made,
        updated_at=made,
        tagline="Backups for small databases",
        description="Copies your database every night and restores it once, to be sure. " * 10,
        features=["Point-in-time restore", "Encrypted copies"],
        keywords=["backup", "database"],
        categories=["databases"],
    )


if __name__ == "__main__":
    run(main, __doc__)
