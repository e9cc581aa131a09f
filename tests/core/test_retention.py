"""What is forgotten after its time, and nothing before."""

from datetime import timedelta
from pathlib import Path
from typing import LiteralString

import pytest

from showground.core.database import expired_rows
from showground.core.jobs.declare import JobRun
from showground.core.retention import RetentionRule, describe, forget
from showground.registry import all_jobs, all_retention_rules
from tests.support.world import World

pytestmark = pytest.mark.anyio

DOCUMENT = Path(__file__).parents[2] / "docs" / "retention.md"
# One row of each kind, as old as the clock says; and how many days it is kept.
ROWS: tuple[tuple[LiteralString, LiteralString, int], ...] = (
    ("access_event", "insert into access_event (kind, address, at) values ('refused', '192.0.2.7', %(now)s)", 180),
    (
        "outbox",
        (
            "insert into outbox (recipient, template, subject, body_text, body_html, created_at, refused_at)"
            " values ('a@b.example', 'x', 'x', '', '', %(now)s, %(now)s)"
        ),
        30,
    ),
    (
        "outbox",
        (
            "insert into outbox (recipient, template, subject, body_text, body_html, created_at)"
            " values ('a@b.example', 'x', 'x', '', '', %(now)s)"
        ),
        90,
    ),
    ("staff_event", "insert into staff_event (action, input, at, request_id) values ('x', '{}', %(now)s, '')", 730),
    (
        "draft_page",
        (
            "with made as (insert into draft (account_id, url, domain, status, progress, created_at, updated_at)"
            " select id, 'https://a.example', 'a.example', 'ready', '{}', %(now)s,"
            " %(now)s from account where name = 'Alice' returning id)"
            " insert into draft_page (draft_id, position, url, read_at, page)"
            " select id, 0, 'https://a.example', %(now)s, '{}' from made"
        ),
        365,
    ),
)


async def tidy(world: World) -> None:
    """Every job that forgets something."""
    for job in all_jobs():
        if job.name.startswith("forget_"):
            await job.work(JobRun(world.dispatcher, world.caller()))


async def count(world: World, table: LiteralString) -> int:
    async with world.dispatcher.database.reading() as db:
        row = await db.one("select count(*) from " + table)  # noqa: S608 - made of constants
    return row[0] if row else 0


@pytest.mark.parametrize("case", ROWS, ids=[f"{table} {days}" for table, _, days in ROWS])
async def test_rows_go_when_their_time_has_come(world: World, case: tuple[LiteralString, LiteralString, int]) -> None:
    table, statement, days = case
    async with world.dispatcher.database.transaction() as db:
        await db.execute("delete from access_event")
        await db.execute(statement, {"now": world.clock()})
    world.clock.move(days=days, seconds=-1)
    await tidy(world)
    assert await count(world, table) == 1
    world.clock.move(seconds=1)
    await tidy(world)
    assert await count(world, table) == 0


async def test_the_latest_looks_stay(demo_world: World) -> None:
    """However old they are: the dashboard shows them."""
    async with demo_world.dispatcher.database.transaction() as db:
        await db.execute(
            "insert into badge_check (listing_id, at, seen) select id, %s - n * interval '1 hour', '{}'"
            " from listing, generate_series(1, 12) n where listing.id <= 2",
            (demo_world.clock(),),
        )
    demo_world.clock.move(days=100)
    await tidy(demo_world)
    assert await count(demo_world, "badge_check") == 20


async def test_all_of_it_goes_in_batches(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(expired_rows, "AT_ONCE", 2)
    async with world.dispatcher.database.transaction() as db:
        await db.execute(
            "insert into vat_check select n::text, true, %s - n * interval '1 hour' from generate_series(0, 29) n",
            (world.clock(),),
        )
    kept = RetentionRule(
        what="x", table="vat_check", ended="checked_at <= %(before)s", life=timedelta(hours=24), since="the check"
    )
    assert await forget(world.dispatcher.database, [kept], world.clock()) == 6
    assert await count(world, "vat_check") == 24
    assert await forget(world.dispatcher.database, [kept], world.clock()) == 0


def test_what_is_kept_for_how_long_is_written_down() -> None:
    assert DOCUMENT.read_text() == describe(all_retention_rules()), "make docs renews it"
