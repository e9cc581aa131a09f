"""The founders, as a caller sees them."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

import pytest

from showground import people
from showground.core import text_folding
from showground.listings import counts, new_listings, public_profiles
from tests.support.demo_data import DEMO
from tests.support.listings import add, change, listing
from tests.support.postgres import fresh_database
from tests.support.wait import PATIENCE_SECONDS
from tests.support.world import World, running_world

pytestmark = pytest.mark.anyio


async def add_founders(world: World, *founders: people.NewFounder) -> None:
    async with world.dispatcher.database.transaction() as db:
        await people.add_founders(db, founders)


def founder(name: str, **more: Any) -> people.NewFounder:
    return people.NewFounder(slug=text_folding.words_of(name)[0], name=name, **more)


def of(*slugs: str) -> list[new_listings.NewListingFounder]:
    return [new_listings.NewListingFounder(slug, slug.title(), "Founder") for slug in slugs]


async def find(world: World, **asked: Any) -> list[str]:
    answer = await world.get("/founders", params=asked)
    assert answer.status_code == 200, answer.text
    return [item["slug"] for item in answer.json()["items"]]


async def test_everyone_of_a_public_listing_is_there_by_name(showing: World) -> None:
    public = {f.slug: f for x in DEMO.listings if x.status is None for f in x.founders or ()}
    found: list[dict[str, Any]] = []
    for page in (1, 2):
        answer = (await showing.get("/founders", params={"per_page": 100, "page": page})).json()
        assert answer["total"] == len(public)
        found += answer["items"]
    assert {item["slug"] for item in found} == public.keys()
    assert len(found) == len(public)
    names = [text_folding.words_of(item["name"]) for item in found]
    assert names == sorted(names)


async def test_companies_are_named_with_the_part_in_them(world: World) -> None:
    chief = [new_listings.NewListingFounder("ada", "Ada", "Chief executive")]
    await add(
        world,
        listing("few", founders=of("ada"), counts=counts.Counts(votes=1)),
        listing("waiting", founders=of("ada"), status="scheduled"),
        listing("many", founders=chief, counts=counts.Counts(votes=9), logo_url="/media/0a.webp"),
    )
    await add_founders(world, founder("Ada Moreno", bio="Ran databases.", country="PT"))
    answer = (await world.get("/founders")).json()
    assert answer == {
        "items": [
            {
                "slug": "ada",
                "name": "Ada Moreno",
                "bio": "Ran databases.",
                "country": "PT",
                "picture_url": None,
                "url": "http://localhost:8000/founders/ada",
                "companies": [
                    {
                        "slug": slug,
                        "name": slug.title(),
                        "url": f"http://localhost:8000/listings/{slug}",
                        "title": title,
                        "logo_url": "http://localhost:8000/media/0a.webp" if slug == "many" else None,
                    }
                    for slug, title in (("many", "Chief executive"), ("few", "Founder"), ("waiting", "Founder"))
                ],
            }
        ],
        "page": 1,
        "per_page": 20,
        "total": 1,
    }


@pytest.mark.parametrize("status", ["draft", "awaiting_badge", "suspended", "withdrawn"])
async def test_what_is_not_public_leaves_no_trace(world: World, status: str) -> None:
    await add(
        world,
        listing("shown", founders=of("ada")),
        listing("hidden", founders=of("ada", "secret"), status=status),
    )
    await add_founders(world, founder("Ada"), founder("Secret"))
    answer = await world.get("/founders")
    assert answer.json()["total"] == 1
    assert [c["slug"] for item in answer.json()["items"] for c in item["companies"]] == ["shown"]
    assert "hidden" not in answer.text.lower()
    assert await find(world, q="secret") == []


async def test_founders_come_and_go_with_their_listings(world: World) -> None:
    ids = await add(world, listing("tidewater", founders=of("ada"), status="draft"))
    await add_founders(world, founder("Ada"))
    assert await find(world) == []
    await change(world, ids, status="live")
    assert await find(world) == ["ada"]
    await change(world, ids, status="suspended")
    assert await find(world) == []


@pytest.mark.usefixtures("patient")
async def test_a_founder_goes_when_two_listings_go_at_once(world: World) -> None:
    one, two = await add(world, listing("one", founders=of("ada")), listing("two", founders=of("ada", "bea")))
    await add_founders(world, founder("Ada"), founder("Bea"))
    first_hid = asyncio.Event()

    async def hide(number: int, wait_for: asyncio.Event | None) -> None:
        async with world.dispatcher.database.transaction() as db:
            await db.execute("update listing set status = 'suspended' where id = %s", (number,))
            if wait_for:
                await wait_for.wait()
            await public_profiles.refresh(db, [number])
            first_hid.set()

    await asyncio.wait_for(asyncio.gather(hide(one, None), hide(two, first_hid)), PATIENCE_SECONDS)
    assert await find(world) == []
    await change(world, [two], status="live")
    assert await find(world) == ["ada", "bea"]


async def test_a_founder_goes_who_is_not_named_any_more(world: World) -> None:
    ids = await add(world, listing("tidewater", founders=of("ada", "bea")))
    await add_founders(world, founder("Ada"), founder("Bea"))
    async with world.dispatcher.database.transaction() as db:
        await db.execute("delete from listing_founder where founder_slug = 'ada'")
        await public_profiles.refresh(db, ids)
    assert await find(world) == ["bea"]
    assert (await world.get("/founders")).json()["total"] == 1


CROWD = {
    "soren": "Søren Ångström",
    "lucja": "Łucja Żak",
    "jose": "José María O'Neill-Smith",
    "jr": "J.R. Tolk",
    "aegir": "Ægir Þór",
    "anna": "Анна Іваненко",
}


@pytest.fixture(scope="module")
async def crowd(postgres: str) -> AsyncGenerator[World]:
    """Six people whose names are not easily typed, for all tests of this module to read."""
    with fresh_database(postgres) as url:
        async with running_world(url) as world:
            await add(world, listing("crowded", founders=of(*CROWD)))
            await add_founders(world, *(people.NewFounder(slug=slug, name=name) for slug, name in CROWD.items()))
            yield world


@pytest.mark.parametrize(
    ("q", "slug"),
    [
        ("soren", "soren"), ("SØREN", "soren"), ("angstrom", "soren"), ("ång sør", "soren"), ("so", "soren"),
        ("lucja", "lucja"), ("zak", "lucja"), ("Łuc", "lucja"), ("maria", "jose"), ("neill", "jose"),
        ("O'Neill", "jose"), ("smith jose", "jose"), ("neill-smith", "jose"), ("tolk", "jr"), ("j.r.", "jr"),
        ("aegir", "aegir"), ("thor", "aegir"), ("Анна", "anna"), ("іван", "anna"), ("  soren  ", "soren"),
    ],
)  # fmt: skip
async def test_names_are_found_by_the_beginnings_of_their_words(crowd: World, q: str, slug: str) -> None:
    assert await find(crowd, q=q) == [slug]


@pytest.mark.parametrize("q", ["oren", "soren zak", "sorenx", "'", "!!!", "&|:*", "\\", "%", "soren & !x"])
async def test_what_nobody_is_called_finds_nobody(crowd: World, q: str) -> None:
    answer = (await crowd.get("/founders", params={"q": q})).json()
    assert (answer["items"], answer["total"]) == ([], 0)


async def test_countries_narrow_and_combine_with_names(world: World) -> None:
    people_here = [founder("Ada P", country="PT"), founder("Bea P", country="KE"), founder("Cleo P")]
    await add(world, listing("tidewater", founders=of("ada", "bea", "cleo")))
    await add_founders(world, *people_here)
    assert await find(world, country="pt") == ["ada"]
    assert await find(world, country="KE", q="p") == ["bea"]
    assert await find(world, country="KE", q="ada") == []
    assert await find(world, q="p") == ["ada", "bea", "cleo"]


@pytest.mark.parametrize(
    ("asked", "field"),
    [
        ({"q": "\U0001d4b3" * 121}, "q"),
        ({"country": "PRT"}, "country"),
        ({"country": "P"}, "country"),
        ({"country": "p1"}, "country"),
        ({"page": 1001}, "page"),
        ({"per_page": 101}, "per_page"),
        ({"name": "ada"}, "name"),
    ],
)
async def test_what_is_out_of_bounds_is_refused(showing: World, asked: dict[str, Any], field: str) -> None:
    answer = await showing.get("/founders", params=asked)
    assert answer.status_code == 400
    assert [error["field"] for error in answer.json()["errors"]] == [field]


async def test_the_longest_name_is_looked_for(showing: World) -> None:
    assert await find(showing, q="\U0001d4b3" * 120) == []


async def test_pages_hold_everyone_once_where_names_are_the_same(world: World) -> None:
    same = [people.NewFounder(slug=f"ada-{n}", name="Ada" if n % 2 else "ÁDA") for n in range(23)]
    await add(world, listing("tidewater", founders=of(*(f.slug for f in same))))
    await add_founders(world, *same)
    pages = [await find(world, per_page=5, page=page) for page in range(1, 7)]
    assert [slug for page in pages for slug in page] == [f.slug for f in same]
    past = (await world.get("/founders", params={"page": 1000, "per_page": 100})).json()
    assert (past["items"], past["total"]) == ([], 23)
