"""Two listings side by side, as a caller sees them."""

from datetime import date
from typing import Any

import pytest

from showground.listings import counts
from tests.support.listings import add, change, listing
from tests.support.world import World

pytestmark = pytest.mark.anyio

COMMON = [
    "pricing_model", "pricing_summary", "stage", "country", "founded_year", "features", "rating", "domain_rating",
    "votes",
]  # fmt: skip


async def compare(world: World, a: str, b: str) -> dict[str, Any]:
    answer = await world.get("/compare", params={"a": a, "b": b})
    assert answer.status_code == 200, answer.text
    return answer.json()


async def refusal(world: World, **asked: str) -> list[dict[str, str]]:
    answer = await world.get("/compare", params=asked)
    assert answer.status_code == 400, answer.text
    return answer.json()["errors"]


def cells(compared: dict[str, Any]) -> dict[str, tuple[Any, Any, bool]]:
    return {row["key"]: (row["a"], row["b"], row["differs"]) for row in compared["rows"]}


async def set_attributes(world: World, category: str, *keys: str) -> None:
    attributes = [{"key": key, "label": key.title(), "kind": "text"} for key in keys]
    async with world.dispatcher.database.transaction() as db:
        await db.execute(
            "update category set attributes = (%s::text)::jsonb where slug = %s",
            (str(attributes).replace("'", '"'), category),
        )


async def test_what_all_have_in_common_stands_side_by_side(world: World) -> None:
    await add(
        world,
        listing(
            "tidewater",
            pricing_model="freemium",
            pricing_summary="Free up to 5 GB",
            stage="launched",
            country="PT",
            founded_year=2024,
            features=["Restore", "Copy"],
            domain_ratings={date(2026, 1, 1): 30, date(2026, 2, 1): 34},
            counts=counts.Counts(votes=7, rating_average=4.25, rating_count=4),
        ),
        listing("blank"),
        listing("twin", stage="launched", country="KE", features=["Copy", "Restore"], founded_year=2024),
    )
    assert cells(await compare(world, "tidewater", "blank")) == {
        "pricing_model": ("freemium", None, False),
        "pricing_summary": ("Free up to 5 GB", None, False),
        "stage": ("launched", None, False),
        "country": ("PT", None, False),
        "founded_year": (2024, None, False),
        "features": (["Restore", "Copy"], None, False),
        "rating": (4.25, None, False),
        "domain_rating": (34, None, False),
        "votes": (7, 0, True),
    }
    found = cells(await compare(world, "twin", "tidewater"))
    assert found["stage"] == ("launched", "launched", False)
    assert found["country"] == ("KE", "PT", True)
    assert found["founded_year"] == (2024, 2024, False)
    assert found["features"] == (["Copy", "Restore"], ["Restore", "Copy"], False)
    assert found["pricing_model"] == (None, "freemium", False)


async def test_both_are_summaries_in_the_order_asked(showing: World) -> None:
    compared = await compare(showing, "gaugework", "stepwarden")
    assert compared.keys() == {"a", "b", "rows"}
    for field, slug in (("a", "gaugework"), ("b", "stepwarden")):
        found = await showing.get("/listings", params={"domain": f"{slug}.example"})
        assert found.json()["items"] == [compared[field]]
    swapped = await compare(showing, "stepwarden", "gaugework")
    assert [(row["key"], row["b"], row["a"], row["differs"]) for row in swapped["rows"]] == [
        (row["key"], row["a"], row["b"], row["differs"]) for row in compared["rows"]
    ]


async def test_rows_follow_from_the_primary_categories(world: World) -> None:
    await add(
        world,
        listing(
            "agent", categories=["ai-agents", "testing"], attributes={"languages": ["Danish"], "works_offline": False}
        ),
        listing("vision", categories=["computer-vision"], attributes={"works_offline": True, "unasked": "x"}),
        listing("elsewhere", categories=["testing"]),
        listing("nowhere"),
    )
    compared = await compare(world, "agent", "vision")
    rows = {row["key"]: row for row in compared["rows"]}
    assert list(rows) == [*COMMON, "runs_on", "works_offline", "trains_on_your_data", "languages"]
    assert rows["works_offline"] == {
        "key": "works_offline", "label": "Works offline", "kind": "yes_no", "a": False, "b": True, "differs": True,
    }  # fmt: skip
    assert rows["languages"]["a"] == ["Danish"]
    assert (rows["runs_on"]["a"], rows["runs_on"]["b"], rows["runs_on"]["differs"]) == (None, None, False)
    of_both = [row["key"] for row in (await compare(world, "agent", "elsewhere"))["rows"]]
    assert of_both[: len(rows)] == list(rows)
    assert len(of_both) == len(set(of_both)) > len(rows)
    assert [row["key"] for row in (await compare(world, "nowhere", "vision"))["rows"]] == list(rows)


