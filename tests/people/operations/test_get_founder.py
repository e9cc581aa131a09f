"""One founder, as a caller sees them."""

import pytest

from showground import people
from showground.listings import counts, new_listings
from tests.support.demo_data import DEMO
from tests.support.listings import add, change, listing
from tests.support.world import NOW, World

pytestmark = pytest.mark.anyio

ADA = [new_listings.NewListingFounder("ada-moreno", "Ada", "Chief executive")]


async def add_ada(world: World) -> None:
    ada = people.NewFounder(
        slug="ada-moreno", name="Ada Moreno", bio="Ran databases.", country="PT", socials={"x": "https://x.example/ada"}
    )
    async with world.dispatcher.database.transaction() as db:
        await people.add_founders(db, [ada])
        await people.add_questions(db, ["Why?", "How?", "When?"])
        await people.add_answers(
            db, [("ada-moreno", "When?", "Soon.", NOW), ("ada-moreno", "Why?", "A failed disk.", NOW)]
        )


async def test_all_that_is_public_is_shown(world: World) -> None:
    await add(
        world,
        listing("plain", founders=ADA),
        listing(
            "tidewater",
            founders=ADA,
            unlocked=["story"],
            story={"title": "Lost weekends", "story": "It began."},
            counts=counts.Counts(votes=3),
        ),
        listing("waiting", founders=[new_listings.NewListingFounder("ada-moreno", "Ada")], status="scheduled"),
    )
    await add_ada(world)
    found = (await world.get("/founders/ada-moreno")).json()
    summaries = {
        item["slug"]: item
        for status in ("live", "upcoming")
        for item in (await world.get("/listings", params={"status": status})).json()["items"]
    }
    assert found == {
        "slug": "ada-moreno",
        "name": "Ada Moreno",
        "bio": "Ran databases.",
        "country": "PT",
        "socials": {"x": "https://x.example/ada"},
        "picture_url": None,
        "url": "http://localhost:8000/founders/ada-moreno",
        "companies": [
            {"title": "Chief executive", "listing": summaries["tidewater"]},
            {"title": "Chief executive", "listing": summaries["plain"]},
            {"title": None, "listing": summaries["waiting"]},
        ],
        "stories": [
            {
                "listing": {
                    "slug": "tidewater",
                    "name": "Tidewater",
                    "url": "http://localhost:8000/listings/tidewater",
                },
                "story": (await world.get("/listings/tidewater")).json()["story"],
            }
        ],
        "interview": [
            {"question_id": 1, "question": "Why?", "answer": "A failed disk.", "answered_at": "2026-03-11T12:00:00Z"},
            {"question_id": 3, "question": "When?", "answer": "Soon.", "answered_at": "2026-03-11T12:00:00Z"},
        ],
    }


async def test_a_story_that_is_locked_or_empty_is_not_shown(world: World) -> None:
    await add(
        world,
        listing("locked", founders=ADA, story={"story": "Kept back"}),
        listing("blank", founders=ADA, unlocked=["story"], story={}),
        listing("unwritten", founders=ADA, unlocked=["story"]),
    )
    await add_ada(world)
    answer = await world.get("/founders/ada-moreno")
    assert answer.json()["stories"] == []
    assert "Kept back" not in answer.text


@pytest.mark.parametrize("status", ["draft", "awaiting_badge", "suspended", "withdrawn"])
async def test_a_founder_of_nothing_public_is_as_if_they_never_were(world: World, status: str) -> None:
    ids = await add(world, listing("hidden", founders=ADA, status=status, unlocked=["story"], story={"story": "x"}))
    await add_ada(world)
    found, never = [(await world.get(f"/founders/{slug}")).json() for slug in ("ada-moreno", "never-was")]
    assert (found["status"], found["code"]) == (404, "no_such_founder")
    assert found | {"request_id": ""} == never | {"request_id": ""}
    await change(world, ids, status="live")
    assert (await world.get("/founders/ada-moreno")).status_code == 200
    await change(world, ids, status=status)
    assert (await world.get("/founders/ada-moreno")).status_code == 404


@pytest.mark.parametrize("status", ["draft", "awaiting_badge", "suspended", "withdrawn"])
async def test_companies_that_are_not_public_are_left_out(world: World, status: str) -> None:
    story = {"story": "Kept back"}
    await add(
        world,
        listing("shown", founders=ADA),
        listing("hidden", founders=ADA, status=status, unlocked=["story"], story=story),
    )
    await add_ada(world)
    answer = await world.get("/founders/ada-moreno")
    assert [company["listing"]["slug"] for company in answer.json()["companies"]] == ["shown"]
    assert answer.json()["stories"] == []
    assert "hidden" not in answer.text.lower()
    assert "Kept back" not in answer.text


async def test_a_founder_named_by_a_listing_can_be_looked_up(showing: World) -> None:
    for x in DEMO.listings[:12]:
        if x.status is None:
            for named in (await showing.get(f"/listings/{x.slug}")).json()["founders"] or ():
                found = (await showing.get(f"/founders/{named['slug']}")).json()
                assert (found["name"], found["url"]) == (named["name"], named["url"])
                assert x.slug in [company["listing"]["slug"] for company in found["companies"]]


@pytest.mark.parametrize("slug", ["Ada", "-ada", "a_da", "a" * 221, "ada%0A", "%C3%A4"])
async def test_what_cannot_be_a_slug_is_refused(showing: World, slug: str) -> None:
    answer = await showing.get(f"/founders/{slug}")
    assert answer.status_code == 400
    assert [error["field"] for error in answer.json()["errors"]] == ["slug"]
