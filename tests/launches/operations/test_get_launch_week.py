"""One launch week: who stands in it, in which order, and from which midnight to which."""

from datetime import UTC, date, datetime, timedelta

import pytest

from showground import launches
from showground.core.database.migrations import ours
from showground.launches.actions.votes import CastVote, cast_vote
from tests.support.launch_world import HIDDEN, LAST_MONDAY, MONDAY, NEXT_MONDAY, Fair, hours, slugs

pytestmark = pytest.mark.anyio


async def test_live_launches_rank_by_votes_of_their_week_then_by_who_was_first(fair: Fair) -> None:
    await fair.add("late", votes=hours(1, 2, 9))
    await fair.add("most", votes=hours(1, 2, 3, 50))
    await fair.add("none-b")
    await fair.add("none-a")
    await fair.add("early", votes=hours(3, 4, 5))
    await fair.add("old-votes", votes=[*hours(1), *hours(-1, -2, -3, -4, -5, -6)])
    body = await fair.get("/launches/weeks/this")
    assert slugs(body["items"]) == ["most", "early", "late", "old-votes", "none-b", "none-a"]
    assert [(item["rank"], item["votes"]) for item in body["items"]] == [(1, 4), (2, 3), (3, 3), (4, 1), (5, 0), (6, 0)]
    assert body["items"][3]["listing"]["votes"] == 7
    assert (body["week"], body["ends"], body["phase"]) == ("2026-03-09", "2026-03-15", "current")
    assert (body["total"], body["scheduled"]) == (6, [])


async def test_a_week_is_named_or_any_of_its_days(fair: Fair) -> None:
    for name, monday in (("this", MONDAY), ("last", LAST_MONDAY), ("next", NEXT_MONDAY)):
        whole = await fair.get(f"/launches/weeks/{name}")
        assert whole["week"] == monday.isoformat()
        for day in range(7):
            assert await fair.get(f"/launches/weeks/{monday + timedelta(days=day)}") == whole


async def test_a_vote_counts_from_monday_midnight_to_the_last_moment_of_sunday(fair: Fair) -> None:
    begin, end = launches.begin_of(LAST_MONDAY), launches.end_of(LAST_MONDAY)
    moment = timedelta(microseconds=1)
    await fair.add("pear", LAST_MONDAY, votes=[begin - moment, begin, end - moment, end])
    [item] = (await fair.get("/launches/weeks/last"))["items"]
    assert item["votes"] == 2


@pytest.mark.parametrize(
    ("now", "week", "last", "following"),
    [
        (datetime(2026, 3, 8, 23, 59, 59, 999_999, UTC), "2026-03-02", "2026-02-23", "2026-03-09"),
        (datetime(2026, 3, 9, 0, 0, tzinfo=UTC), "2026-03-09", "2026-03-02", "2026-03-16"),
        (datetime(2027, 1, 3, 23, 59, 59, tzinfo=UTC), "2026-12-28", "2026-12-21", "2027-01-04"),
        (datetime(2024, 2, 29, 12, 0, tzinfo=UTC), "2024-02-26", "2024-02-19", "2024-03-04"),
    ],
)
async def test_weeks_turn_at_midnight_utc(fair: Fair, now: datetime, week: str, last: str, following: str) -> None:
    fair.world.clock.now = now
    for name, monday in (("this", week), ("last", last), ("next", following)):
        assert (await fair.get(f"/launches/weeks/{name}"))["week"] == monday


async def test_what_was_kept_of_the_old_week_is_not_given_in_the_new_one(fair: Fair) -> None:
    clock = fair.world.clock
    clock.now = datetime(2026, 3, 15, 23, 59, 59, tzinfo=UTC)
    assert (await fair.get("/launches/weeks/this"))["week"] == "2026-03-09"
    assert (await fair.get("/leaderboards/community-weekly"))["week"] == "2026-03-09"
    clock.move(seconds=1)
    assert (await fair.get("/launches/weeks/this"))["week"] == "2026-03-16"
    assert (await fair.get("/leaderboards/community-weekly"))["week"] == "2026-03-16"


