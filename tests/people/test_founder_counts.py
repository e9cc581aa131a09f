"""How many founders there are, told without counting them, is always what counting would tell."""

import pytest

from showground import people
from showground.core.jobs.declare import JobRun
from showground.listings import new_listings
from showground.people.jobs import fold_founder_tally
from tests.support.listings import add, change, listing
from tests.support.world import World

pytestmark = pytest.mark.anyio


async def told(world: World) -> tuple[int, int]:
    """The total, and how many are listed."""
    page = (await world.get("/founders", params={"per_page": 100})).json()
    return page["total"], len(page["items"])


async def test_the_total_follows_who_is_named(world: World) -> None:
    founders = [people.NewFounder(slug=slug, name=slug.title()) for slug in ("ada", "bo", "cy", "di")]
    async with world.dispatcher.database.transaction() as db:
        await people.add_founders(db, founders[:3])
    assert await told(world) == (0, 0)
    named = {slug: (new_listings.NewListingFounder(slug, slug.title()),) for slug in ("ada", "bo", "cy", "di")}
    one, two = await add(
        world,
        listing("one", founders=named["ada"] + named["bo"]),
        listing("two", founders=named["bo"] + named["cy"] + named["di"]),
    )
    assert await told(world) == (3, 3)
    async with world.dispatcher.database.transaction() as db:
        await people.add_founders(db, founders[3:])  # is public at once
    assert await told(world) == (4, 4)
    await change(world, [two], status="suspended")
    assert await told(world) == (2, 2)
    await fold_founder_tally.work(JobRun(world.dispatcher, world.caller()))
    assert await told(world) == (2, 2)
    await change(world, [one, two], status="live")
    async with world.dispatcher.database.transaction() as db:
        await db.execute("delete from founder where slug = 'ada'")
    await change(world, [one], status="live")  # what was kept ready is told anew
    assert await told(world) == (3, 3)
    await fold_founder_tally.work(JobRun(world.dispatcher, world.caller()))
    async with world.dispatcher.database.reading() as db:
        assert await db.all("select n from founder_tally") == [(3,)]
