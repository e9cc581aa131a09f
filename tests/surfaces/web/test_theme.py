"""The guide to themes and its example: every page renders with it, so templates that a theme builds on stay."""

import re
from pathlib import Path
from typing import Any

import pytest

from showground.core.mail.templates import write
from showground.surfaces.web.assets import FOLDER as STATIC
from showground.surfaces.web.assets import KINDS
from showground.surfaces.web.routes import PAGES
from showground.surfaces.web.templates_engine import FOLDER
from tests.support.html import Page
from tests.support.world import World, running_world
from tests.surfaces.web.admin.conftest import staff_of

pytestmark = pytest.mark.anyio

EXAMPLE = Path(__file__).parents[3] / "docs" / "example-theme"
MARK = "Made with care."
GUIDE = (EXAMPLE.parent / "themes.md").read_text()
NO_PAGES = re.compile(r"\.(css|xml|txt|png|svg|pdf|atom|rss|json)$|^/(oembed|media|brand)/?|\{token\}|/with/|^/meant$")


async def list_paths(world: World, queries: Any) -> list[str]:
    """Every page's path, with names from the directory in place of its parameters."""
    async with world.dispatcher.database.reading() as db:
        names = {key: str((await db.one(query) or ("0",))[0]) for key, query in queries.items()}

    def fill(path: str) -> str:
        kind = path.removeprefix("/admin").split("/")[1:][:1]
        tables = {"categories": "category", "founders": "founder", "blog": "post", "posts": "post", "texts": "text"}
        table = tables.get(kind[0] if kind else "", "listing")
        known = {"slug": names[table], "week": names["week"], "board": "billboard", "email": "sign_in_link"}
        return re.sub(r"\{(\w+)(:int)?\}", lambda found: known.get(found[1], names.get(found[1], "1")), path)

    return [fill(path) for path, _ in PAGES if not NO_PAGES.search(path)]


QUERIES = {
    "listing": "select slug from public_profile limit 1",
    "category": "select slug from category limit 1",
    "founder": "select slug from founder limit 1",
    "post": "select slug from post limit 1",
    "text": "select 'privacy'",
    "week": "select launch_week from listing where launch_week is not null order by 1 limit 1",
    "listing_id": "select id from listing limit 1",
    "code": "select code from product limit 1",
}


async def test_every_page_renders_with_the_example_theme(demo_world: World) -> None:
    async with running_world(demo_world.database_url, theme_dir=EXAMPLE) as world, staff_of(world) as staff:
        paths = await list_paths(world, QUERIES)
        shown = 0
        for path in paths:
            answer = await staff.browser.get(path)
            assert answer.status_code in (200, 303, 301, 400, 404), (path, answer.status_code)
            if answer.headers.get("content-type", "").startswith("text/html"):
                assert MARK in answer.text, path
                shown += answer.status_code == 200
        assert shown > 85, shown
        home = Page((await world.client.get("/")).text)
        sheets = [str(link["href"]) for link in home.all("link") if link.get("rel") == "stylesheet"]
        assert sheets[-1].endswith("/theme.css")
        assert (await world.client.get(sheets[-1])).status_code == 200
        picture = next(str(each["src"]) for each in home.all("img") if "wave.svg" in str(each["src"]))
        assert (await world.client.get(picture)).status_code == 200
        mail = write(world.dispatcher.site, "", "sign_in_link", unsubscribe_url=None, url="https://x", minutes=15)
        assert mail.subject == "Your sign-in link for Showground"


def test_the_guide_names_every_block_of_the_bases() -> None:
    for name in ("base.html", "account_base.html", "public_base.html"):
        blocks = set(re.findall(r"{% block (\w+) %}", (FOLDER / name).read_text()))
        assert {block for block in blocks if f"`{block}`" not in GUIDE} == set(), name


def test_the_guide_names_what_there_is() -> None:
    *endings, last = KINDS
    assert f"end with {', '.join(endings)} or {last}" in GUIDE
    assert "--font-text:" in (STATIC / "style.css").read_text()
    assert {
        name for name in ("icon.svg", "favicon.ico", "page.js", "theme.js") if not (STATIC / name).exists()
    } == set()
    shipped = re.findall(r"surfaces/web/templates/(\w+\.html)", GUIDE)
    assert shipped
    assert all((FOLDER / name).exists() for name in [*shipped, "home.html", "listing.html", "listings.html"])


async def test_a_file_of_the_theme_replaces_the_shipped_one(database_url: str, tmp_path: Path) -> None:
    (tmp_path / "static").mkdir()
    (tmp_path / "static/icon.svg").write_text("<svg/>")
    (tmp_path / "theme.css").write_text('@font-face { src: url("own.woff2"); }')
    (tmp_path / "static/own.woff2").write_bytes(b"font")
    async with running_world(database_url, theme_dir=tmp_path) as world:
        links = [str(link["href"]) for link in Page((await world.client.get("/")).text).all("link")]
        icon = next(link for link in links if link.endswith("/icon.svg"))
        assert (await world.client.get(icon)).text == "<svg/>"
        sheet = next(link for link in links if link.endswith("/theme.css"))
        assert (await world.client.get(sheet.replace("theme.css", "own.woff2"))).content == b"font"