async def test_a_week_over_the_end_of_the_year_is_one(fair: Fair) -> None:
    await fair.add("sleigh", date(2025, 12, 29))
    for day in ("2025-12-29", "2025-12-31", "2026-01-01", "2026-01-04"):
        body = await fair.get(f"/launches/weeks/{day}")
        assert (body["week"], body["ends"], slugs(body["items"])) == ("2025-12-29", "2026-01-04", ["sleigh"])


@pytest.mark.parametrize("day", ["0001-01-01", "1969-07-20", "2400-02-29", "9999-12-26"])
async def test_a_week_without_launches_is_empty(fair: Fair, day: str) -> None:
    body = await fair.get(f"/launches/weeks/{day}")
    assert (body["items"], body["scheduled"], body["total"]) == ([], [], 0)


@pytest.mark.parametrize("week", ["soon", "2026-02-30", "20260309", "2026-W11-1", "THIS", "9999-12-31", "2026-3-9"])
async def test_what_names_no_week_is_refused_with_what_would(fair: Fair, week: str) -> None:
    problem = await fair.refused(f"/launches/weeks/{week}")
    assert problem["errors"] == [
        {
            "field": "week",
            "message": "Must be `this`, `next`, `last`, or a valid date in the format YYYY-MM-DD.",
        }
    ]


async def test_a_name_that_is_too_long_is_refused(fair: Fair) -> None:
    problem = await fair.refused("/launches/weeks/2026-03-090")
    assert problem["errors"] == [{"field": "week", "message": "At most 10 characters; this has 11."}]


async def test_a_week_to_come_shows_what_is_scheduled_for_it(fair: Fair) -> None:
    await fair.add("first-in", NEXT_MONDAY, status="scheduled")
    await fair.add("another-week", NEXT_MONDAY + timedelta(weeks=1), status="scheduled")
    await fair.add("second-in", NEXT_MONDAY, status="scheduled")
    again = await fair.add("once-more", LAST_MONDAY)
    async with fair.world.dispatcher.database.transaction() as db:
        await launches.add_launches(db, [(again, NEXT_MONDAY)])
    body = await fair.get("/launches/weeks/next")
    assert (body["phase"], body["items"], body["total"]) == ("future", [], 0)
    assert [item["slug"] for item in body["scheduled"]] == ["first-in", "second-in", "once-more"]
    assert [item["status"] for item in body["scheduled"]] == ["upcoming", "upcoming", "live"]


async def test_the_present_week_shows_what_is_not_live_yet(fair: Fair) -> None:
    await fair.add("live-one")
    await fair.add("waiting", status="scheduled")
    body = await fair.get("/launches/weeks/this")
    assert slugs(body["items"]) == ["live-one"]
    assert [item["slug"] for item in body["scheduled"]] == ["waiting"]


@pytest.mark.parametrize("status", HIDDEN)
@pytest.mark.parametrize("week", [LAST_MONDAY, MONDAY, NEXT_MONDAY])
async def test_what_is_not_public_leaves_no_trace(fair: Fair, status: str, week: date) -> None:
    await fair.add("secret", week, status=status, votes=hours(1, 2, since=week) if week <= MONDAY else ())
    await fair.add("open", week, status="live" if week <= MONDAY else "scheduled")
    answer = await fair.world.get(f"/launches/weeks/{week}")
    assert "secret" not in answer.text.lower()
    body = answer.json()
    assert body["total"] == len(body["items"])
    assert all(item["rank"] == 1 for item in body["items"])


