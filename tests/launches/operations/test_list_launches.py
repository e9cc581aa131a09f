"""Launches by section."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from psycopg import sql

from showground import launches
from tests.support.launch_world import HIDDEN, LAST_MONDAY, MONDAY, NEXT_MONDAY, Fair, hours, slugs
from tests.support.world import NOW

pytestmark = pytest.mark.anyio

SECTIONS = ("today", "this-week", "trending", "most-voted", "recent", "most-viewed", "most-followed", "upcoming")
MIDNIGHT = datetime(2026, 3, 11, tzinfo=UTC)


async def section(fair: Fair, name: str) -> list[dict[str, Any]]:
    return (await fair.get("/launches", section=name))["items"]


async def test_without_a_section_it_is_this_week(fair: Fair) -> None:
    await fair.add("second", votes=hours(1))
    await fair.add("first", votes=hours(1, 2))
    await fair.add("before", LAST_MONDAY, votes=hours(1, 2, 3))
    body = await fair.get("/launches")
    assert body == await fair.get("/launches", section="this-week")
    assert slugs(body["items"]) == ["first", "second"]
    item = body["items"][0]
    assert (item["rank"], item["votes"], item["week"]) == (1, 2, "2026-03-09")
    assert item["live_at"] == "2026-03-09T00:00:00Z"
    assert body["total"] == 2


async def test_today_is_what_went_live_since_midnight_utc(fair: Fair) -> None:
    await fair.add("at-midnight", live_at=MIDNIGHT)
    await fair.add("before-midnight", live_at=MIDNIGHT - timedelta(microseconds=1))
    await fair.add("voted-for", live_at=NOW - timedelta(hours=1), votes=[NOW])
    await fair.add("tomorrow", live_at=MIDNIGHT + timedelta(days=1))
    items = await section(fair, "today")
    assert [(item["rank"], item["listing"]["slug"]) for item in items] == [(1, "voted-for"), (2, "at-midnight")]


@pytest.mark.parametrize(
    ("name", "column"), [("most-viewed", "views"), ("most-followed", "followers"), ("trending", "trending")]
)
async def test_equals_share_a_place_and_stand_by_age(fair: Fair, name: str, column: str) -> None:
    ids = [await fair.add(f"listing-{n}") for n in range(5)]
    async with fair.world.dispatcher.database.transaction() as db:
        for number, value in zip(ids, (3, 9, 3, 0, 3), strict=True):
            await db.execute(
                sql.SQL("update listing set {} = %s where id = %s").format(sql.Identifier(column)), (value, number)
            )
    items = await section(fair, name)
    assert slugs(items) == ["listing-1", "listing-0", "listing-2", "listing-4", "listing-3"]
    assert [item["rank"] for item in items] == [1, 2, 2, 2, 5]


async def test_most_voted_counts_the_votes_of_all_time(fair: Fair) -> None:
    await fair.add("loved", LAST_MONDAY, votes=hours(1, 200, 201, 202, since=LAST_MONDAY))
    await fair.add("new", votes=hours(1, 2))
    items = await section(fair, "most-voted")
    assert [(i["rank"], i["votes"], i["listing"]["votes"], i["week"]) for i in items] == [
        (1, 1, 4, "2026-03-02"),
        (2, 2, 2, "2026-03-09"),
    ]


async def test_recent_is_newest_first_and_no_ranking(fair: Fair) -> None:
    await fair.add("older", LAST_MONDAY)
    await fair.add("newest", live_at=NOW)
    await fair.add("newer")
    items = await section(fair, "recent")
    assert slugs(items) == ["newest", "newer", "older"]
    assert {item["rank"] for item in items} == {None}


async def test_upcoming_is_soonest_first_and_has_launches_of_live_listings_too(fair: Fair) -> None:
    await fair.add("later", NEXT_MONDAY + timedelta(weeks=3), status="scheduled")
    await fair.add("soon-a", NEXT_MONDAY, status="scheduled")
    await fair.add("soon-b", NEXT_MONDAY, status="scheduled")
    again = await fair.add("again", LAST_MONDAY)
    async with fair.world.dispatcher.database.transaction() as db:
        await launches.add_launches(db, [(again, NEXT_MONDAY + timedelta(weeks=1))])
    items = await section(fair, "upcoming")
    assert slugs(items) == ["soon-a", "soon-b", "again", "later"]
    assert [(item["rank"], item["votes"]) for item in items] == [(None, None)] * 4
    assert items[0]["live_at"] is None
    assert [item["week"] for item in items] == ["2026-03-16", "2026-03-16", "2026-03-23", "2026-04-06"]


async def test_a_live_listing_without_a_launch_has_no_week(fair: Fair) -> None:
    await fair.add("plain", None, live_at=NOW)
    for name in ("today", "most-voted", "recent"):
        [item] = await section(fair, name)
        assert (item["week"], item["votes"]) == (None, None)


@pytest.mark.parametrize("name", SECTIONS)
async def test_what_is_not_public_or_not_live_stays_out(fair: Fair, name: str) -> None:
    for status in HIDDEN:
        await fair.add(f"secret-{status.replace('_', '-')}", status=status, live_at=NOW, votes=hours(1, 2))
    await fair.add("waiting", NEXT_MONDAY, status="scheduled")
    await fair.add("open", live_at=NOW)
    answer = await fair.world.get("/launches", params={"section": name})
    assert "secret" not in answer.text.lower()
    expected = "waiting" if name == "upcoming" else "open"
    assert slugs(answer.json()["items"]) == [expected]
    assert answer.json()["total"] == 1


@pytest.mark.parametrize("name", SECTIONS)
async def test_pages_hold_everything_once_also_among_equals(fair: Fair, name: str) -> None:
    for n in range(11):
        upcoming = name == "upcoming"
        await fair.add(
            f"listing-{n}",
            NEXT_MONDAY if upcoming else MONDAY,
            status="scheduled" if upcoming else "live",
            live_at=None if upcoming else NOW,
        )
    whole = (await fair.get("/launches", section=name, per_page=100))["items"]
    assert len(whole) == 11
    for size in (1, 4, 11):
        assert await fair.pages("/launches", size, section=name) == whole


async def test_an_unknown_section_is_refused_with_the_known_ones(fair: Fair) -> None:
    [error] = (await fair.refused("/launches", section="newest"))["errors"]
    assert error["field"] == "section"
    assert all(name in error["message"] for name in SECTIONS)


async def test_a_page_past_the_end_still_says_how_many_there_are(fair: Fair) -> None:
    await fair.add("one")
    for name in SECTIONS[1:-1]:
        body = await fair.get("/launches", section=name, page=1000, per_page=100)
        assert (body["items"], body["total"], body["page"], body["per_page"]) == ([], 1, 1000, 100)
