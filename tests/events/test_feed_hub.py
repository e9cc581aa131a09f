"""With a WebSub hub, feeds name it, and it is told when they change."""

from collections.abc import AsyncGenerator
from ipaddress import ip_network
from urllib.parse import parse_qs

import pytest

from showground.core.calls.context import Caller
from showground.core.jobs.declare import JobRun
from showground.events.changes import NotTold
from showground.events.feed_hub_job import tell_feed_hub
from tests.support import listings
from tests.support.copies import Template, copied
from tests.support.site import Answer, Site
from tests.support.world import World

pytestmark = pytest.mark.anyio


@pytest.fixture
async def hub() -> AsyncGenerator[Site]:
    with Site({"/hub": Answer("", status=204)}) as site:
        yield site


@pytest.fixture
async def hubbed(postgres: str, with_cast: Template, hub: Site) -> AsyncGenerator[World]:
    allow = (ip_network("127.0.0.2/32"),)
    async with copied(postgres, with_cast, fetch_allow=allow, websub_hub=f"{hub.url}/hub") as world:
        yield world


async def tell(world: World) -> None:
    await tell_feed_hub.work(JobRun(world.dispatcher, Caller(world.clock(), "job")))


@pytest.mark.parametrize(("form", "name"), [("atom", "link"), ("rss", "atom:link")])
async def test_feeds_name_it(hubbed: World, hub: Site, form: str, name: str) -> None:
    answer = await hubbed.client.get(f"/feeds/launches.{form}")
    own = f"{hubbed.dispatcher.site.url}/feeds/launches.{form}"
    assert answer.headers["link"] == f'<{hub.url}/hub>; rel="hub", <{own}>; rel="self"'
    assert f'<{name} href="{hub.url}/hub" rel="hub"/>' in answer.text
    assert "hub" not in (await hubbed.client.get(f"/feeds/newsletter.{form}")).text


async def test_it_is_told_of_what_changed_until_it_listens(hubbed: World, hub: Site) -> None:
    await tell(hubbed)
    assert hub.requests == []
    await listings.add(hubbed, listings.listing("tidewater", categories=["databases"]))
    hub.pages["/hub"] = Answer("", status=503)
    with pytest.raises(NotTold):
        await tell(hubbed)
    hub.pages["/hub"] = Answer("", status=202)
    for _ in range(2):
        await tell(hubbed)
    refused, told = (parse_qs(request.body.decode()) for request in hub.requests)
    assert refused == told
    site = hubbed.dispatcher.site.url
    paths = ("categories/databases", "launches", "listings/tidewater", "updates")
    assert told == {
        "hub.mode": ["publish"],
        "hub.url": [f"{site}/feeds/{path}.{form}" for path in paths for form in ("atom", "rss")],
    }


async def test_without_one_nobody_is_named_or_told(world: World) -> None:
    answer = await world.client.get("/feeds/launches.atom")
    assert "link" not in answer.headers
    assert 'rel="hub"' not in answer.text
    await tell(world)
