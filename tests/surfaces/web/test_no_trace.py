"""A walk over every page, feed, map and picture: what is not public leaves no trace, what comes only where it may."""

import re
from typing import Any
from urllib.parse import urlsplit

import pytest

from showground import people
from showground.categories import category_tree
from showground.launches import NewReview, add_reviews
from showground.listings import new_listings
from tests.support.launch_world import HIDDEN, LAST_MONDAY, MONDAY, NEXT_MONDAY, Fair, hours
from tests.support.world import NOW, World

pytestmark = pytest.mark.anyio

SITE = "http://localhost:8000"
START: tuple[str, ...] = (
    "/",
    "/sitemap.xml",
    "/robots.txt",
    "/llms.txt",
    "/feeds",
    "/compare?a=quince&b=medlar",
    "/listings?q=zz",
)
ADDRESS = re.compile(r'(?:href|src|content)="([^"]+)"|<loc>([^<]+)</loc>|<link>([^<]+)</link>')
NOT_WALKED = re.compile(r"/(static|api|docs|sign-in|account|submit|mcp)|.*[?&](country|page)=|/badges/.*-(light|dark)-")
MAY_NAME_WHAT_COMES = re.compile(
    r"/$|/launches/|/listings/soonish|/listings\?status=upcoming|/sitemaps/listings|/feeds/listings/soonish|/updates$"
    r"|/feeds/updates|/founders|/sitemaps/founders|/pictures/|/badges/soonish|/oembed"
)


def hidden_slug(status: str) -> str:
    return f"zzsecret-{status.replace('_', '-')}"


@pytest.fixture
async def fair(world: World) -> Fair:
    fair = Fair(world)
    async with world.dispatcher.database.transaction() as db:
        founders = [
            people.NewFounder(slug=slug, name=slug.title()) for slug in ("ada", "zzsecret-person", "soonish-person")
        ]
        await people.add_founders(db, founders)
        await category_tree.add_shipped_categories(db)
    await fair.add("quince", votes=hours(1, 2), paid=700, **about("ada"))
    await fair.add("medlar", LAST_MONDAY, votes=hours(1, since=LAST_MONDAY), **about("ada"))
    await fair.add("soonish", NEXT_MONDAY, status="scheduled", **about("soonish-person"))
    for status in HIDDEN:
        number = await fair.add(
            hidden_slug(status),
            MONDAY,
            status=status,
            votes=hours(1, 2, 3),
            paid=9_000,
            tagline="zzsecret",
            updates=[new_listings.NewUpdate("zzsecret", "zzsecret", NOW)],
            **about("zzsecret-person"),
        )
        async with world.dispatcher.database.transaction() as db:
            await add_reviews(db, [NewReview(number, fair.voters[0], 5, "zzsecret", NOW)])
    return fair


def about(founder: str) -> dict[str, Any]:
    return {
        "categories": ["databases"],
        "country": "PT",
        "founders": [new_listings.NewListingFounder(founder, founder.title())],
    }


@pytest.mark.slow
async def test_a_walk_over_everything_finds_no_trace(fair: Fair) -> None:
    waiting, seen = list(START), set(START)
    while waiting:
        path = waiting.pop()
        answer = await fair.world.client.get(path)
        assert answer.status_code in (200, 301, 302, 303), (path, answer.status_code)
        if "location" in answer.headers:
            found = [answer.headers["location"]]
        elif answer.headers["content-type"] == "image/png":
            continue
        else:
            text = answer.text.lower()
            assert "zzsecret" not in text, path
            assert "soonish" not in text or MAY_NAME_WHAT_COMES.match(path), path
            found = ["".join(groups) for groups in ADDRESS.findall(answer.text)]
        for address in found:
            parts = urlsplit(address.replace("&amp;", "&"))
            inside = f"{parts.path}?{parts.query}" if parts.query else parts.path
            ours = address.startswith((f"{SITE}/", "/")) and not NOT_WALKED.match(inside)
            if ours and inside not in seen:
                seen.add(inside)
                waiting.append(inside)
    kinds = {path.split("/")[1].partition("?")[0] for path in seen}
    expected = "launches listings categories leaderboards founders feeds sitemaps pictures badges blog awards oembed"
    assert kinds >= set(expected.split())
    assert "/listings/soonish" in seen


async def test_asked_for_by_name_it_is_as_if_it_never_was(fair: Fair) -> None:
    for path in (
        "/listings/{}", "/listings/{}/updates", "/listings/{}/reviews", "/listings/{}/alternatives",
        "/listings/{}/badges", "/feeds/listings/{}.atom", "/pictures/listings/{}.png",
        "/oembed?url=http://localhost:8000/listings/{}", "/compare?a=quince&b={}",
    ):  # fmt: skip
        never = await fair.world.client.get(path.format("zznever"))
        assert never.status_code in (400, 404)
        for status in HIDDEN:
            hidden = await fair.world.client.get(path.format(hidden_slug(status)))
            assert hidden.status_code == never.status_code, path
            assert hidden.text.replace(hidden_slug(status), "zznever") == never.text, path


async def test_what_waits_is_neither_counted_nor_ranked(fair: Fair) -> None:
    category = (await fair.world.client.get("/categories/databases")).text
    assert "2 launches" in category
    assert "soonish" not in category
    week = (await fair.world.client.get(f"/launches/{NEXT_MONDAY}")).text
    assert "1 scheduled" in week
    assert "Soonish" in week
    assert "Vote for Soonish" not in week
