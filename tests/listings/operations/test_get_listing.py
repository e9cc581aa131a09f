"""One listing, as a caller sees it."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from showground.demo.evidence import complete_evidence
from showground.listings import counts, new_listings
from tests.support.demo_data import DEMO
from tests.support.listings import add, change, listing, profile
from tests.support.world import NOW, World, running_world

pytestmark = pytest.mark.anyio

ALWAYS = {
    "slug", "name", "tagline", "votes", "url", "website", "status", "category", "stage", "pricing_model", "country",
    "logo_url", "launch_week", "makers", "review_count", "question_count", "questions", "headline", "summary",
    "short_description", "description", "features", "usps",
    "keywords", "tags", "pricing", "categories", "founders", "faqs", "socials", "updates", "rating", "domain_rating",
    "location", "founded_year", "contact_email", "demo_video_url", "attributes", "live_at", "followers", "demo",
    "links", "evidence", "not_found_on_website", "seo_title", "seo_description",
}  # fmt: skip
UNKNOWN = (
    "tagline", "category", "stage", "pricing_model", "country", "logo_url", "launch_week", "headline", "summary",
    "short_description", "description", "features", "usps", "keywords", "tags", "founders", "faqs", "socials",
    "rating", "domain_rating", "founded_year", "contact_email", "demo_video_url", "seo_title", "seo_description",
)  # fmt: skip


async def test_unknown_is_null_and_never_made_up(world: World) -> None:
    await add(world, listing("quince"))
    shown = await profile(world, "quince")
    assert shown.keys() == ALWAYS
    assert {name: shown[name] for name in UNKNOWN} == dict.fromkeys(UNKNOWN)
    assert shown["pricing"] == {"model": None, "summary": None}
    assert shown["location"] == {"country": None, "city": None}
    assert (shown["votes"], shown["followers"], shown["demo"]) == (0, 0, False)
    assert (shown["categories"], shown["updates"], shown["not_found_on_website"]) == ([], [], [])
    assert (shown["attributes"], shown["evidence"]) == ({}, {})


async def test_an_empty_list_is_not_an_unknown_one(world: World) -> None:
    await add(world, listing("quince", features=[], usps=[], keywords=[], tags=[], faqs=[], socials={}))
    shown = await profile(world, "quince")
    assert [shown[name] for name in ("features", "usps", "keywords", "tags", "faqs")] == [[]] * 5
    assert shown["socials"] == {}


async def test_everything_that_is_known_is_shown(world: World) -> None:
    said = {
        "name": "Quince & Co",
        "tagline": "Jam",
        "headline": "Jam for all",
        "summary": "Of jam.",
        "short_description": "Jam. Good.",
        "description": "All of jam.\n\nAnd more.",
        "stage": "launched",
        "pricing_model": "freemium",
        "country": "PT",
        "founded_year": 2024,
        "contact_email": "hi@quince.example",
        "demo_video_url": "https://video.example/q",
        "logo_url": "https://quince.example/l.svg",
        "features": ["a", "b"],
        "usps": ["c"],
        "keywords": ["d"],
        "tags": ["e"],
        "socials": {"github": "https://github.example/q"},
        "faqs": [{"question": "Why?", "answer": "Jam.", "stated_by_maker": None}],
        "attributes": {"self_hosted": True, "jars": 3},
        "not_found_on_website": ["city"],
    }
    await add(
        world,
        listing(
            "quince",
            **said,
            website="https://www.quince.example/home?x=1",
            launch_week=date(2026, 3, 9),
            live_at=datetime(2026, 3, 9, tzinfo=UTC),
            pricing_summary="Free, then 9 USD",
            city="Porto",
            categories=["testing", "ai"],
            founders=[
                new_listings.NewListingFounder("ada", "Ada", "CEO", "Cooks."),
                new_listings.NewListingFounder("bo", "Bo"),
            ],
            domain_ratings={date(2026, 2, 1): 31, date(2026, 3, 1): 34, date(2026, 1, 1): 30},
            counts=counts.Counts(184, 42, 1.0, 4.444, 9),
        ),
    )
    shown = await profile(world, "quince")
    assert {name: shown[name] for name in said} == said
    assert shown["website"] == shown["links"]["website"] == "https://www.quince.example/home?x=1"
    assert (shown["status"], shown["launch_week"], shown["live_at"]) == ("live", "2026-03-09", "2026-03-09T00:00:00Z")
    assert shown["pricing"] == {"model": "freemium", "summary": "Free, then 9 USD"}
    assert shown["location"] == {"country": "PT", "city": "Porto"}
    assert [category["slug"] for category in shown["categories"]] == ["testing", "ai"]
    assert shown["category"] == shown["categories"][0]
    page = "http://localhost:8000/founders"
    assert shown["founders"] == [
        {"slug": "ada", "name": "Ada", "title": "CEO", "bio": "Cooks.", "url": f"{page}/ada"},
        {"slug": "bo", "name": "Bo", "title": None, "bio": None, "url": f"{page}/bo"},
    ]
    trend = [("2026-01-01", 30), ("2026-02-01", 31), ("2026-03-01", 34)]
    assert shown["domain_rating"] == {
        "value": 34,
        "as_of": "2026-03-01",
        "trend": [{"date": day, "value": value} for day, value in trend],
    }
    assert (shown["votes"], shown["followers"]) == (184, 42)
    assert shown["rating"] == {"average": 4.44, "count": 9}


async def test_links_lead_to_this_site(database_url: str) -> None:
    async with running_world(database_url, site_url="https://fair.example") as world:
        await add(world, listing("quince", tagline="\x01 is no address"))
        shown = await profile(world, "quince")
    assert shown["url"] == "https://fair.example/listings/quince"
    assert shown["links"] == {
        "page": "https://fair.example/listings/quince",
        "website": "https://quince.example/",
        "api": "https://fair.example/api/v1/listings/quince",
        "alternatives": "https://fair.example/api/v1/listings/quince/alternatives",
        "badges": "https://fair.example/api/v1/listings/quince/badges",
    }
    assert shown["tagline"] == "\x01 is no address"


async def test_facts_keep_where_they_were_read(world: World) -> None:
    quote = {"quote": "Free up to 5 GB.", "url": "https://quince.example/pricing", "read_at": "2026-03-01T10:00:00Z"}
    await add(world, listing("quince", pricing_model="freemium", evidence={"pricing_model": [quote, quote]}))
    shown = quote | {"source": "page"}  # as is said of quotes that an earlier version stored
    assert (await profile(world, "quince"))["evidence"] == {"pricing_model": [shown, shown]}


async def test_the_demo_shows_evidence_for_what_was_found_and_names_the_rest(showing: World) -> None:
    for data in DEMO.listings:
        if data.status is None:
            shown = await profile(showing, data.slug)
            assert shown["not_found_on_website"] == list(data.not_found_on_website)
            assert shown["evidence"].keys() == {found.field for found in complete_evidence(data)}
            for fact in data.not_found_on_website:
                assert shown.get(fact) is None, (data.slug, fact)
                assert fact not in shown["evidence"]


@pytest.mark.parametrize(
    ("unlocked", "expected"),
    [
        ((), {}),
        (("story",), {"story": "told"}),
        (("milestones",), {"milestones": "told"}),
        (("media",), {"media": "told"}),
        (("story", "milestones", "media"), {"story": "told", "milestones": "told", "media": "told"}),
    ],
)
async def test_a_section_is_shown_only_where_unlocked(
    world: World, unlocked: tuple[str, ...], expected: dict[str, str]
) -> None:
    milestones = [
        new_listings.NewMilestone(date(2025, 1, 2), "First jar", "Plum.", "https://quince.example/plum"),
        new_listings.NewMilestone(date(2026, 1, 2), "Second jar"),
    ]
    media = [
        new_listings.NewMedia("video", "https://video.example/q"),
        new_listings.NewMedia("picture", "/media/q.png", 1280, 720, "A jar"),
    ]
    story = {"title": "Jam", "lessons": "Stir."}
    await add(world, listing("quince", unlocked=unlocked, story=story, milestones=milestones, media=media))
    shown = await profile(world, "quince")
    assert shown.keys() - ALWAYS == expected.keys()
    if "story" in expected:
        told = {name: text for name, text in shown["story"].items() if text is not None}
        assert told == {"title": "Jam", "lessons": "Stir."}
        assert len(shown["story"]) == 9
    if "milestones" in expected:
        assert [m["title"] for m in shown["milestones"]] == ["Second jar", "First jar"]
        first = shown["milestones"][1]
        assert first.keys() == {"id", "date", "title", "description", "url"}
        assert (first["date"], first["description"], first["url"]) == (
            "2025-01-02",
            "Plum.",
            "https://quince.example/plum",
        )
        assert (shown["milestones"][0]["description"], shown["milestones"][0]["url"]) == (None, None)
    if "media" in expected:
        video, picture = ({name: m[name] for name in m if name != "id"} for m in shown["media"])
        empty = {"width": None, "height": None, "alt": None}
        assert video == {"kind": "video", "url": "https://video.example/q", **empty}
        own = "http://localhost:8000/media/q.png"
        assert picture == {"kind": "picture", "url": own, "width": 1280, "height": 720, "alt": "A jar"}


async def test_an_unlocked_section_that_nobody_filled_is_null(world: World) -> None:
    await add(world, listing("quince", unlocked=("story", "milestones", "media")))
    shown = await profile(world, "quince")
    assert (shown["story"], shown["milestones"], shown["media"]) == (None, None, None)


async def test_the_latest_five_updates_come_newest_first(world: World) -> None:
    updates = [
        new_listings.NewUpdate(f"News {n}", "Plain <b>text</b>", NOW - timedelta(days=n)) for n in (3, 1, 6, 5, 2, 4, 1)
    ]
    await add(world, listing("quince", updates=updates))
    shown: list[dict[str, Any]] = (await profile(world, "quince"))["updates"]
    assert [update["title"] for update in shown] == ["News 1", "News 1", "News 2", "News 3", "News 4"]
    assert shown[0]["id"] > shown[1]["id"]
    assert shown[0]["body"] == "Plain <b>text</b>"
    assert shown[0]["posted_at"] == "2026-03-10T12:00:00Z"


async def test_an_upcoming_one_is_public(world: World) -> None:
    await add(world, listing("quince", status="scheduled", launch_week=date(2026, 3, 16), live_at=None))
    shown = await profile(world, "quince")
    assert (shown["status"], shown["launch_week"], shown["live_at"]) == ("upcoming", "2026-03-16", None)


@pytest.mark.parametrize("status", ["draft", "awaiting_badge", "suspended", "withdrawn"])
async def test_what_is_not_public_was_never_there(world: World, status: str) -> None:
    ids = await add(world, listing("quince"))
    assert (await world.get("/listings/quince")).status_code == 200
    await change(world, ids, status=status)
    hidden, never = await world.get("/listings/quince"), await world.get("/listings/never-was")
    assert hidden.status_code == never.status_code == 404
    assert {**hidden.json(), "request_id": ""} == {**never.json(), "request_id": ""}
    assert hidden.json()["code"] == "no_such_listing"
    assert (
        hidden.json()["detail"]
        == "No listing that you can see has this slug or id. Search public listings, or list your own."
    )
    await change(world, ids, status="live")
    assert (await world.get("/listings/quince")).status_code == 200


async def test_an_edit_is_seen_at_once_by_all(world: World) -> None:
    ids = await add(world, listing("quince", tagline="Jam"))
    first = await world.get("/listings/quince")
    assert (await world.get("/listings/quince")).headers["etag"] == first.headers["etag"]
    await change(world, ids, tagline="Better jam")
    second = await world.get("/listings/quince")
    assert second.json() == {**first.json(), "tagline": "Better jam"}
    assert second.headers["etag"] != first.headers["etag"]
    stale = await world.get("/listings/quince", headers={"If-None-Match": first.headers["etag"]})
    assert stale.status_code == 200


async def test_a_summary_is_part_of_the_profile(showing: World) -> None:
    items = (await showing.get("/listings", params={"per_page": 100})).json()["items"]
    for item in items[:20]:
        shown = await profile(showing, item["slug"])
        assert {name: shown[name] for name in item} == item


@pytest.mark.parametrize(
    "slug", ["Quince", "-quince", "quince_", "a" * 221, "quince%0A", "quince%00", "%ED%A0%80", "%FF"]
)
async def test_what_cannot_be_a_slug_is_refused(showing: World, slug: str) -> None:
    answer = await showing.get(f"/listings/{slug}")
    assert answer.status_code == 400
    assert {error["field"] for error in answer.json()["errors"]} == {"slug"}


async def test_the_longest_slug_is_found(world: World) -> None:
    slug = "a" * 220
    await add(world, listing(slug, website="https://long.example"))
    assert (await profile(world, slug))["slug"] == slug
    assert (await world.get(f"/listings/{'b' * 220}")).status_code == 404
