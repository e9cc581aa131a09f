"""The site, as a caller sees it."""

import pytest

from tests.support.listings import add, change, listing
from tests.support.world import World, running_world

pytestmark = pytest.mark.anyio


async def test_an_empty_site_says_what_it_is_and_where(world: World) -> None:
    site = (await world.get("/site")).json()
    assert site.keys() == {"name", "purpose", "urls", "counts"}
    assert site["name"] == "Showground"
    assert "directory of product launches" in site["purpose"]
    assert site["urls"] == {
        "site": "http://localhost:8000",
        "api": "http://localhost:8000/api/v1",
        "docs": "http://localhost:8000/docs/api",
        "openapi": "http://localhost:8000/api/v1/openapi.json",
        "mcp": "http://localhost:8000/mcp",
    }
    assert site["counts"] == {"listings": 0, "categories": 0}


async def test_name_and_address_are_the_settings(database_url: str) -> None:
    async with running_world(database_url, site_name="Fair & Fête", site_url="https://fair.example") as world:
        site = (await world.get("/site")).json()
    assert site["name"] == "Fair & Fête"
    assert site["urls"]["mcp"] == "https://fair.example/mcp"


@pytest.mark.slow
async def test_its_addresses_answer(world: World) -> None:
    urls = (await world.get("/site")).json()["urls"]
    for name in ("openapi", "docs"):
        assert (await world.client.get(urls[name])).status_code == 200


async def test_counts_follow_what_is_live(world: World) -> None:
    async def count() -> int:
        return (await world.get("/site")).json()["counts"]["listings"]

    assert await count() == 0
    ids = await add(world, listing("one"), listing("two", status="scheduled"), listing("three", status="draft"))
    assert await count() == 1
    await change(world, ids, status="live")
    assert await count() == 3
    await change(world, ids[:1], status="suspended")
    assert await count() == 2


async def test_categories_are_counted_with_those_below(showing: World) -> None:
    tree = (await showing.get("/categories")).json()["items"]
    site = (await showing.get("/site")).json()
    assert site["counts"]["categories"] == sum(1 + len(top["subcategories"]) for top in tree)
