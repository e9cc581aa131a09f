"""Clicks on the link to a website: told by browsers beside the plain link, and counted by day."""

import pytest

from tests.support.owners import meet
from tests.support.world import World

pytestmark = pytest.mark.anyio


async def test_following_the_link_is_counted_and_leads_straight_to_the_website(world: World) -> None:
    owners = await meet(world)
    await owners.add()
    async with world.browser() as browser:
        page = (await browser.get("/listings/tidewater")).text
        link = '<a class="button" href="https://tidewater.example/" rel="noopener" ping="/listings/tidewater/clicks">'
        assert link in page
        told = await browser.post("/listings/tidewater/clicks", content="PING", headers={"Content-Type": "text/ping"})
        assert (told.status_code, told.content) == (204, b"")
        assert (await browser.post("/listings/Not A Slug/clicks", content="PING")).status_code == 404
    forged = await world.client.post("/listings/tidewater/clicks", headers={"Origin": "https://evil.example"})
    assert forged.status_code == 403
    assert await owners.ask("select day, clicks from click_day") == [(world.clock().date(), 1)]
