"""Awards: by week and place, fixed for ever, and silent about what is not public."""

from datetime import timedelta

import pytest

from showground import launches
from tests.support.launch_world import HIDDEN, LAST_MONDAY, MONDAY, NEXT_MONDAY, Fair, hours, slugs

pytestmark = pytest.mark.anyio

BEFORE = LAST_MONDAY - timedelta(weeks=1)


async def fix(fair: Fair) -> None:
    async with fair.world.dispatcher.database.transaction() as db:
        for week in (BEFORE, LAST_MONDAY):
            await launches.close_week(db, week, fair.world.clock())


async def fill(fair: Fair) -> dict[str, int]:
    """Two weeks with their winners."""
    wanted = {
        "old-first": (BEFORE, 3),
        "old-second": (BEFORE, 2),
        "first": (LAST_MONDAY, 5),
        "second": (LAST_MONDAY, 4),
        "third": (LAST_MONDAY, 3),
        "fourth": (LAST_MONDAY, 2),
        "unloved": (BEFORE, 0),
    }
    return {
        slug: await fair.add(slug, week, votes=hours(*range(1, votes + 1), since=week))
        for slug, (week, votes) in wanted.items()
    }


async def test_the_newest_week_comes_first_and_each_has_at_most_three(fair: Fair) -> None:
    await fill(fair)
    await fix(fair)
    body = await fair.get("/awards")
    assert [(a["week"], a["place"], a["listing"]["slug"], a["votes"]) for a in body["items"]] == [
        ("2026-03-02", 1, "first", 5),
        ("2026-03-02", 2, "second", 4),
        ("2026-03-02", 3, "third", 3),
        ("2026-02-23", 1, "old-first", 3),
        ("2026-02-23", 2, "old-second", 2),
    ]
    assert (body["items"][0]["title"], body["items"][0]["name"]) == ("Launch of the Week #1", "First")
    assert body["total"] == 5
    for size in (1, 2):
        assert await fair.pages("/awards", size) == body["items"]


async def test_only_those_of_one_listing(fair: Fair) -> None:
    numbers = await fill(fair)
    number = numbers["old-first"]
    voters = await fair.ask("select id from account order by id desc limit 4")
    async with fair.world.dispatcher.database.transaction() as db:
        await launches.add_launches(db, [(number, LAST_MONDAY)])
        await db.execute("delete from vote where listing_id = %s", (number,))
        times = [*hours(1, since=BEFORE), *hours(1, 2, 3, since=LAST_MONDAY)]
        await launches.add_votes(
            db, [launches.Cast(number, voter, at) for (voter,), at in zip(voters, times, strict=True)]
        )
    await fix(fair)
    body = await fair.get("/awards", listing="old-first")
    assert [(a["week"], a["place"]) for a in body["items"]] == [("2026-03-02", 3), ("2026-02-23", 2)]
    assert body["total"] == 2
    assert await fair.get("/awards", listing="unloved") == {"items": [], "page": 1, "per_page": 20, "total": 0}


async def test_a_scheduled_listing_is_known_and_has_none(fair: Fair) -> None:
    await fair.add("waiting", NEXT_MONDAY, status="scheduled")
    assert (await fair.get("/awards", listing="waiting"))["total"] == 0


async def test_an_unknown_listing_is_refused_with_the_nearest_names(fair: Fair) -> None:
    await fair.add("tidewater")
    await fair.add("tidewriter")
    [error] = (await fair.refused("/awards", listing="tidewate"))["errors"]
    assert error == {
        "field": "listing",
        "message": "No public listing has this slug. Did you mean tidewater or tidewriter?",
    }
    [error] = (await fair.refused("/awards", listing="zzz"))["errors"]
    assert error["message"] == "No public listing has this slug."


@pytest.mark.parametrize("status", HIDDEN)
async def test_what_is_not_public_is_refused_as_if_it_never_was(fair: Fair, status: str) -> None:
    numbers = await fill(fair)
    await fix(fair)
    await fair.set_status(numbers["first"], status)
    hidden = await fair.refused("/awards", listing="first")
    await fair.set_status(numbers["first"], "live")
    async with fair.world.dispatcher.database.transaction() as db:
        await db.execute("delete from award; delete from listing where slug = 'first'")
    never = await fair.refused("/awards", listing="first")
    assert hidden["errors"] == never["errors"]
    await fair.add("quibble", status=status)
    [error] = (await fair.refused("/awards", listing="quibbl"))["errors"]
    assert error["message"] == "No public listing has this slug."


@pytest.mark.parametrize("status", ["suspended", "withdrawn"])
async def test_a_winner_that_is_gone_keeps_the_award_by_name_alone(fair: Fair, status: str) -> None:
    numbers = await fill(fair)
    await fix(fair)
    await fair.set_status(numbers["first"], status)
    body = await fair.get("/awards")
    assert body["items"][0] == {
        "week": "2026-03-02",
        "place": 1,
        "title": "Launch of the Week #1",
        "votes": 5,
        "name": "First",
        "listing": None,
    }
    assert slugs(body["items"][1:]) == ["second", "third", "old-first", "old-second"]


async def test_awards_stay_whatever_comes_later(fair: Fair) -> None:
    numbers = await fill(fair)
    await fix(fair)
    before = await fair.get("/awards")
    async with fair.world.dispatcher.database.transaction() as db:
        await db.execute("delete from vote where listing_id = %s", (numbers["first"],))
        await launches.add_votes(db, [launches.Cast(numbers["fourth"], v, hours(99)[0]) for v in fair.voters[2:]])
    await fix(fair)
    assert await fair.get("/awards") == before


async def test_the_present_week_has_no_awards_yet(fair: Fair) -> None:
    await fair.add("quince", MONDAY, votes=hours(1))
    await fix(fair)
    assert (await fair.get("/awards"))["items"] == []
