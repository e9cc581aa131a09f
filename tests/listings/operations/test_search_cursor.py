"""Reading all listings page by page with a cursor, and only those that changed."""

import json
from base64 import urlsafe_b64encode
from datetime import UTC, datetime, timedelta
from typing import Any, get_args

import pytest

from showground.listings import counts
from showground.search import Sort
from tests.support.listings import add, change, listing
from tests.support.world import NOW, World

pytestmark = pytest.mark.anyio

MANY = 23


async def read_all(world: World, **asked: Any) -> list[str]:
    """All slugs, page by page, as the answers lead on."""
    cursor: str | None = "start"
    slugs: list[str] = []
    while cursor is not None:
        answer = await world.get("/listings", params={"per_page": 5, **asked, "cursor": cursor})
        assert answer.status_code == 200, answer.text
        page = answer.json()
        slugs += [item["slug"] for item in page["items"]]
        cursor = page["next_cursor"]
        linked = f"cursor={cursor}" in answer.headers["link"] and 'rel="next"' in answer.headers["link"]
        assert linked == (cursor is not None)
    return slugs


async def read_pages(world: World, **asked: Any) -> list[str]:
    answer = await world.get("/listings", params={"per_page": 100, **asked})
    return [item["slug"] for item in answer.json()["items"]]


async def add_many(world: World) -> list[int]:
    """Some alike and some not, so that each order has ties; upcoming ones have no time at which they went live."""
    live = [
        listing(
            f"live-{n}",
            live_at=NOW - timedelta(hours=n // 3),
            launch_week=NOW.date() - timedelta(days=NOW.weekday() + 7 * (n % 2)),
            views=n // 4,
            counts=counts.Counts(n // 3, n // 5, n / 7),
            categories=["ai"],
        )
        for n in range(MANY)
    ]
    monday = NOW.date() - timedelta(days=NOW.weekday())
    upcoming = [
        listing(f"up-{n}", status="scheduled", live_at=None, launch_week=monday + timedelta(weeks=1 + n % 3))
        for n in range(MANY)
    ]
    return await add(world, *live, *upcoming)


async def test_a_cursor_leads_through_every_order_as_pages_do(world: World) -> None:
    await add_many(world)
    for sort in get_args(Sort):
        for more in ({}, {"status": "upcoming"}, {"category": "ai"}):
            asked = {"sort": sort, **more}
            assert await read_all(world, **asked) == await read_pages(world, **asked), asked
    first = (await world.get("/listings", params={"cursor": "start", "per_page": 100})).json()
    assert (first["total"], first["page"], first["next_cursor"]) == (MANY, 1, None)


async def test_listings_that_come_and_go_neither_repeat_nor_hide_others(world: World) -> None:
    ids = await add_many(world)
    before = await read_pages(world, sort="votes")
    first = (await world.get("/listings", params={"sort": "votes", "per_page": 10, "cursor": "start"})).json()
    await add(world, *(listing(f"late-{n}", counts=counts.Counts(99, 0, 0.0)) for n in range(4)))
    gone = before[0]
    await change(world, [ids[int(gone.removeprefix("live-"))]], status="suspended")
    rest: list[str] = []
    cursor = first["next_cursor"]
    while cursor is not None:
        asked = {"sort": "votes", "per_page": 10, "cursor": cursor}
        page = (await world.get("/listings", params=asked)).json()
        rest += [item["slug"] for item in page["items"]]
        cursor = page["next_cursor"]
    assert [item["slug"] for item in first["items"]] + rest == before


def forged(*parts: Any) -> str:
    return urlsafe_b64encode(json.dumps(parts).encode()).decode().rstrip("=")


@pytest.mark.parametrize(
    "cursor",
    [
        *("x", "start1", forged(), forged("votes", "live", 3), forged("votes", "live", "3", 1)),
        *(forged("votes", "live", 2**40, 1), forged("votes", "live", True, 1), forged("votes", "live", 1.5, 1)),
        *(forged("votes", "live", 3, 0), forged("votes", "live", 3, 2**63), forged("votes", "upcoming", 3, 1)),
        *(forged("newest", "live", "x", None, 1), forged("votes", "live", None, 1), "W" * 200),
    ],
)
async def test_a_made_up_cursor_is_refused(showing: World, cursor: str) -> None:
    answer = await showing.get("/listings", params={"sort": "votes", "cursor": cursor})
    assert answer.status_code == 400
    assert [error["field"] for error in answer.json()["errors"]] == ["cursor"]


async def test_times_in_a_made_up_cursor_are_refused(showing: World) -> None:
    forgeries: list[list[Any]] = [["x", None], [5, None], [None, "x"], ["2026-01-01T00:00:00Z", 3], [[], None]]
    for values in forgeries:
        answer = await showing.get(
            "/listings", params={"sort": "newest", "cursor": forged("newest", "live", *values, 1)}
        )
        assert answer.status_code == 400, values


@pytest.mark.parametrize("more", [{"q": "backup"}, {"page": 2}])
async def test_a_cursor_replaces_pages_and_follows_no_words(showing: World, more: dict[str, Any]) -> None:
    answer = await showing.get("/listings", params={"cursor": "start", **more})
    assert answer.status_code == 400
    assert [error["field"] for error in answer.json()["errors"]] == ["cursor"]


async def test_an_unknown_category_is_told_with_a_cursor_too(showing: World) -> None:
    answer = await showing.get("/listings", params={"cursor": "start", "category": "no-such-one"})
    assert [error["field"] for error in answer.json()["errors"]] == ["category"]


async def test_only_what_changed_since_is_found_and_a_vote_is_no_change(world: World) -> None:
    first, second, third = await add(world, *(listing(f"one-{n}") for n in range(3)))
    async with world.dispatcher.database.transaction() as db:
        await db.execute("update public_profile set changed_at = %s", (datetime(2020, 1, 1, tzinfo=UTC),))
    since = {"updated_since": "2020-01-02T00:00:00Z"}
    assert await read_pages(world, **since) == await read_all(world, **since) == []
    await change(world, [second], tagline="Another one")
    await change(world, [third], votes=7)
    for asked in (since, since | {"sort": "newest"}, since | {"q": "one"}, since | {"q": "one", "sort": "votes"}):
        assert await read_pages(world, **asked) == ["one-1"], asked
    assert await read_all(world, **since) == ["one-1"]
    await change(world, [first], tagline="And this")
    assert sorted(await read_pages(world, updated_since="2020-01-02T02:00:00+02:00")) == ["one-0", "one-1"]
    answer = (await world.get("/listings", params={"updated_since": "2019-12-31T00:00:00Z"})).json()
    assert answer["total"] == 3


@pytest.mark.parametrize("moment", ["2026-01-01", "1767225600", "2026-01-01T00:00:00", "2026-01-01 00:00:00Z", "now"])
async def test_a_moment_is_written_in_one_way(showing: World, moment: str) -> None:
    answer = await showing.get("/listings", params={"updated_since": moment})
    assert answer.status_code == 400
    assert [error["field"] for error in answer.json()["errors"]] == ["updated_since"]
