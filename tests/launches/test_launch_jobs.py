"""What happens by the clock: weeks turn once, by however many workers, and trends fade."""

import asyncio
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from showground import launches
from showground.core.calls.context import Caller
from showground.core.jobs.declare import JobRun
from showground.launches.actions import weeks as refreshing
from showground.launches.jobs import turn_week, weigh_trending
from showground.registry import all_jobs
from tests.support.launch_world import LAST_MONDAY, MONDAY, NEXT_MONDAY, Fair, hours, slugs

pytestmark = pytest.mark.anyio

TURN = datetime(2026, 3, 16, 0, 0, 2, tzinfo=UTC)


async def turn(fair: Fair) -> None:
    await turn_week.work(JobRun(fair.world.dispatcher, Caller(fair.world.clock(), "job")))


async def awards(fair: Fair) -> list[Any]:
    return [(a["week"], a["place"], a["listing"]["slug"]) for a in (await fair.get("/awards"))["items"]]


async def test_they_are_found_and_run_every_hour() -> None:
    assert {job.name: job.every for job in all_jobs() if job in (turn_week, weigh_trending)} == {
        "turn_week": "0 * * * *",
        "weigh_trending": "17 * * * *",
    }


async def test_on_monday_the_next_week_goes_live_and_the_last_one_is_fixed(fair: Fair) -> None:
    await fair.add("winner", votes=hours(1, 2))
    await fair.add("second", votes=hours(1))
    await fair.add("next-one", NEXT_MONDAY, status="scheduled")
    await fair.add("later-one", NEXT_MONDAY + timedelta(weeks=1), status="scheduled")
    await fair.add("no-badge", NEXT_MONDAY, status="awaiting_badge")
    fair.world.clock.now = datetime(2026, 3, 15, 23, 59, 59, tzinfo=UTC)
    await turn(fair)
    assert await awards(fair) == []
    assert (await fair.get("/launches/weeks/this"))["week"] == "2026-03-09"
    assert (await fair.get("/listings/next-one"))["status"] == "upcoming"
    fair.world.clock.now = TURN
    await turn(fair)
    assert await awards(fair) == [("2026-03-09", 1, "winner"), ("2026-03-09", 2, "second")]
    this = await fair.get("/launches/weeks/this")
    assert (this["week"], slugs(this["items"]), this["scheduled"]) == ("2026-03-16", ["next-one"], [])
    profile = await fair.get("/listings/next-one")
    assert (profile["status"], profile["live_at"]) == ("live", "2026-03-16T00:00:02Z")
    assert (await fair.get("/site"))["counts"]["listings"] == 3
    assert [s for (s,) in await fair.ask("select status from listing order by id")] == [
        *("live", "live", "live", "scheduled", "awaiting_badge"),
    ]


@pytest.mark.usefixtures("patient")
async def test_several_workers_and_repeats_turn_it_once(fair: Fair) -> None:
    await fair.add("winner", votes=hours(1, 2))
    for n in range(3):
        await fair.add(f"next-{n}", NEXT_MONDAY, status="scheduled")
    fair.world.clock.now = TURN
    await asyncio.gather(*(turn(fair) for _ in range(4)))
    fair.world.clock.move(hours=1)
    await turn(fair)
    assert await awards(fair) == [("2026-03-09", 1, "winner")]
    assert await fair.ask("select week, fixed_at from fixed_week") == [(MONDAY, TURN)]
    assert await fair.ask("select distinct live_at from listing where slug like %s", "next-%") == [(TURN,)]
    assert await fair.ask("select count(*) from launch") == [(4,)]


async def test_missed_turns_are_made_up_for(fair: Fair) -> None:
    before = LAST_MONDAY - timedelta(weeks=1)
    await fair.add("old", before, votes=hours(1, since=before))
    await fair.add("last", LAST_MONDAY, votes=hours(1, since=LAST_MONDAY))
    await fair.add("missed", LAST_MONDAY, status="scheduled")
    await fair.add("due", MONDAY, status="scheduled")
    await turn(fair)
    assert await awards(fair) == [("2026-03-02", 1, "last"), ("2026-02-23", 1, "old")]
    this = (await fair.get("/launches/weeks/this"))["items"]
    assert slugs(this) == ["missed", "due"]
    assert {item["listing"]["launch_week"] for item in this} == {"2026-03-09"}
    assert slugs((await fair.get("/launches/weeks/last"))["items"]) == ["last"]


async def test_a_listing_launches_once_more(fair: Fair) -> None:
    number = await fair.add("again", date(2025, 12, 1))
    went_live = (await fair.get("/listings/again"))["live_at"]
    async with fair.world.dispatcher.database.transaction() as db:
        await launches.add_launches(db, [(number, MONDAY)])
    await turn(fair)
    [item] = (await fair.get("/launches"))["items"]
    assert (item["listing"]["slug"], item["week"], item["listing"]["launch_week"]) == (
        "again",
        "2026-03-09",
        "2026-03-09",
    )
    assert (await fair.get("/listings/again"))["live_at"] == went_live


async def test_trends_fade_and_end(fair: Fair, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refreshing, "AT_ONCE", 2)  # so that several batches are needed
    now = fair.world.clock.now
    ids = [await fair.add(f"listing-{n}", votes=[now - timedelta(hours=n)] * (5 - n)) for n in range(5)]
    seen = await fair.add("seen")
    async with fair.world.dispatcher.database.transaction() as db:
        await db.execute("update listing set trending = 0")
        await db.execute("insert into view_day values (%s, %s, 500)", (seen, now.date()))

    async def weigh() -> list[str]:
        await weigh_trending.work(JobRun(fair.world.dispatcher, Caller(fair.world.clock(), "job")))
        await asyncio.sleep(0)
        return slugs((await fair.get("/launches", section="trending"))["items"])

    assert await weigh() == ["seen", *(f"listing-{n}" for n in range(5))]
    [(strong,)] = await fair.ask("select trending from listing where id = %s", ids[0])
    fair.world.clock.move(days=2)
    await weigh()
    assert await fair.ask("select trending from listing where id = %s", ids[0]) == [(pytest.approx(strong / 2),)]
    fair.world.clock.move(days=7)
    await weigh()
    assert await fair.ask("select from listing where trending > 0") == []
