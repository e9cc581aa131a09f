"""Listings are found by their founders, their city and their country, without getting in the way of other searches."""

import pytest

from showground.core.calls.dispatch import Dispatcher
from showground.core.jobs.declare import JobRun
from showground.listings.jobs import encode_outdated_profiles
from showground.listings.queries.new_listings import NewListingFounder
from tests.search.listings import CALLER, add, find, make

pytestmark = pytest.mark.anyio

ADA = NewListingFounder(slug="ada-lovelace", name="Ada Lovelace")
MARK = NewListingFounder(slug="mark-o-neill", name="Mark O'Neill")
SHELF = (
    make("engine", "Engine", tagline="Tables for sailors", founders=[ADA, MARK], city="London", country="GB", votes=9),
    make("sauna", "Sauna", tagline="Book an hour of heat", city="Tampere", country="FI", votes=8),
    make("bakery", "Bakery", tagline="Bread by bicycle", city="Berlin", country="DE", votes=7),
    make("bay", "Bay", tagline="Ferries at a glance", city="San Francisco", country="US", votes=900),
    make("kiwi", "Kiwi", tagline="Fruit by post", city="Wellington", country="NZ", votes=5),
    make("ink", "Ink", tagline="Mark up drawings together", votes=1),
    make("machine", "Machine", tagline="A state machine for teams united by one board", votes=1),
    make("guide", "Guide to Berlin", tagline="Walks for an afternoon", votes=1),
)


@pytest.mark.parametrize(
    ("q", "slugs"),
    [
        ("Ada Lovelace", ["engine"]),
        ("ada lovelase", ["engine"]),
        ("lovel", ["engine"]),
        ("o'neill", ["engine"]),
        ("oneill", ["engine"]),
        ("Finland", ["sauna"]),
        ("finlnad", ["sauna"]),
        ("berlin", ["guide", "bakery"]),  # the name counts more than the place
        ("bread berlin", ["bakery"]),
        ("san francisco", ["bay"]),
        ("United States", ["bay"]),
        ("usa", ["bay"]),
        ("uk", ["engine"]),
        ("new zealand", ["kiwi"]),
        ("zealand", ["kiwi"]),
        ("united", ["machine", "bay"]),  # the beginning of United States, but a word of the other's tagline
    ],
)
async def test_listings_are_found_by_where_they_come_from(dispatcher: Dispatcher, q: str, slugs: list[str]) -> None:
    await add(dispatcher, *SHELF)
    assert (await find(dispatcher, q))[: len(slugs)] == slugs


async def test_what_a_product_does_counts_more_than_who_made_it(dispatcher: Dispatcher) -> None:
    await add(dispatcher, *SHELF)
    assert await find(dispatcher, "mark") == ["ink", "engine"]
    assert await find(dispatcher, "state") == ["machine"]  # and not those in the United States


async def test_listings_of_an_earlier_release_are_found_by_their_founders_after_the_upgrade(
    dispatcher: Dispatcher,
) -> None:
    await add(dispatcher, *SHELF)
    async with dispatcher.database.transaction() as db:
        await db.execute("update listing_search set words = names")
        await db.execute("update public_profile set encoding = 3")
    assert await find(dispatcher, "Ada Lovelace") == []
    await encode_outdated_profiles.work(JobRun(dispatcher, CALLER))
    assert await find(dispatcher, "Ada Lovelace") == ["engine"]
