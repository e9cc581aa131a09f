"""Share pictures: drawn once, beside everything else, and never more at a time than can be drawn soon."""

import asyncio
import time
from io import BytesIO

import pytest
from PIL import Image

from showground.core.calls.errors import Unavailable
from showground.surfaces.web.syndication import image_queue
from showground.surfaces.web.syndication.image_queue import Drawings
from tests.support.launch_world import MONDAY, Fair
from tests.support.world import World

pytestmark = pytest.mark.anyio


def picture(word: str) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="300">'
        f'<text x="10" y="90" font-size="60">{word}</text></svg>'
    )


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every SVG that was really drawn."""
    found: list[str] = []
    make = Drawings._make

    async def note(self: Drawings, key: bytes, svg: str) -> bytes:
        found.append(svg)
        return await make(self, key, svg)

    monkeypatch.setattr(Drawings, "_make", note)
    return found


async def test_whatever_stands_behind_the_address_the_picture_is_drawn_once(world: World, drawn: list[str]) -> None:
    await Fair(world).add("quince")
    await world.hear_all()
    for path in ("listings/quince", f"weeks/{MONDAY}"):
        drawn.clear()
        first = await world.client.get(f"/pictures/{path}.png?x=0")
        etags = {(await world.client.get(f"/pictures/{path}.png?x={n}&y")).headers["etag"] for n in range(5)}
        etags.add((await world.client.get(f"/pictures/{path}.png")).headers["etag"])
        assert etags == {first.headers["etag"]}
        signed_in = await world.client.get(f"/pictures/{path}.png?z", headers={"Cookie": "a=b"})
        assert signed_in.content == first.content
        assert len(drawn) == 1
        assert "0 votes" not in drawn[0]
        again = await world.client.get(f"/pictures/{path}.png?w", headers={"If-None-Match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("path", ["/feeds/launches.atom", "/sitemap.xml", "/sitemaps/weeks.xml", "/llms.txt"])
async def test_what_takes_no_query_is_made_once_whatever_is_sent(world: World, path: str) -> None:
    await Fair(world).add("quince")
    await world.hear_all()
    first = await world.client.get(f"{path}?x=0")
    cache = world.app.parts.cache
    kept = cache.answers[(path, b"")]
    assert (await world.client.get(f"{path}?x=1")).text == first.text
    assert [key for key in cache.answers if key[0] == path] == [(path, b"")]
    assert cache.answers[(path, b"")] is kept


async def test_others_are_served_while_a_picture_is_drawn() -> None:
    """The longest time in which nothing else ran stays far below what a drawing takes."""
    drawings = Drawings()
    await drawings.draw(picture("warm"))
    began = time.process_time()
    tasks = [asyncio.create_task(drawings.draw(picture(f"word {n}"))) for n in range(5)]
    steps = 0
    while not all(task.done() for task in tasks):
        await asyncio.sleep(0)
        steps += 1
        await asyncio.sleep(0.001)
    assert steps >= 10  # with the drawing in this process there was one step for each picture
    assert time.process_time() - began < 2  # the work is another process's
    assert len({task.result() for task in tasks}) == 5
    assert Image.open(BytesIO(tasks[0].result())).size == (600, 300)


async def test_the_same_picture_is_drawn_once_for_all_who_wait(drawn: list[str]) -> None:
    drawings = Drawings()
    answers = await asyncio.gather(*(drawings.draw(picture("one")) for _ in range(40)))
    assert (len(set(answers)), len(drawn)) == (1, 1)


async def test_who_comes_while_too_many_wait_is_asked_to_come_back() -> None:
    drawings = Drawings()
    answers = await asyncio.gather(*(drawings.draw(picture(f"{n}")) for n in range(20)), return_exceptions=True)
    refused = [answer for answer in answers if isinstance(answer, Unavailable)]
    assert len(refused) == 20 - 16
    assert refused[0].headers["Retry-After"] == "5"
    assert await drawings.draw(picture("19"))


async def test_pictures_take_no_more_memory_than_they_may(monkeypatch: pytest.MonkeyPatch, drawn: list[str]) -> None:
    size = len(await Drawings().draw(picture("a")))
    monkeypatch.setattr(image_queue, "MAX_BYTES", size * 2 + size // 2)
    kept = Drawings()
    for word in "abcab":
        await kept.draw(picture(word))
    assert drawn == [picture(word) for word in "aabcab"]  # the oldest had to go
    await kept.draw(picture("b"))
    assert len(drawn) == 6
