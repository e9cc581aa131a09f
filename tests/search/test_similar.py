"""Listings that are similar to a listing."""

import json

import pytest

from showground.core.calls.dispatch import Dispatcher
from showground.listings.actions.similar_listings import ListSimilarListings, list_similar_listings
from showground.search import similar
from tests.search.listings import CALLER, add, make

pytestmark = pytest.mark.anyio

TOOLS = make("tools", "Laneway", tagline="A tool library for one street", description="Lend a ladder to a neighbour.")
DRILL = make("drill", "Drillbit", tagline="Borrow power tools from people nearby", description="Ladders and drills.")
SOON = make("soon", "Ladderly", tagline="Borrow a ladder from a neighbour", status="scheduled")
BREAD = make("bread", "Lastloaf", tagline="Fresh bread from the oven", description="Baked before six each morning.")


async def similar_to(dispatcher: Dispatcher, slug: str, count: int = 10) -> list[str]:
    asked = ListSimilarListings(slug=slug, count=count)
    found = json.loads((await dispatcher.call(list_similar_listings, CALLER, asked)).json)
    return [item["slug"] for item in found["items"]]


async def test_similar_listings_are_live_and_about_the_same(dispatcher: Dispatcher) -> None:
    await add(dispatcher, TOOLS, DRILL, SOON, BREAD)
    assert await similar_to(dispatcher, "tools") == ["drill"]
    assert await similar_to(dispatcher, "drill") == ["tools"]
    assert await similar_to(dispatcher, "soon", 1) in (["tools"], ["drill"])
    assert await similar_to(dispatcher, "bread") == []


async def test_nothing_is_similar_to_an_unknown_listing(dispatcher: Dispatcher) -> None:
    await add(dispatcher, TOOLS)
    assert await similar_to(dispatcher, "unknown") == []
    assert await similar_to(dispatcher, "tools") == []


async def test_near_duplicates_have_the_same_name_or_nearly_the_same_text(dispatcher: Dispatcher) -> None:
    text = "Lend a ladder, a drill or a saw to a neighbour, and see who has it. Borrow what you need for one afternoon."
    _, copy, renamed, waiting, bread, namesake = await add(
        dispatcher,
        make("tools", "Laneway", tagline="A tool library for one street", description=text),
        make("copy", "Streetshed", tagline="A tool library for one street", description=text),
        make("renamed", "Toolbox", description=f"{text} It is free."),
        make("waiting", "Nextdoor", tagline="A tool library for one street", description=text, status="draft"),
        BREAD,
        make("namesake", "Lane way", tagline="Train journeys that a person would choose"),
    )
    async with dispatcher.database.reading() as db:
        found = await similar.find_near_duplicates(db, [copy, renamed, waiting, bread, namesake, 0])
    slugs = {number: [each.slug for each in duplicates] for number, duplicates in found.items()}
    assert slugs.keys() == {copy, renamed, waiting, bread, namesake}
    assert "tools" in slugs[copy]
    assert set(slugs[renamed]) <= {"tools", "copy"}
    assert set(slugs[waiting]) >= {"tools", "copy"}
    assert slugs[bread] == []
    assert slugs[namesake] == ["tools"]
    async with dispatcher.database.reading() as db:
        assert await similar.find_near_duplicates(db, []) == {}
