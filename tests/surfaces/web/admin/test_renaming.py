"""A listing's slug is renamed by staff; what stood under the old one leads to it, for good."""

from xml.etree import ElementTree as ET

import pytest

from showground import launches
from showground.listings import new_listings, preconditions
from tests.support.listings import add, change, listing, profile
from tests.support.world import NOW
from tests.surfaces.web.admin.conftest import Staff, value

pytestmark = pytest.mark.anyio

PAGES = (
    "/listings/{}", "/listings/{}/updates?page=1", "/listings/{}/alternatives", "/listings/{}/badges",
    "/listings/{}/reviews", "/feeds/listings/{}.atom?x=1", "/pictures/listings/{}.png",
)  # fmt: skip


async def test_what_stood_under_the_old_slug_leads_to_the_new_one(staff: Staff) -> None:
    number, other = await add(
        staff.world, listing("tidewater", categories=["ai"]), listing("harbour", categories=["ai"])
    )
    async with staff.world.dispatcher.database.transaction() as db:
        await launches.add_launches(db, [(number, launches.this_week(NOW))])
    assert value(await staff.see(f"/admin/listings/{number}"), "slug") == "tidewater"
    page = await staff.send(f"/admin/listings/{number}/slug", slug=" Tide-Line ")
    assert value(page, "slug") == "tide-line"
    assert "Previous slugs: tidewater" in page.text
    client = staff.world.client
    for path in PAGES:
        answer = await client.get(path.format("tidewater"))
        assert (answer.status_code, answer.headers["location"]) == (301, path.format("tide-line")), path
        assert answer.headers["cache-control"] == "no-cache"  # who gives the slug back must not send browsers round
        assert (await client.get(path.format("tide-line"))).status_code == 200, path
    badge = "/badges/{}/listed-standard-light-m.svg"
    assert (await client.get(badge.format("tidewater"))).text == (await client.get(badge.format("tide-line"))).text
    async with staff.world.browser("alice") as alice:
        voted = await alice.post("/listings/tidewater/vote", data={}, headers={"Accept": "application/json"})
        assert (voted.status_code, voted.json()["votes"]) == (200, 1)
        dropped = await alice.post("/listings/tidewater/reviews/delete", data={})
        assert (dropped.status_code, dropped.headers["location"]) == (308, "/listings/tide-line/reviews/delete")
    assert "/listings/tidewater" not in (await client.get("/sitemaps/listings.xml")).text

    for path in ("/listings/{}", "/listings/{}/alternatives", "/listings/{}/badges", "/compare?a={}&b=harbour",
                 "/awards?listing={}"):  # fmt: skip
        asked, now = path.format("tidewater"), path.format("tide-line")
        assert (await staff.world.get(asked)).json() == (await staff.world.get(now)).json(), path
    assert (await profile(staff.world, "tidewater"))["slug"] == "tide-line"
    await change(staff.world, [number], tagline="Calmer")
    assert (await profile(staff.world, "tidewater"))["tagline"] == "Calmer"  # a kept answer is forgotten by both names
    same = (await staff.world.get("/compare?a=tidewater&b=tide-line")).json()
    assert [error["field"] for error in same["errors"]] == ["b"]
    claimed = {"slug": "tidewater", "method": "dns"}
    assert (await staff.world.request("POST", "/claims", by="bob", json=claimed)).json()["slug"] == "tide-line"

    for taken in ("tidewater", "tide-line"):
        page = await staff.send(f"/admin/listings/{other}/slug", 400, slug=taken)
        assert "Another listing uses this slug" in page.text
        assert value(page, "slug") == taken
    assert "error-slug" in (await staff.send(f"/admin/listings/{other}/slug", 400, slug="Not a slug")).ids()
    async with staff.world.dispatcher.database.transaction() as db:
        assert await preconditions.make_slug(db, "Tidewater", "other.example") == "tidewater-2"

    await staff.send(f"/admin/listings/{number}/slug", slug="tidewater")  # it may have its own back
    assert (await client.get("/listings/tide-line")).headers["location"] == "/listings/tidewater"
    assert (await client.get("/listings/tidewater")).status_code == 200
    await staff.send(f"/admin/listings/{number}/suspend", why="It copies another.")
    assert (await client.get("/listings/tide-line")).status_code == 404
    assert (await staff.world.get("/listings/tide-line")).status_code == 404
    await staff.send("/admin/listings/999/slug", 404, slug="tidewater")
    renames = [given["slug"] for _, action, given in await staff.log() if action == "rename_slug"]
    assert renames == ["tide-line", "tidewater"]


def ids_of(feed: str) -> list[str]:
    """The ids of a feed and of its entries, in Atom and in RSS."""
    tree = ET.fromstring(feed)  # noqa: S314
    return [found.text or "" for found in tree.iter() if found.tag in ("{http://www.w3.org/2005/Atom}id", "guid")]


async def test_entries_of_feeds_stay_the_same_ones_under_another_slug(staff: Staff) -> None:
    updates = [new_listings.NewUpdate("One", "First.", NOW), new_listings.NewUpdate("Two", "Second.", NOW)]
    number, _ = await add(
        staff.world,
        listing("tidewater", categories=["ai"], updates=updates, launch_week=launches.this_week(NOW)),
        listing("harbour", categories=["ai"], launch_week=launches.this_week(NOW)),
    )
    async with staff.world.dispatcher.database.transaction() as db:
        await launches.add_launches(db, [(number, launches.this_week(NOW))])

    async def read(slug: str) -> dict[str, list[str]]:
        feeds = ("launches", "updates", "categories/ai", f"listings/{slug}")
        files = [f"/feeds/{feed}.{form}" for feed in feeds for form in ("atom", "rss")]
        return {file.replace(slug, "it"): ids_of((await staff.world.client.get(file)).text) for file in files}

    before = await read("tidewater")
    assert len(set(before["/feeds/categories/ai.rss"])) == 2
    assert before["/feeds/updates.rss"] == before["/feeds/listings/it.rss"]
    assert set(before["/feeds/launches.rss"]) <= set(before["/feeds/categories/ai.rss"]), (
        "the same entry, whatever feed"
    )
    await staff.send(f"/admin/listings/{number}/slug", slug="tide-line")
    assert await read("tide-line") == before
    assert "tidewater" not in str(before)
