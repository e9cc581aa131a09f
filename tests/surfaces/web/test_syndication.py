"""What machines read: maps, feeds, robots.txt, llms.txt, Markdown, embeds and pictures."""

import json
from io import BytesIO
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from showground import people
from showground.listings import media, new_listings
from showground.surfaces.web.routes import PAGES
from showground.surfaces.web.visitors.routes import VISITORS_PAGES
from tests.support.launch_world import LAST_MONDAY, MONDAY, Fair, hours
from tests.support.world import NOW, World

pytestmark = pytest.mark.anyio

SITE = "http://localhost:8000"
HOSTILE = "</title><script>alert(1)</script> & \x0b]]>"


def locations(text: str) -> list[str]:
    return [found.text or "" for found in ET.fromstring(text).iter() if found.tag.endswith("}loc")]  # noqa: S314


@pytest.fixture
def fair(world: World) -> Fair:
    return Fair(world)


async def get(fair: Fair, address: str, **headers: str) -> str:
    answer = await fair.world.client.get(address.removeprefix(SITE), headers=headers)
    assert answer.status_code == 200, (address, answer.text)
    return answer.text


@pytest.mark.slow
async def test_the_map_leads_to_every_public_page_and_each_of_them_answers(fair: Fair) -> None:
    async with fair.world.dispatcher.database.transaction() as db:
        await people.add_founders(db, [people.NewFounder(slug=f"{who}-founder", name=who) for who in ("ada", "hidden")])
    await fair.add("quince", votes=hours(1), founders=[new_listings.NewListingFounder("ada-founder", "Ada")])
    await fair.add("later", status="scheduled", week=MONDAY)
    await fair.add("hidden", status="suspended", founders=[new_listings.NewListingFounder("hidden-founder", "Hidden")])
    places: set[str] = set()
    for file in locations(await get(fair, "/sitemap.xml")):
        places |= set(locations(await get(fair, file)))
    paths = {place.removeprefix(SITE) for place in places}
    assert {"/listings/quince", "/listings/later", "/founders/ada-founder", f"/launches/{MONDAY}", "/rules"} <= paths
    assert not any("hidden" in path for path in paths)
    for path in paths:
        await get(fair, path)
    assert f"Sitemap: {SITE}/sitemap.xml" in await get(fair, "/robots.txt")


async def test_robots_are_kept_from_what_is_somebodys_own_and_from_nothing_else(fair: Fair) -> None:
    lines = (await get(fair, "/robots.txt")).splitlines()
    closed = [line.removeprefix("Disallow: ") for line in lines if line.startswith("Disallow: ")]
    own = {path for path, _ in PAGES if "{token}" in path or path.startswith(("/account", "/admin", "/dashboard"))}
    assert own == {path for path in own if path.startswith(tuple(closed))}
    assert all(any(path.startswith(beginning) for path, _ in PAGES) for beginning in closed)
    assert not any(path.startswith(tuple(closed)) for path, _ in VISITORS_PAGES)


async def test_a_part_of_the_map_that_is_not_there_is_no_mistake_of_ours(fair: Fair) -> None:
    for part in ("0", "0100000", "101", "1e2", "-1", "1" * 5_000):
        await get(fair, f"/sitemaps/founders.xml?part={part}")


@pytest.mark.parametrize("form", ["atom", "rss"])
async def test_feeds_are_well_formed_whatever_owners_write(fair: Fair, form: str) -> None:
    text = HOSTILE.replace("\x0b", "")
    await fair.add(
        "quince", votes=hours(1), name=text, tagline=text, updates=[new_listings.NewUpdate(HOSTILE, HOSTILE, NOW)]
    )
    for name in ("launches", "weeks", "updates", "blog", "listings/quince"):
        tree = ET.fromstring(await get(fair, f"/feeds/{name}.{form}"))  # noqa: S314
        texts = [found.text or "" for found in tree.iter()]
        if name in ("launches", "updates", "listings/quince"):
            assert any(text in found for found in texts), name
            assert any(f"{SITE}/listings/quince" in {*found.attrib.values(), found.text} for found in tree.iter())
    assert (await fair.world.client.get(f"/feeds/listings/nobody.{form}")).status_code == 404
    assert (await fair.world.client.get("/feeds/launches.json")).status_code == 404


