"""What holds for every page: safety, limits, methods, and that the API's addresses are pages."""

import re
from pathlib import Path

import pytest

import showground.surfaces.web as web
from tests.support.html import Page
from tests.support.world import World, running_world
from tests.surfaces.web.conftest import Fair, new_listing

pytestmark = pytest.mark.anyio

PAGES = ("/", "/listings", "/listings/quince", "/categories", "/categories/ai")


def addresses_in(answer: str) -> set[str]:
    """Every `url` of a listing or a category."""
    return set(re.findall(r'"url":"(http://localhost:8000/(?:listings|categories)/[^"]+)"', answer))


@pytest.mark.slow
async def test_every_address_that_the_api_gives_for_listings_and_categories_is_a_page(showing: World) -> None:
    fair = Fair(showing)
    given = addresses_in((await showing.get("/categories")).text)
    for status in ("live", "upcoming"):
        for number in (1, 2):
            path = f"/listings?status={status}&per_page=100&page={number}"
            given |= addresses_in((await showing.get(path)).text)
    assert len(given) > 190
    for address in sorted(given):
        page = await fair.see(address)
        assert {"rel": "canonical", "href": address} in page.all("link")
        assert len(page.ids()) == len(set(page.ids()))


async def test_pages_are_safe_and_work_without_script(fair: Fair) -> None:
    await fair.add(new_listing("quince", categories=["ai"], country="PT"))
    for path in PAGES:
        answer = await fair.get(path)
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert "unsafe" not in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-cache"
        page = Page(answer.text)
        assert len(page.all("h1")) == 1
        assert not any(name.startswith("on") or name == "style" for _, found in page.elements for name in found)
        assert all((form["action"] or "").startswith("/") for form in page.all("form"))
        named = page.ids()
        assert all((found["href"] or "")[1:] in named for found in page.all("use"))
        assert all(found["for"] in named for found in page.all("label") if "for" in found)
        again = await fair.get(path, **{"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.text) == (304, "")
        assert "content-security-policy" in again.headers


async def test_pages_are_only_read(fair: Fair) -> None:
    await fair.add(new_listing("quince"))
    for path in PAGES:
        assert (await fair.world.client.head(path)).status_code == 200
        for method in ("POST", "PUT", "DELETE", "PATCH"):
            answer = await fair.world.client.request(method, path, headers={"Origin": "http://localhost:8000"})
            assert answer.status_code == 405
            assert set(answer.headers["allow"].split(", ")) == {"GET", "HEAD"}


async def test_a_page_is_counted_once_and_files_not_at_all(database_url: str) -> None:
    async with running_world(database_url, rate_limits=0.05) as world:  # six requests a minute
        fair = Fair(world)
        first = await fair.get("/")
        assert first.headers["ratelimit-policy"] == '"anonymous";q=6;w=60'
        assert first.headers["ratelimit"] == '"anonymous";r=5;t=60'
        style = str(Page(first.text).all("link")[-1]["href"])
        for _ in range(10):
            assert (await fair.get(style)).status_code == 200
        for path in ("/listings", "/categories", "/nowhere", "/listings/nobody", "/docs/api"):
            assert (await fair.get(path)).status_code in (200, 404)
        for path in ("/", "/nowhere"):
            answer = await fair.get(path)
            assert answer.status_code == 429
            assert answer.headers["retry-after"] == "60"
            assert "content-security-policy" in answer.headers
            assert "Too many requests" in Page(answer.text).text
        assert (await world.get("/site")).status_code == 429  # one purse for pages and the API
        assert (await fair.get(style)).status_code == 200
        world.clock.move(seconds=61)
        assert (await fair.get("/")).status_code == 200


async def test_a_mistake_of_ours_is_a_page_that_says_so(
    fair: Fair, monkeypatch: pytest.MonkeyPatch, expected_errors: list[str]
) -> None:
    await fair.add(new_listing("quince", country="PT"))
    assert (await fair.get("/")).status_code == 200

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("showground.surfaces.web.visit.pack_page", fail)
    page = await fair.see("/?again", 503)
    assert "Something went wrong on our side. We logged it; please try again later." in page.text
    assert re.fullmatch(r"page \w+ failed", expected_errors[0])
    assert "ZeroDivisionError" not in page.html


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_text_can_be_read_by_day_and_by_night() -> None:
    static = Path(web.__file__).parent / "static"
    pairs = re.findall(r"--([a-z-]+): light-dark\((#\w{6}), (#\w{6})\);", (static / "style.css").read_text())
    tokens = {name: (day, night) for name, day, night in pairs}
    for text in ("ink", "muted", "green", "red"):
        for ground in ("paper", "raised", "green-wash", "red-wash"):
            for mode in (0, 1):
                assert contrast(tokens[text][mode], tokens[ground][mode]) >= 4.5, (text, ground, mode)
    tiles = re.findall(r"--tile: (#\w{6}); --tile-ink: (#\w{6});", (static / "public.css").read_text())
    assert len(tiles) == 12
    assert all(contrast(ground, ink) >= 5.5 for ground, ink in tiles)  # the drawing takes some of it
