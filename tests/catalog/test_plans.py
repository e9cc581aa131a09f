"""Reads of a directory of some size use their indexes instead of looking through everything."""

import json
from collections.abc import AsyncGenerator, Iterator
from typing import Any, get_args

import psycopg
import pytest

from showground.catalog import store
from showground.catalog.operations.compare_listings import CompareListings, compare_listings
from showground.catalog.operations.get_listing import GetListing, get_listing
from showground.catalog.operations.list_alternatives import ListAlternatives, list_alternatives
from showground.catalog.operations.search_listings import SearchListings, search_listings
from showground.catalog.search.filters import Sort
from showground.core.context import Caller
from showground.core.door import Door
from showground.core.operation import Action
from showground.demo.synthetic import load_synthetic
from showground.people.operations.list_founders import ListFounders, list_founders
from tests.parts.door import open_door
from tests.parts.postgres import fresh_database
from tests.parts.world import NOW

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

COUNT = 5_000
PER_PAGE = 20
INDEX = {
    "relevance": "listing_votes",
    "newest": "listing_newest",
    "votes": "listing_votes",
    "trending": "listing_trending",
    "most_viewed": "listing_views",
    "most_followed": "listing_followers",
}
Plan = dict[str, Any]


def nobody_watches(done: int, total: int) -> None:
    """Progress that is shown to nobody."""


@pytest.fixture(scope="module")
async def door(postgres: str) -> AsyncGenerator[Door]:
    with fresh_database(postgres) as url:
        async with open_door(url, clock=lambda: NOW) as door:
            await load_synthetic(door, COUNT, nobody_watches)
            async with door.database.reading() as db:
                await db.execute("vacuum analyze")
            yield door


async def explain(door: Door, action: Action[Any, Any], asked: Any, monkeypatch: pytest.MonkeyPatch) -> list[Plan]:
    """The nodes of the plan of an operation's last statement, as it was run."""
    statements: list[tuple[Any, Any]] = []
    execute = psycopg.AsyncCursor[Any].execute

    async def note(self: Any, query: Any, values: Any = None, **more: Any) -> Any:
        statements.append((query, values))
        return await execute(self, query, values, **more)

    with monkeypatch.context() as patch:
        patch.setattr(psycopg.AsyncCursor, "execute", note)
        await door.call(action, Caller(NOW, "command"), asked)
    query, values = statements[-1]
    async with door.database.reading() as db:
        text = query if isinstance(query, str) else query.decode() if isinstance(query, bytes) else query.as_string(db)
        [(plan,)] = await db.all(f"explain (analyze, format json) {text}", values)  # type: ignore[arg-type]
    return list(nodes(plan[0]["Plan"]))


def nodes(plan: Plan) -> Iterator[Plan]:
    yield plan
    for below in plan.get("Plans", ()):
        yield from nodes(below)


def touched(plan: list[Plan], name: str) -> set[str]:
    return {node["Node Type"] for node in plan if node.get("Relation Name") == name}


def sorted_rows(plan: list[Plan]) -> int:
    """The most rows that were put in order at once."""
    found = [below["Actual Rows"] for node in plan if node["Node Type"] == "Sort" for below in node["Plans"]]
    return int(max(found, default=0))


async def test_a_profile_is_found_by_its_slug(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = await explain(door, get_listing, GetListing(slug="load-000777"), monkeypatch)
    assert touched(plan, "public_profile") == {"Index Scan"}
    assert [node["Index Name"] for node in plan if "Index Name" in node] == ["public_profile_slug_key"]


@pytest.mark.parametrize("sort", get_args(Sort))
@pytest.mark.parametrize("page", [1, 3])
async def test_a_page_without_words_is_read_in_order(
    door: Door, sort: Sort, page: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = await explain(door, search_listings, SearchListings(sort=sort, page=page), monkeypatch)
    limited = next(node for node in plan if node["Node Type"] == "Limit")
    ordered = list(nodes(limited))
    assert INDEX[sort] in {node.get("Index Name") for node in ordered}, json.dumps(limited, indent=1)
    assert all(node["Actual Rows"] <= 20 * PER_PAGE for node in ordered)
    assert sorted_rows(plan) <= PER_PAGE
    assert touched(plan, "public_profile") == {"Index Scan"}


@pytest.mark.parametrize(
    "asked",
    [{"country": "US"}, {"stage": "growing"}, {"pricing_model": "freemium"}, {"category": "ai"}, {"q": "garden"}],
    ids=str,
)
async def test_a_filtered_page_reads_only_its_own_profiles(
    door: Door, asked: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = await explain(door, search_listings, SearchListings(**asked), monkeypatch)
    assert touched(plan, "public_profile") == {"Index Scan"}
    read = [node for node in plan if node.get("Relation Name") == "public_profile"]
    assert all(node["Actual Rows"] * node["Actual Loops"] <= PER_PAGE for node in read)


async def test_a_domain_is_looked_up(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = await explain(door, search_listings, SearchListings(domain="load-000777.example"), monkeypatch)
    assert {node.get("Index Name") for node in plan if node.get("Relation Name") == "listing"} == {"listing_domain_key"}


async def test_words_are_looked_up(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = await explain(door, search_listings, SearchListings(q="garden bicycle"), monkeypatch)
    assert "listing_search_words" in {node.get("Index Name") for node in plan}
    assert "Seq Scan" not in touched(plan, "listing")


async def test_alternatives_are_read_from_their_category_alone(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = await explain(door, list_alternatives, ListAlternatives(slug="load-000777"), monkeypatch)
    assert touched(plan, "public_profile") == touched(plan, "listing") == {"Index Scan"}
    assert sorted_rows(plan) <= COUNT / 20


async def test_two_listings_are_compared_by_their_slugs(door: Door, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = await explain(door, compare_listings, CompareListings(a="load-000777", b="load-000778"), monkeypatch)
    assert touched(plan, "public_profile") == touched(plan, "listing") == {"Index Scan"}
    assert "listing_slug_key" in {node.get("Index Name") for node in plan}


async def test_slugs_like_one_are_read_in_order(door: Door) -> None:
    async with door.database.reading() as db:
        [(plan,)] = await db.all("explain (format json) " + store.NEAR_SLUGS, ("load-00077x",))
    found = list(nodes(plan[0]["Plan"]))
    assert {node["Node Type"] for node in found} == {"Limit", "Index Scan"}
    assert found[-1]["Index Name"] == "listing_slug_likeness"


@pytest.mark.parametrize(
    ("asked", "index"), [({}, "founder_folded"), ({"q": "ab"}, "founder_words"), ({"country": "PT"}, "founder_country")]
)
async def test_founders_are_read_by_name(
    door: Door, asked: dict[str, Any], index: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = await explain(door, list_founders, ListFounders(**asked), monkeypatch)
    assert index in {node.get("Index Name") for node in plan}
    limited = next(node for node in plan if node["Node Type"] == "Limit")
    assert all(node["Actual Rows"] <= 20 * PER_PAGE for node in nodes(limited))
    assert touched(plan, "listing") == {"Index Scan"}