async def test_a_listing_is_markdown_for_those_who_prefer_it(fair: Fair) -> None:
    await fair.add("quince", tagline="A *bold* claim", features=["- one", "# two"])
    for accept in ("text/markdown", "text/markdown, text/html;q=0.9", "text/html;q=0.5,text/markdown;q=0.6"):
        answer = await fair.world.client.get("/listings/quince", headers={"Accept": accept})
        assert answer.headers["content-type"] == "text/markdown; charset=utf-8"
        assert "Accept" in answer.headers["vary"]
        assert answer.text.startswith("# Quince\n\n*A \\*bold\\* claim*\n")
        assert "- \\- one\n- \\# two" in answer.text
    for accept in ("*/*", "text/html, text/markdown;q=0.1", "text/markdown;q=0"):
        answer = await fair.world.client.get("/listings/quince", headers={"Accept": accept})
        assert answer.text.startswith("<!doctype html>")


async def test_llms_txt_and_embeds_say_where_things_are(fair: Fair) -> None:
    await fair.add("quince")
    said = await get(fair, "/llms.txt")
    assert f"[MCP server]({SITE}/mcp)" in said
    assert "&#" not in said
    embed = json.loads(await get(fair, f"/oembed?url={SITE}/listings/quince"))
    assert (embed["type"], embed["title"], embed["provider_name"]) == ("rich", "Quince", "Showground")
    assert (
        f'<a href="{SITE}/listings/quince"><img src="{SITE}/badges/quince/launched-banner-auto-m.svg"' in embed["html"]
    )
    assert embed["width"] > embed["height"] > 0
    for address in ("https://evil.example/", f"{SITE}/listings/nobody", f"{SITE}/listings/No", ""):
        assert (await fair.world.client.get("/oembed", params={"url": address})).status_code == 404
    assert (await fair.world.client.get("/oembed?format=xml")).status_code == 501


async def test_pictures_show_the_logos_that_are_stored_here(fair: Fair) -> None:
    made = BytesIO()
    Image.new("RGB", (512, 512), "#FF0000").save(made, "WEBP", lossless=True)
    async with fair.world.dispatcher.database.transaction() as db:
        path = await media.add_file(db, made.getvalue(), "webp", NOW)
    logos = {"here": SITE + path, "elsewhere": "https://a.example/a.webp", "gone": f"{SITE}/media/{'0' * 40}.webp"}
    for slug, logo_url in logos.items():
        await fair.add(slug, logo_url=logo_url)
        answer = await fair.world.client.get(f"/pictures/listings/{slug}.png")
        drawn = Image.open(BytesIO(answer.content)).convert("RGB").getpixel((132, 210))
        assert (drawn == (255, 0, 0)) == (slug == "here"), slug


async def test_pictures_are_drawn_for_listings_and_weeks_whatever_their_names(fair: Fair) -> None:
    await fair.add("quince", votes=hours(1), name="Quince <&> " + "very long " * 30, tagline="“Ünïcode” 日本語 " * 9)
    await fair.add("plain", LAST_MONDAY)
    for path in ("listings/quince", "listings/plain", f"weeks/{MONDAY}", "weeks/last", "weeks/next"):
        answer = await fair.world.client.get(f"/pictures/{path}.png")
        assert answer.status_code == 200, path
        assert answer.headers["content-type"] == "image/png"
        assert Image.open(BytesIO(answer.content)).size == (1200, 630)
    for path in ("listings/nobody", "weeks/never", "listings/No"):
        assert (await fair.world.client.get(f"/pictures/{path}.png")).status_code == 404
