"""The blog, as a caller sees it."""

from collections.abc import AsyncGenerator
from datetime import datetime, timedelta
from typing import Any

import pytest

from showground import blog
from tests.support.demo_data import DEMO
from tests.support.postgres import fresh_database
from tests.support.world import NOW, World, running_world

pytestmark = pytest.mark.anyio


def post(slug: str, *, at: datetime = NOW, **more: Any) -> blog.NewPost:
    texts: dict[str, Any] = {"title": slug.title(), "summary": "Short.", "body": "Long.", "author": "Ines Okafor"}
    return blog.NewPost(slug=slug, published_at=at, **(texts | more))


async def add(world: World, *posts: blog.NewPost) -> None:
    async with world.dispatcher.database.transaction() as db:
        await blog.add_posts(db, posts)


async def find(world: World, **asked: Any) -> list[str]:
    answer = await world.get("/blog", params=asked)
    assert answer.status_code == 200, answer.text
    return [item["slug"] for item in answer.json()["items"]]


async def test_the_newest_come_first(showing: World) -> None:
    found = (await showing.get("/blog")).json()
    assert {item["slug"] for item in found["items"]} == {p.slug for p in DEMO.posts}
    times = [item["published_at"] for item in found["items"]]
    assert times == sorted(times, reverse=True)
    assert found["total"] == len(DEMO.posts)


async def test_an_item_has_no_more_than_a_reader_of_lists_needs(world: World) -> None:
    await add(world, post("tides", title="Tides", summary="Up and down."))
    assert (await world.get("/blog")).json() == {
        "items": [
            {
                "slug": "tides",
                "title": "Tides",
                "summary": "Up and down.",
                "author": "Ines Okafor",
                "published_at": "2026-03-11T12:00:00Z",
                "url": "http://localhost:8000/blog/tides",
            }
        ],
        "page": 1,
        "per_page": 20,
        "total": 1,
    }


async def test_a_post_of_the_future_is_not_public_until_then(world: World) -> None:
    await add(world, post("old"), post("tomorrow", title="Kettle", at=NOW + timedelta(days=1)))
    assert await find(world) == ["old"]
    assert (await world.get("/blog")).json()["total"] == 1
    assert await find(world, q="kettle") == []
    world.clock.move(days=1)
    world.app.parts.cache.forget_all()  # answers are kept for some seconds, which the test does not wait
    assert await find(world) == ["tomorrow", "old"]
    assert await find(world, q="kettle") == ["tomorrow"]


@pytest.fixture(scope="module")
async def shelf(postgres: str) -> AsyncGenerator[World]:
    """Posts with few words, for all tests of this module to read."""
    with fresh_database(postgres) as url:
        async with running_world(url) as world:
            await add(
                world,
                post("in-title", title="The Kettle", at=NOW - timedelta(days=3)),
                post("in-summary", summary="About a kettle.", at=NOW - timedelta(days=2)),
                post("in-body", body="## Boiling\n\nA **kettle** on the [stove](https://stove.example).", at=NOW),
                post("elsewhere", title="Crème brûlée på Ærø", body="`it's` C++", at=NOW - timedelta(days=9)),
            )
            yield world


async def test_words_in_the_title_weigh_most(shelf: World) -> None:
    assert await find(shelf, q="kettle") == ["in-title", "in-summary", "in-body"]


@pytest.mark.parametrize(
    ("q", "slug"),
    [
        ("creme", "elsewhere"), ("BRÛLÉE", "elsewhere"), ("aero", "elsewhere"), ("brulee cre", "elsewhere"),
        ("kettle sto", "in-body"), ("boil", "in-body"), ("about ket", "in-summary"), ("  stove  ", "in-body"),
    ],
)  # fmt: skip
async def test_words_are_found_without_accents_and_the_last_by_its_beginning(shelf: World, q: str, slug: str) -> None:
    assert await find(shelf, q=q) == [slug]


@pytest.mark.parametrize("q", ["kett the", "ettle", "kettle brulee", "!!", "'", "&|", ":*", "\\"])
async def test_what_no_post_says_is_not_found(shelf: World, q: str) -> None:
    answer = (await shelf.get("/blog", params={"q": q})).json()
    assert (answer["items"], answer["total"]) == ([], 0)


async def test_pages_hold_every_post_once_where_all_are_alike(world: World) -> None:
    await add(world, *(post(f"post-{n}", title="Kettle") for n in range(23)))
    for asked in ({}, {"q": "kettle"}):
        pages = [await find(world, per_page=5, page=page, **asked) for page in range(1, 7)]
        assert [slug for page in pages for slug in page] == [f"post-{n}" for n in reversed(range(23))]
        past = (await world.get("/blog", params={"page": 1000, "per_page": 100, **asked})).json()
        assert (past["items"], past["total"]) == ([], 23)


async def test_a_long_post_is_found_by_its_last_word(world: World) -> None:
    await add(world, post("long", body="again and " * 20_000 + "finally"))
    assert await find(world, q="finally") == await find(world, q="again") == ["long"]


async def test_bounds(showing: World) -> None:
    assert (await showing.get("/blog", params={"q": "\U0001d4b3" * 200})).status_code == 200
    answer = await showing.get("/blog", params={"q": "\U0001d4b3" * 201})
    assert answer.status_code == 400
    assert answer.json()["errors"] == [{"field": "q", "message": "At most 200 characters; this has 201."}]
