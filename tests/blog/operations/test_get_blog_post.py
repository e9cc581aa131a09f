"""One post, as a caller sees it."""

from datetime import timedelta

import pytest

from showground import blog
from tests.support.demo_data import DEMO
from tests.support.world import NOW, World

pytestmark = pytest.mark.anyio


async def test_posts_are_shown_as_they_were_written(showing: World) -> None:
    items = {item["slug"]: item for item in (await showing.get("/blog", params={"per_page": 100})).json()["items"]}
    for post in DEMO.posts:
        found = (await showing.get(f"/blog/{post.slug}")).json()
        assert found["body"] == post.body
        assert found["faqs"] == [faq.model_dump() for faq in post.faqs]
        assert found["reading_minutes"] >= 1
        assert {name: found[name] for name in items[post.slug]} == items[post.slug]
        assert found.keys() - items[post.slug].keys() == {"body", "faqs", "reading_minutes"}


@pytest.mark.parametrize(("words", "minutes"), [(0, 1), (20, 1), (290, 1), (310, 2), (2000, 10)])
async def test_reading_takes_a_minute_for_200_words(world: World, words: int, minutes: int) -> None:
    post = blog.NewPost(slug="tides", title="Tides", summary="", body="word " * words, author="Ines", published_at=NOW)
    async with world.dispatcher.database.transaction() as db:
        await blog.add_posts(db, [post])
    assert (await world.get("/blog/tides")).json()["reading_minutes"] == minutes


async def test_a_post_of_the_future_is_as_if_it_never_was(world: World) -> None:
    post = blog.NewPost(
        slug="tomorrow", title="T", summary="S", body="B", author="A", published_at=NOW + timedelta(hours=1)
    )
    async with world.dispatcher.database.transaction() as db:
        await blog.add_posts(db, [post])
    found, never = [(await world.get(f"/blog/{slug}")).json() for slug in ("tomorrow", "never-was")]
    assert (found["status"], found["code"]) == (404, "no_such_post")
    assert found | {"request_id": ""} == never | {"request_id": ""}
    world.clock.move(hours=1)
    assert (await world.get("/blog/tomorrow")).status_code == 200


@pytest.mark.parametrize("slug", ["Tides", "-tides", "ti_des", "t" * 221, "tides%0A"])
async def test_what_cannot_be_a_slug_is_refused(showing: World, slug: str) -> None:
    answer = await showing.get(f"/blog/{slug}")
    assert answer.status_code == 400
    assert [error["field"] for error in answer.json()["errors"]] == ["slug"]