async def test_a_key_that_several_name_stands_once(world: World) -> None:
    await add(
        world,
        listing("one", categories=["ai-agents"], attributes={"shared": "x", "votes": "hides nothing"}),
        listing("two", categories=["testing"], attributes={"shared": "y"}),
    )
    await set_attributes(world, "ai", "shared", "votes")
    await set_attributes(world, "ai-agents", "own", "shared")
    await set_attributes(world, "developer-tools", "shared", "other")
    found = cells(await compare(world, "one", "two"))
    assert list(found) == [*COMMON, "shared", "own", "other"]
    assert found["votes"] == (0, 0, False)
    assert found["shared"] == ("x", "y", True)


async def test_changes_are_seen_at_once(world: World) -> None:
    ids = await add(world, listing("one"), listing("two"))
    assert cells(await compare(world, "one", "two"))["country"] == (None, None, False)
    await change(world, ids[1:], country="KE")
    assert cells(await compare(world, "one", "two"))["country"] == (None, "KE", False)


async def test_an_unknown_slug_is_refused_with_the_nearest_live_ones(showing: World) -> None:
    assert await refusal(showing, a="gaugwork", b="stepwardn") == [
        {"field": "a", "message": "No live listing has this slug. Did you mean gaugework?"},
        {"field": "b", "message": "No live listing has this slug. Did you mean stepwarden?"},
    ]
    assert await refusal(showing, a="gaugework", b="qqqqqqqq") == [
        {"field": "b", "message": "No live listing has this slug. Search for it by name with search_listings."}
    ]


@pytest.mark.parametrize("status", ["draft", "awaiting_badge", "suspended", "withdrawn"])
async def test_what_is_not_public_is_as_if_it_never_was(world: World, status: str) -> None:
    await add(world, listing("shown"), listing("tidewater-hidden", status=status), listing("tidewater"))
    assert await refusal(world, a="tidewater-hidden", b="shown") == [
        {"field": "a", "message": "No live listing has this slug. Did you mean tidewater?"}
    ]
    assert await refusal(world, a="shown", b="tidewater-hiden") == [
        {"field": "b", "message": "No live listing has this slug. Did you mean tidewater?"}
    ]


async def test_an_upcoming_listing_is_not_compared_yet(world: World) -> None:
    ids = await add(world, listing("shown"), listing("waiting", status="scheduled"))
    await add(world, listing("awaiting"))
    early = {"field": "a", "message": "This listing is not live yet. Choose a live one."}
    assert await refusal(world, a="waiting", b="shown") == [early]
    near = {"field": "a", "message": "No live listing has this slug. Did you mean awaiting?"}
    assert await refusal(world, a="awaitin", b="shown") == [near], "and not waiting, which is as near"
    await change(world, ids, status="live")
    assert (await compare(world, "waiting", "shown"))["a"]["slug"] == "waiting"


async def test_a_listing_is_not_compared_with_itself(world: World) -> None:
    await add(world, listing("shown"))
    same = {"field": "b", "message": "This is the same listing as `a`. Choose a different one."}
    assert await refusal(world, a="shown", b="shown") == [same]
    found = await refusal(world, a="never-was", b="never-was")
    assert [error["field"] for error in found] == ["a", "b", "b"]
    assert found[2] == same


@pytest.mark.parametrize(
    ("asked", "fields"),
    [
        ({}, ["a", "b"]),
        ({"a": "gaugework"}, ["b"]),
        ({"a": "Gaugework", "b": "-x"}, ["a", "b"]),
        ({"a": "gaugework", "b": "a" * 221}, ["b"]),
        ({"a": "gaugework", "b": "stepwarden", "c": "x"}, ["c"]),
        ({"a": "Gaugework", "b": "never-was"}, ["a", "b"]),
        ({"a": "never-was"}, ["b", "a"]),
    ],
)
async def test_what_is_out_of_bounds_is_refused(showing: World, asked: dict[str, str], fields: list[str]) -> None:
    assert [error["field"] for error in await refusal(showing, **asked)] == fields


async def test_the_longest_slug_is_looked_for(showing: World) -> None:
    assert [error["field"] for error in await refusal(showing, a="a" * 220, b="gaugework")] == ["a"]
