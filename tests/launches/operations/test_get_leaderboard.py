"""Leaderboards: who stands where, by what, and whether the place was paid for."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from showground import launches
from showground.core.database.pool import changes
from showground.launches.actions.votes import CastVote, WithdrawVote, cast_vote, withdraw_vote
from showground.listings import counts, new_listings
from tests.support.launch_world import HIDDEN, LAST_MONDAY, MONDAY, NEXT_MONDAY, Fair, hours, slugs
from tests.support.world import NOW

pytestmark = pytest.mark.anyio

BOARDS = ("community-weekly", "community-all-time", "billboard", "domain-rating", "revenue")


async def add_to_all(fair: Fair, slug: str, *, amount: int = 5, **more: Any) -> int:
    """A listing that would stand on every board."""
    known: dict[str, Any] = {
        "votes": hours(*range(1, amount + 1)),
        "paid": amount * 100,
        "domain_ratings": {date(2026, 1, 1): 1, date(2026, 2, 1): amount},
        "revenue": new_listings.StatedRevenue(amount * 1000, False, NOW),
    }
    return await fair.add(slug, **(known | more))


async def test_community_weekly_is_the_present_week_unless_another_is_named(fair: Fair) -> None:
    await fair.add("now", votes=hours(1, 2))
    await fair.add("before", LAST_MONDAY, votes=hours(1, since=LAST_MONDAY))
    body = await fair.get("/leaderboards/community-weekly")
    assert body == await fair.get("/leaderboards/community-weekly", week="this")
    assert body == await fair.get("/leaderboards/community-weekly", week="2026-03-15")
    assert (body["board"], body["week"], body["disclosure"], body["total"]) == (
        "community-weekly",
        "2026-03-09",
        None,
        1,
    )
    [item] = body["items"]
    assert (item["rank"], item["listing"]["slug"], item["paid"]) == (1, "now", False)
    assert item["metric"] == {
        "kind": "votes_in_week",
        "value": 2,
        "unit": "votes",
        "verified": None,
        "as_of": None,
    }
    last = await fair.get("/leaderboards/community-weekly", week="last")
    assert (last["week"], slugs(last["items"])) == ("2026-03-02", ["before"])


async def test_a_week_to_come_has_no_standing(fair: Fair) -> None:
    number = await fair.add("again", LAST_MONDAY)
    async with fair.world.dispatcher.database.transaction() as db:
        await launches.add_launches(db, [(number, NEXT_MONDAY)])
    await fair.add("waiting", NEXT_MONDAY, status="scheduled")
    body = await fair.get("/leaderboards/community-weekly", week=NEXT_MONDAY.isoformat())
    assert (body["items"], body["total"], body["week"]) == ([], 0, "2026-03-16")


async def test_all_time_has_every_live_listing(fair: Fair) -> None:
    await fair.add("some", LAST_MONDAY, votes=hours(1, 300, since=LAST_MONDAY))
    await fair.add("none-a")
    await fair.add("most", votes=hours(1, 2, 3))
    await fair.add("none-b", None)
    body = await fair.get("/leaderboards/community-all-time")
    assert slugs(body["items"]) == ["most", "some", "none-a", "none-b"]
    assert [item["rank"] for item in body["items"]] == [1, 2, 3, 3]
    assert [item["metric"]["value"] for item in body["items"]] == [3, 2, 0, 0]
    assert body["week"] is None


async def test_the_billboard_is_always_marked_as_paid(fair: Fair) -> None:
    empty = await fair.get("/leaderboards/billboard")
    assert empty["items"] == []
    small = await fair.add("small", paid=100)
    await fair.add("large", paid=900)
    await fair.add("nothing", votes=hours(1, 2, 3))
    async with fair.world.dispatcher.database.transaction() as db:
        await launches.add_contributions(db, [(small, 250, NOW), (small, 50, NOW)])
    body = await fair.get("/leaderboards/billboard")
    assert [(i["listing"]["slug"], i["metric"]["value"], i["paid"]) for i in body["items"]] == [
        ("large", 900, True),
        ("small", 400, True),
    ]
    assert body["items"][0]["metric"]["unit"] == "USD cents"
    assert body["disclosure"] == empty["disclosure"]
    assert "paid ranking" in body["disclosure"]
    for board in set(BOARDS) - {"billboard"}:
        other = await fair.get(f"/leaderboards/{board}")
        assert other["disclosure"] is None
        assert not any(item["paid"] for item in other["items"])


async def test_the_total_of_domain_ratings_follows_every_change(fair: Fair) -> None:
    async def total() -> int:
        body = await fair.get("/leaderboards/domain-rating")
        assert body["total"] == len(body["items"])
        return body["total"]

    first = await fair.add("first", domain_ratings={date(2026, 2, 1): 70})
    await fair.add("second", domain_ratings={date(2026, 2, 1): 50})
    waiting = await fair.add("waiting", status="scheduled", domain_ratings={date(2026, 2, 1): 30})
    unrated = await fair.add("unrated")
    assert await total() == 2
    await fair.set_status(waiting, "live")
    assert await total() == 3
    await fair.set_status(first, "suspended")
    assert await total() == 2
    async with fair.world.dispatcher.database.transaction() as db:
        await db.execute("update listing set domain_rating = 40, domain_rating_at = %s where id = %s", (NOW, unrated))
        await db.execute("update listing set domain_rating = 41 where id = %s", (waiting,))
        await counts.fold_rated(db)
        changes(db, "listings")
    assert await total() == 3
    async with fair.world.dispatcher.database.transaction() as db:
        await db.execute("delete from listing where id = %s", (unrated,))
        await db.execute("delete from listing where id = %s", (first,))  # which did not count
        assert await db.all("select sum(n) from rated_tally") == [(2,)]
        changes(db, "listings")
    assert await total() == 2


async def test_domain_rating_leaves_out_what_nobody_measured(fair: Fair) -> None:
    await fair.add("unknown")
    await fair.add("weak", domain_ratings={date(2026, 1, 1): 90, date(2026, 2, 1): 0})
    await fair.add("strong", domain_ratings={date(2026, 2, 1): 70})
    items = (await fair.get("/leaderboards/domain-rating"))["items"]
    assert slugs(items) == ["strong", "weak"]
    assert items[1]["metric"] == {
        "kind": "domain_rating",
        "value": 0,
        "unit": "of 100",
        "verified": None,
        "as_of": "2026-02-01",
    }


async def test_revenue_says_whether_it_was_verified(fair: Fair) -> None:
    await fair.add("said", revenue=new_listings.StatedRevenue(5_000_00, False, NOW))
    await fair.add(
        "proved", revenue=new_listings.StatedRevenue(9_000_00, True, datetime(2026, 1, 31, 23, 59, tzinfo=UTC))
    )
    await fair.add("silent")
    items = (await fair.get("/leaderboards/revenue"))["items"]
    assert [(i["listing"]["slug"], i["metric"]["verified"]) for i in items] == [("proved", True), ("said", False)]
    assert items[0]["metric"] | {"verified": None} == {
        "kind": "monthly_revenue",
        "value": 9_000_00,
        "unit": "USD cents a month",
        "verified": None,
        "as_of": "2026-01-31",
    }


async def test_an_unknown_board_is_404_and_names_the_known_ones(fair: Fair) -> None:
    problem = await fair.refused("/leaderboards/community-wekly", 404)
    assert problem["code"] == "no_such_board"
    assert all(board in problem["detail"] for board in BOARDS)
    assert "Did you mean community-weekly" in problem["detail"]
    assert (await fair.refused("/leaderboards/" + "x" * 300, 404))["detail"].endswith("and revenue.")


@pytest.mark.parametrize("board", BOARDS[1:])
async def test_a_week_on_another_board_is_refused(fair: Fair, board: str) -> None:
    problem = await fair.refused(f"/leaderboards/{board}", week="this")
    assert problem["errors"] == [
        {"field": "week", "message": "Only community-weekly takes a week. Remove this parameter."}
    ]


@pytest.mark.parametrize("week", ["next", "2026-02-29", "week", "2026-03-090"])
async def test_a_week_must_be_one(fair: Fair, week: str) -> None:
    [error] = (await fair.refused("/leaderboards/community-weekly", week=week))["errors"]
    assert error["field"] == "week"


@pytest.mark.parametrize("board", BOARDS)
async def test_what_is_not_live_stays_out(fair: Fair, board: str) -> None:
    for status in (*HIDDEN, "scheduled"):
        await add_to_all(fair, f"secret-{status.replace('_', '-')}", status=status)
    await add_to_all(fair, "open", amount=1)
    answer = await fair.world.get(f"/leaderboards/{board}")
    assert "secret" not in answer.text.lower()
    body = answer.json()
    assert ([i["rank"] for i in body["items"]], slugs(body["items"]), body["total"]) == ([1], ["open"], 1)


@pytest.mark.parametrize("board", BOARDS)
async def test_pages_hold_everything_once_also_among_equals(fair: Fair, board: str) -> None:
    for n in range(9):
        await add_to_all(fair, f"listing-{n}", amount=1 + n % 2)
    whole = (await fair.get(f"/leaderboards/{board}", per_page=100))["items"]
    assert len(whole) == 9
    if board == "community-weekly":
        assert [item["rank"] for item in whole] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    else:
        assert [item["rank"] for item in whole] == [1, 1, 1, 1, 5, 5, 5, 5, 5]
    for size in (1, 4):
        assert await fair.pages(f"/leaderboards/{board}", size) == whole


async def test_a_week_that_has_ended_is_not_changed_by_later_votes(fair: Fair) -> None:
    await fair.add("first", LAST_MONDAY, votes=hours(1, 2, 3, since=LAST_MONDAY))
    await fair.add("second", LAST_MONDAY, votes=hours(1, 2, since=LAST_MONDAY))
    newcomers = await fair.add_people(4)
    for fixed in (False, True):
        if fixed:
            async with fair.world.dispatcher.database.transaction() as db:
                await launches.close_week(db, LAST_MONDAY, fair.world.clock())
        before = await fair.get("/leaderboards/community-weekly", week="last")
        for voter in newcomers:
            await fair.world.dispatcher.call(cast_vote, fair.person(voter), CastVote(slug="second"))
        voter = fair.voters[1 if fixed else 2]
        await fair.world.dispatcher.call(withdraw_vote, fair.person(voter), WithdrawVote(slug="first"))
        after = await fair.get("/leaderboards/community-weekly", week="last")
        assert [(i["rank"], i["metric"], i["listing"]["slug"]) for i in after["items"]] == [
            (i["rank"], i["metric"], i["listing"]["slug"]) for i in before["items"]
        ]
    assert slugs((await fair.get("/leaderboards/community-all-time"))["items"]) == ["second", "first"]


async def test_a_listing_that_comes_back_does_not_join_a_fixed_week(fair: Fair) -> None:
    number = await fair.add("away", LAST_MONDAY, status="suspended", votes=hours(1, 2, since=LAST_MONDAY))
    await fair.add("there", LAST_MONDAY, votes=hours(1, since=LAST_MONDAY))
    async with fair.world.dispatcher.database.transaction() as db:
        await launches.close_week(db, LAST_MONDAY, fair.world.clock())
    await fair.set_status(number, "live")
    assert slugs((await fair.get("/leaderboards/community-weekly", week="last"))["items"]) == ["there"]


async def test_a_new_launch_of_the_same_listing_counts_only_its_own_week(fair: Fair) -> None:
    number = await fair.add("again", MONDAY - timedelta(weeks=9), votes=hours(1, 2, since=MONDAY - timedelta(weeks=9)))
    async with fair.world.dispatcher.database.transaction() as db:
        await launches.add_launches(db, [(number, MONDAY)])
    [voter] = await fair.add_people(1)
    await fair.world.dispatcher.call(cast_vote, fair.person(voter), CastVote(slug="again"))
    [now] = (await fair.get("/leaderboards/community-weekly"))["items"]
    [then] = (await fair.get("/leaderboards/community-weekly", week="2026-01-05"))["items"]
    assert (now["metric"]["value"], then["metric"]["value"], now["listing"]["votes"]) == (1, 2, 3)
