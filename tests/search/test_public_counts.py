"""Counts of public listings, kept as they come and go."""

import asyncio
from collections.abc import Mapping

import pytest

from showground.categories import category_tree
from showground.core.jobs.declare import JobRun
from showground.listings.jobs import fold_tally
from showground.search import public_counts
from tests.support.listings import add, change, listing
from tests.support.world import World

pytestmark = pytest.mark.anyio


async def counts(world: World) -> dict[str, int]:
    """What callers are told: of each category that has any, and of the site."""
    tree = (await world.get("/categories")).json()["items"]
    every = [category for top in tree for category in (top, *top["subcategories"])]
    site = (await world.get("/site")).json()["counts"]["listings"]
    assert (await world.get("/listings")).json()["total"] == site
    assert (await world.get("/launches", params={"section": "most-voted"})).json()["total"] == site
    return {c["slug"]: c["listing_count"] for c in every if c["listing_count"]} | {"": site}


async def rows(world: World) -> int:
    async with world.dispatcher.database.reading() as db:
        [(count,)] = await db.all("select count(*) from listing_tally")
    return count


async def test_counts_follow_what_is_public(world: World) -> None:
    async with world.dispatcher.database.transaction() as db:
        await category_tree.add_shipped_categories(db)
        [(top, below, beside)] = await db.all(
            """
            select top.slug, min(c.slug), max(c.slug) from category c join category top on top.id = c.parent_id
            group by top.slug having count(*) > 1 order by top.slug limit 1
            """
        )

    async def told(expected: Mapping[str, int]) -> None:
        assert await counts(world) == {name: n for name, n in expected.items() if n or not name}
        assert (await world.get("/listings", params={"category": top})).json()["total"] == expected.get(top, 0)
        assert (await world.get(f"/categories/{below}")).json()["total"] == expected.get(below, 0)

    one, two, three = await add(
        world,
        listing("one", categories=[below, beside]),
        listing("two", categories=[top, below]),
        listing("three", status="scheduled", categories=[beside]),
    )
    await told({"": 2, top: 2, below: 2, beside: 1})
    assert (await world.get("/listings", params={"status": "upcoming"})).json()["total"] == 1
    await change(world, [three], status="live")
    await told({"": 3, top: 3, below: 2, beside: 2})
    await change(world, [one, two], status="suspended")
    await told({"": 1, top: 1, beside: 1})
    await change(world, [one], status="live", tagline="Again")
    await change(world, [one], tagline="And again")
    await told({"": 2, top: 2, below: 1, beside: 2})
    before = await rows(world)
    await fold_tally.work(JobRun(world.dispatcher, world.caller()))
    assert await rows(world) < before
    await told({"": 2, top: 2, below: 1, beside: 2})
    async with world.dispatcher.database.transaction() as db:
        await public_counts.recount(db)
    await told({"": 2, top: 2, below: 1, beside: 2})


@pytest.mark.usefixtures("patient")
async def test_many_publish_and_fold_at_once(world: World) -> None:
    await add(world, listing("first", categories=["ai"]))

    async def fold() -> None:
        await fold_tally.work(JobRun(world.dispatcher, world.caller()))

    async with asyncio.TaskGroup() as crowd:
        for n in range(12):
            crowd.create_task(add(world, listing(f"one-{n}", categories=["ai"])))
            if n % 3 == 0:
                crowd.create_task(fold())
    assert await counts(world) == {"": 13, "ai": 13}
