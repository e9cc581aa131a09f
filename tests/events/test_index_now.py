"""With a key for IndexNow, search engines are told of changed pages, and find the key."""

import json
from collections.abc import AsyncGenerator
from ipaddress import ip_network
from typing import Any

import pytest

from showground.core.calls.context import Caller
from showground.core.jobs.declare import JobRun
from showground.events.changes import NotTold
from showground.events.index_now_job import tell_search_engines
from showground.listings import slugs
from tests.support import listings
from tests.support.copies import Template, copied
from tests.support.site import Answer, Site
from tests.support.world import World

pytestmark = pytest.mark.anyio
KEY = "0123456789abcdef"


@pytest.fixture
async def engine() -> AsyncGenerator[Site]:
    with Site({"/indexnow": Answer("", status=202)}) as site:
        yield site


async def tell(world: World) -> None:
    await tell_search_engines.work(JobRun(world.dispatcher, Caller(world.clock(), "job")))


async def test_changed_pages_are_told(postgres: str, with_cast: Template, engine: Site) -> None:
    settings: dict[str, Any] = {"fetch_allow": (ip_network("127.0.0.2/32"),), "indexnow_key": KEY}
    async with copied(postgres, with_cast, indexnow_url=f"{engine.url}/indexnow", **settings) as world:
        assert (await world.client.get(f"/{KEY}.txt")).text == KEY
        assert (await world.client.get("/other.txt")).status_code == 404
        (number,) = await listings.add(world, listings.listing("tidewater"))
        await tell(world)
        assert engine.requests == []  # from now on
        async with world.dispatcher.database.transaction() as db:
            await slugs.rename(db, number, "tidewater-2", world.clock())
        engine.pages["/indexnow"] = Answer("", status=503)
        with pytest.raises(NotTold):
            await tell(world)
        engine.pages["/indexnow"] = Answer("", status=200)
        for _ in range(2):
            await tell(world)
        refused, told = (json.loads(request.body) for request in engine.requests)
        site = world.dispatcher.site.url
        assert refused == told
        assert told == {
            "host": site.partition("//")[2],
            "key": KEY,
            "keyLocation": f"{site}/{KEY}.txt",
            "urlList": [f"{site}/listings/tidewater", f"{site}/listings/tidewater-2"],
        }


async def test_without_a_key_nobody_is_told(world: World) -> None:
    await tell(world)
    assert (await world.client.get(f"/{KEY}.txt")).status_code == 404
