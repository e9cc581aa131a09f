"""What to choose instead of a listing, as a caller sees it."""

from collections.abc import Sequence

import pytest

from showground.listings import counts, new_listings
from tests.support.listings import add, change, listing
from tests.support.world import World

pytestmark = pytest.mark.anyio


async def approve(world: World, listing: int, *others: int) -> None:
    async with world.dispatcher.database.transaction() as db:
        await new_listings.add_alternatives(db, ((listing, other) for other in others))


async def propose(world: World, listing: int, other: int) -> None:
    async with world.dispatcher.database.transaction() as db:
        await db.execute("insert into listing_alternative values (%s, %s, false)", (listing, other))


async def alternatives(world: World, slug: str) -> list[tuple[str, bool]]:
    answer = await world.get(f"/listings/{slug}/alternatives")
    assert answer.status_code == 200, answer.text
    return [(item["listing"]["slug"], item["approved"]) for item in answer.json()["items"]]


def voted(slug: str, votes: int, categories: Sequence[str] = ("testing",)) -> new_listings.NewListing:
    return listing(slug, categories=categories, counts=counts.Counts(votes=votes))


async def test_approved_ones_come_first_then_the_category_by_votes(world: World) -> None:
    ids = await add(
        world,
        voted("asked", 50),
        voted("few", 1),
        voted("many", 9),
        voted("second-only", 30, ("ai", "testing")),
        voted("above", 40, ("developer-tools",)),
        voted("named-here", 2),
        voted("named-elsewhere", 5, ("ai",)),
        voted("proposed", 4),
        voted("proposed-elsewhere", 99, ("ai",)),
    )
    by_slug = dict(
        zip(("asked", "few", "many", "second", "above", "here", "elsewhere", "proposed", "other"), ids, strict=True)
    )
    await approve(world, by_slug["asked"], by_slug["here"], by_slug["elsewhere"])
    await propose(world, by_slug["asked"], by_slug["proposed"])
    await propose(world, by_slug["asked"], by_slug["other"])
    assert await alternatives(world, "asked") == [
        ("named-elsewhere", True),
        ("named-here", True),
        ("many", False),
        ("proposed", False),
        ("few", False),
    ]


async def test_items_are_summaries(showing: World) -> None:
    answer = (await showing.get("/listings/ferryfolk/alternatives")).json()
    assert answer.keys() == {"items"}
    assert {item["listing"]["slug"] for item in answer["items"] if item["approved"]} == {"change-here", "hutbook"}
    for item in answer["items"]:
        found = await showing.get("/listings", params={"domain": item["listing"]["website"]})
        assert found.json()["items"] == [item["listing"]]


@pytest.mark.parametrize("status", ["draft", "awaiting_badge", "scheduled", "suspended", "withdrawn"])
async def test_only_live_ones_are_offered(world: World, status: str) -> None:
    asked, named, *_ = await add(
        world,
        listing("asked", categories=["testing"]),
        listing("hidden-named", categories=["ai"], status=status),
        listing("hidden-alike", categories=["testing"], status=status),
        listing("shown", categories=["testing"]),
    )
    await approve(world, asked, named)
    assert await alternatives(world, "asked") == [("shown", False)]
    assert "hidden" not in (await world.get("/listings/asked/alternatives")).text
    await change(world, [named], status="live")
    assert await alternatives(world, "asked") == [("hidden-named", True), ("shown", False)]


@pytest.mark.parametrize("status", ["draft", "awaiting_badge", "suspended", "withdrawn"])
async def test_a_listing_that_is_not_public_is_as_if_it_never_was(world: World, status: str) -> None:
    hidden, shown = await add(world, listing("hidden", status=status), listing("shown"))
    await approve(world, hidden, shown)
    found, never = [(await world.get(f"/listings/{slug}/alternatives")).json() for slug in ("hidden", "never-was")]
    assert (found["status"], found["code"]) == (404, "no_such_listing")
    assert found | {"request_id": ""} == never | {"request_id": ""}


async def test_an_upcoming_listing_has_alternatives_too(world: World) -> None:
    await add(
        world, listing("waiting", categories=["testing"], status="scheduled"), listing("other", categories=["testing"])
    )
    assert await alternatives(world, "waiting") == [("other", False)]


async def test_a_listing_without_category_has_only_those_that_were_named(world: World) -> None:
    lone, named, _ = await add(world, listing("lone"), listing("named"), listing("another"))
    assert await alternatives(world, "lone") == []
    await approve(world, lone, named)
    assert await alternatives(world, "lone") == [("named", True)]


async def test_there_are_at_most_twenty_in_an_order_that_stays(world: World) -> None:
    ids = await add(world, *(listing(f"l-{n:02}", categories=["testing"]) for n in range(26)))
    await approve(world, ids[0], ids[25], ids[24])
    expected = [("l-24", True), ("l-25", True), *((f"l-{n:02}", False) for n in range(1, 19))]
    assert await alternatives(world, "l-00") == expected
    await approve(world, ids[1], *ids[2:])
    assert await alternatives(world, "l-01") == [(f"l-{n:02}", True) for n in range(2, 22)]


async def test_a_small_category_is_read_as_a_whole_and_a_large_one_along_the_votes(world: World) -> None:
    small = [voted(f"small-{n}", n) for n in range(4)]
    large = [voted(f"large-{n:02}", n, ("ai",)) for n in range(30)]
    hidden = listing("hidden", categories=["testing"], status="suspended", counts=counts.Counts(votes=99))
    ids = await add(world, *small, *large, hidden)
    await approve(world, ids[0], ids[1])
    assert await alternatives(world, "small-0") == [("small-1", True), ("small-3", False), ("small-2", False)]
    assert await alternatives(world, "large-00") == [(f"large-{n:02}", False) for n in range(29, 9, -1)]


@pytest.mark.parametrize("slug", ["Ask", "-ask", "a_sk", "a" * 221, "ask%0A"])
async def test_what_cannot_be_a_slug_is_refused(showing: World, slug: str) -> None:
    answer = await showing.get(f"/listings/{slug}/alternatives")
    assert answer.status_code == 400
    assert [error["field"] for error in answer.json()["errors"]] == ["slug"]