async def test_the_total_follows_the_status_of_listings(fair: Fair) -> None:
    async def totals() -> tuple[int, ...]:
        weekly = [f"/launches/weeks/{MONDAY}", "/launches", "/leaderboards/community-weekly"]
        return tuple([(await fair.get(path))["total"] for path in weekly])

    first, second = await fair.add("first"), await fair.add("second", status="scheduled")
    await fair.add("third", status="draft")
    assert await totals() == (1, 1, 1)
    await fair.set_status(second, "live")
    assert await totals() == (2, 2, 2)
    await fair.set_status(first, "withdrawn")
    assert await totals() == (1, 1, 1)
    await fair.set_status(first, "live")
    assert await totals() == (2, 2, 2)
    next_week = await fair.get("/leaderboards/community-weekly", week=NEXT_MONDAY.isoformat())
    assert (next_week["total"], next_week["items"]) == (0, [])


async def test_launches_from_before_an_upgrade_are_marked(fair: Fair) -> None:
    await fair.add("shown")
    await fair.add("hidden", status="suspended")
    [mark] = [migration.sql for migration in ours() if migration.name.endswith("_mark_launches_not_live.sql")]
    async with fair.world.dispatcher.database.transaction() as db:
        await db.execute("update launch set not_live = false")
        await db.execute(mark.encode())
        found = await db.all("select slug, not_live from launch join listing l on l.id = listing_id order by slug")
    assert found == [("hidden", True), ("shown", False)]


async def test_a_fixed_week_keeps_its_ranks_when_a_listing_goes(fair: Fair) -> None:
    first = await fair.add("first", LAST_MONDAY, votes=hours(1, 2, since=LAST_MONDAY))
    await fair.add("second", LAST_MONDAY, votes=hours(1, since=LAST_MONDAY))
    async with fair.world.dispatcher.database.transaction() as db:
        await launches.close_week(db, LAST_MONDAY, fair.world.clock())
    before = await fair.get("/launches/weeks/last")
    await fair.set_status(first, "suspended")
    body = await fair.get("/launches/weeks/last")
    assert [(item["rank"], item["listing"]["slug"]) for item in body["items"]] == [(2, "second")]
    await fair.set_status(first, "live")
    assert await fair.get("/launches/weeks/last") == before


async def test_a_kept_answer_is_forgotten_with_the_next_vote(fair: Fair) -> None:
    await fair.add("quince")
    [voter] = await fair.add_people(1)
    assert (await fair.get("/launches/weeks/this"))["items"][0]["votes"] == 0
    await fair.world.dispatcher.call(cast_vote, fair.person(voter), CastVote(slug="quince"))
    assert (await fair.get("/launches/weeks/this"))["items"][0]["votes"] == 1


async def test_of_many_the_first_are_shown_and_all_counted(fair: Fair, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("showground.launches.operations.get_launch_week.MAX_ITEMS", 2)
    for name, votes in (("one", 1), ("three", 3), ("two", 2)):
        await fair.add(name, votes=hours(*range(votes)))
        await fair.add(f"waiting-{name}", status="scheduled")
    body = await fair.get("/launches/weeks/this")
    assert (slugs(body["items"]), body["total"]) == (["three", "two"], 3)
    assert [item["slug"] for item in body["scheduled"]] == ["waiting-one", "waiting-three"]


async def test_a_fixed_week_stands_in_the_order_of_its_places(fair: Fair) -> None:
    """Whatever becomes of its votes, and whoever is said to have launched in it afterwards."""
    names = ("most", "more", "some")
    added = [
        await fair.add(name, LAST_MONDAY, votes=hours(*range(9 - n), since=LAST_MONDAY)) for n, name in enumerate(names)
    ]
    async with fair.world.dispatcher.database.transaction() as db:
        await launches.close_week(db, LAST_MONDAY, fair.world.clock())
        await db.execute("update launch set votes = 99 where listing_id = %s", (added[2],))
    await fair.add("late", LAST_MONDAY, votes=hours(1, since=LAST_MONDAY))
    body = await fair.get("/launches/weeks/last")
    assert slugs(body["items"]) == ["most", "more", "some"]
    assert ([item["rank"] for item in body["items"]], body["total"]) == ([1, 2, 3], 3)
