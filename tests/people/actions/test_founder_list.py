"""Founders in the orders that the website offers."""

import pytest

from showground.core.calls.context import Caller
from showground.listings import counts
from showground.people.actions.founder_list import SortFounders, sort_founders
from showground.people.models import FounderSort
from tests.people.operations.test_list_founders import add, add_founders, founder, listing, of
from tests.support.world import NOW, World

pytestmark = pytest.mark.anyio


async def find(world: World, sort: FounderSort, q: str | None = None) -> list[str]:
    found = await world.dispatcher.call(sort_founders, Caller(NOW, "web"), SortFounders(sort=sort, q=q))
    assert found.total == len(found.items)
    return [item.slug for item in found.items]


async def test_founders_are_sorted_by_name_votes_or_age(world: World) -> None:
    await add(
        world,
        listing("few", founders=of("ada", "cleo"), counts=counts.Counts(votes=1)),
        listing("many", founders=of("ben"), counts=counts.Counts(votes=9)),
        listing("some", founders=of("cleo"), counts=counts.Counts(votes=5)),
        listing("soon", founders=of("dora"), status="scheduled"),
    )
    await add_founders(world, *(founder(name) for name in ("Dora", "Ada", "Cleo", "Ben")))
    assert await find(world, "name") == ["ada", "ben", "cleo", "dora"]
    assert await find(world, "newest") == ["ben", "cleo", "ada", "dora"]
    assert await find(world, "votes") == ["ben", "cleo", "ada"]  # by their best listing; Dora's is not live yet
    assert await find(world, "votes", q="cl") == ["cleo"]
