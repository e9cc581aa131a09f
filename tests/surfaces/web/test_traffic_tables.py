"""Where a listing is seen: counted on every surface, from the cache and past it, and shown to its owner."""

from ipaddress import ip_network

import pytest

from tests.launches.test_views import BROWSER
from tests.support.html import Page
from tests.support.launch_world import Fair
from tests.support.owners import meet
from tests.support.world import World, running_world
from tests.surfaces.mcp.calling import call_2025, modern
from tests.surfaces.mcp.test_in_the_app import HEADERS

pytestmark = pytest.mark.anyio

PAGE = "/listings/tidewater"
BADGE = "/badges/tidewater/launched-standard-auto-m.svg"


async def test_every_surface_counts_what_it_shows(database_url: str) -> None:
    proxies = (ip_network("127.0.0.0/8"),)
    async with running_world(database_url, country_header="CF-IPCountry", trusted_proxies=proxies) as world:
        fair = Fair(world)
        await fair.add("tidewater")
        await world.hear_all()
        for number in (1, 2):  # the second is answered from the cache
            sent = {
                "User-Agent": BROWSER,
                "Referer": "https://news.example/today",
                "X-Forwarded-For": f"203.0.113.{number}",
                "CF-IPCountry": "PT",
            }
            assert (await world.client.get(PAGE, headers=sent)).status_code == 200
            reader = {"User-Agent": "Claude-User/1.0", "X-Forwarded-For": f"203.0.113.{number}"}
            assert (await world.get(PAGE, headers=reader)).status_code == 200
            assert (await world.client.get(PAGE, headers=reader)).status_code == 200
            elsewhere = {**sent, "Referer": "https://tidewater.example/", "Sec-Fetch-Site": "cross-site"}
            assert (await world.client.get(BADGE, headers=elsewhere)).status_code == 200
            own = {**sent, "X-Forwarded-For": f"203.0.114.{number}", "Sec-Fetch-Site": "same-origin"}
            assert (await world.client.get(BADGE, headers=own)).status_code == 200
        markdown = {"User-Agent": BROWSER, "Accept": "text/markdown"}
        assert (await world.client.get(PAGE, headers=markdown)).status_code == 200
        message, routing = modern("tools/call", name="get_listing", arguments={"slug": "tidewater"})
        for body, headers in ((message, routing), (call_2025(1, "get_listing", {"slug": "tidewater"}), {})):
            agent = {"User-Agent": "openai-mcp/1.0.0"}
            assert "result" in (await world.client.post("/mcp", headers=HEADERS | headers | agent, json=body)).json()
        assert (await world.get("/listings/nobody")).status_code == 404
        await world.app._write_noted()
        assert await fair.ask("select kind, name, count from traffic_day order by 1, 2") == [
            ("agent_api", "Anthropic", 2),
            ("agent_mcp", "OpenAI", 2),
            ("agent_page", "", 1),
            ("agent_page", "Anthropic", 2),
            ("badge", "tidewater.example", 2),
            ("country", "PT", 2),
            ("referrer", "news.example", 2),
        ]


async def test_an_owner_sees_the_sources_and_why_some_are_missing(world: World) -> None:
    owners = await meet(world)
    number = await owners.add()
    async with world.browser("alice") as browser:
        empty = Page((await browser.get(f"/dashboard/listings/{number}")).text).text
        assert "No visits yet." in empty
        assert "Countries are not counted on this site." in empty
        today = world.clock().date()
        for kind, name, count in (
            ("referrer", "news.example", 1_200),
            ("referrer", "localhost", 7),
            ("referrer", "", 3),
            ("search", "tested backups", 4),
            ("agent_mcp", "OpenAI", 9),
            ("agent_api", "", 2),
        ):
            await owners.do("insert into traffic_day values (%s, %s, %s, %s, %s)", number, today, kind, name, count)
        await owners.do("insert into traffic_day values (%s, %s - 30, 'referrer', 'old.example', 5)", number, today)
        shown = Page((await browser.get(f"/dashboard/listings/{number}")).text).text
    for words in ("Referrers 1,210", "news.example1,200", "Showground7", "Not stated3", "tested backups4"):
        assert words in shown
    for words in ("Reads by agents 11", "OpenAIMCP9", "Other programsAPI2"):
        assert words in shown
    assert "old.example" not in shown
    async with world.browser("charlie") as browser:
        assert (await browser.get(f"/dashboard/listings/{number}")).status_code == 404
