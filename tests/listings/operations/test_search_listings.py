"""Finding listings by filters, in six orders, page by page."""

from datetime import date, timedelta
from itertools import pairwise
from typing import Any

import pytest
from psycopg import sql

from showground.demo.data_files import DemoListing
from showground.listings import counts
from tests.support.demo_data import DEMO
from tests.support.listings import add, change, listing, search
from tests.support.world import NOW, World

pytestmark = pytest.mark.anyio

SORTS = ("relevance", "newest", "votes", "trending", "most_viewed", "most_followed")
COLUMN = {
    "relevance": "votes",
    "newest": "live_at",
    "votes": "votes",
    "trending": "trending",
    "most_viewed": "views",
    "most_followed": "followers",
}
SUMMARY = {
    "slug", "name", "tagline", "votes", "url", "website", "status", "category", "stage", "pricing_model", "country",
    "logo_url", "launch_week", "makers", "review_count", "question_count",
}  # fmt: skip
LIVE = [x for x in DEMO.listings if x.status is None and (x.launch_week or 0) <= 0]


async def found(world: World, **asked: Any) -> set[str]:
    """Everything that a search finds, and what it says it found."""
    answer = (await world.get("/listings", params=asked | {"per_page": 100})).json()
    slugs = {item["slug"] for item in answer["items"]}
    if answer["total"] > 100:
        rest = await world.get("/listings", params=asked | {"per_page": 100, "page": 2})
        slugs |= {item["slug"] for item in rest.json()["items"]}
    assert len(slugs) == answer["total"]
    return slugs


async def refusal(world: World, **asked: Any) -> dict[str, str]:
    answer = await world.get("/listings", params=asked)
    assert answer.status_code == 400
    return {error["field"]: error["message"] for error in answer.json()["errors"]}


async def test_an_empty_directory_has_an_empty_page(world: World) -> None:
    assert (await world.get("/listings")).json() == {"items": [], "page": 1, "per_page": 20, "total": 0}


async def test_items_are_summaries(showing: World) -> None:
    answer = (await showing.get("/listings")).json()
    assert answer.keys() == {"items", "page", "per_page", "total"}
    assert len(answer["items"]) == answer["per_page"] == 20
    for item in answer["items"]:
        assert item.keys() == SUMMARY
        assert item["url"] == f"http://localhost:8000/listings/{item['slug']}"
        assert item["status"] == "live"
        assert item["category"].keys() == {"slug", "name"}


async def test_without_filters_it_finds_all_that_is_live(showing: World) -> None:
    assert await found(showing) == await found(showing, status="live") == {x.slug for x in LIVE}


async def test_upcoming_ones_are_found_apart(showing: World) -> None:
    upcoming = {x.slug for x in DEMO.listings if x.status is None and (x.launch_week or 0) > 0}
    assert upcoming
    assert await found(showing, status="upcoming") == upcoming
    items = (await showing.get("/listings", params={"status": "upcoming"})).json()["items"]
    assert {item["status"] for item in items} == {"upcoming"}
    assert all(item["launch_week"] > "2026-03-09" for item in items)


@pytest.mark.parametrize("status", ["live", "upcoming"])
@pytest.mark.parametrize("sort", SORTS)
async def test_pages_hold_every_listing_once_in_order(showing: World, sort: str, status: str) -> None:
    whole: list[str] = []
    for page in (1, 2):
        whole += await search(showing, sort=sort, status=status, per_page=100, page=page)
    assert len(whole) == len(set(whole)) == len(await found(showing, status=status))
    seen: list[str] = []
    for page in range(1, len(whole) // 7 + 2):
        seen += await search(showing, sort=sort, status=status, per_page=7, page=page)
    assert seen == whole
    async with showing.dispatcher.database.reading() as db:
        query = sql.SQL("select slug, {}, id from listing").format(sql.Identifier(COLUMN[sort]))
        rows = await (await db.execute(query)).fetchall()
    keys = {slug: (key, -number) for slug, key, number in rows}
    if status == "live":
        assert all(keys[first] > keys[second] for first, second in pairwise(whole))


async def test_the_newest_upcoming_is_the_last_to_launch(showing: World) -> None:
    items = (await showing.get("/listings", params={"status": "upcoming", "sort": "newest"})).json()["items"]
    weeks = [item["launch_week"] for item in items]
    assert weeks == sorted(weeks, reverse=True)


async def test_listings_that_are_alike_come_in_the_order_they_came(world: World) -> None:
    await add(world, *(listing(f"twin-{n}") for n in range(30)))
    for sort in SORTS:
        pages = [await search(world, sort=sort, per_page=4, page=page, q="twin") for page in range(1, 9)]
        assert [slug for page in pages for slug in page] == [f"twin-{n}" for n in range(30)]


async def test_past_the_end_there_is_nothing(showing: World) -> None:
    for asked in ({}, {"q": "letters"}, {"category": "ai"}, {"status": "upcoming"}):
        answer = (await showing.get("/listings", params={"page": 1000, "per_page": 100} | asked)).json()
        first = (await showing.get("/listings", params=asked)).json()
        assert answer == {"items": [], "page": 1000, "per_page": 100, "total": first["total"]}
        assert first["total"] > 0


@pytest.mark.parametrize("name", ["stage", "pricing_model", "country"])
async def test_each_filter_finds_all_that_fits(showing: World, name: str) -> None:
    values = {getattr(x, name) for x in LIVE} - {None}
    assert len(values) > 3
    for value in values:
        assert await found(showing, **{name: value}) == {x.slug for x in LIVE if getattr(x, name) == value}


async def test_a_category_includes_those_below(showing: World) -> None:
    tree = (await showing.get("/categories")).json()["items"]
    for top in tree[:4]:
        inside = {top["slug"], *(below["slug"] for below in top["subcategories"])}
        assert await found(showing, category=top["slug"]) == {x.slug for x in LIVE if inside & {*x.categories}}
        for below in top["subcategories"][:3]:
            assert await found(showing, category=below["slug"]) == {
                x.slug for x in LIVE if below["slug"] in x.categories
            }


async def test_filters_combine(showing: World) -> None:
    def fits(x: DemoListing) -> bool:
        return x.pricing_model == "subscription" and x.stage == "growing"

    expected = {x.slug for x in LIVE if fits(x)}
    assert len(expected) > 1
    assert await found(showing, pricing_model="subscription", stage="growing") == expected
    one = next(x for x in LIVE if fits(x))
    asked = {"pricing_model": "subscription", "stage": "growing", "category": one.categories[0], "domain": one.website}
    assert await found(showing, **asked, q=one.name) == {one.slug}
    assert await found(showing, **asked, status="upcoming") == set()
    assert await found(showing, **asked | {"stage": "idea"}) == set()


async def test_values_are_compared_as_slugs(world: World) -> None:
    await add(world, listing("quince", pricing_model="free-trial", stage="mvp", country="PT"), listing("other"))
    for model in ("free-trial", "Free Trial", "FREE_TRIAL", " free  trial "):
        assert await search(world, pricing_model=model) == ["quince"]
    for code in ("pt", "PT", "Pt"):
        assert await search(world, country=code) == ["quince"]
    assert await search(world, stage="mvp") == ["quince"]
    assert await search(world, stage="beta") == await search(world, pricing_model="barter") == []
    assert await search(world, pricing_model="") == await search(world, pricing_model="漢字") == []


async def test_a_domain_is_found_however_it_is_written(world: World) -> None:
    await add(world, listing("quince", website="https://www.quince.example/home"), listing("other"))
    for domain in (
        *("quince.example", "QUINCE.example", "www.quince.example", "quince.example.", " quince.example "),
        *("https://www.quince.example/x", "quince.example/a?b#c", "http://quince.example:8080"),
        *("https://user:word@quince.example/", "a.quince.example", "https://docs.quince.example/x"),
    ):
        assert await search(world, domain=domain) == ["quince"], domain
    for domain in ("", "quince", "example", "uince.example", "%", "_uince.example"):
        assert await search(world, domain=domain) == [], domain


async def test_an_unknown_category_is_refused_with_the_nearest(showing: World) -> None:
    assert await refusal(showing, category="developer-tool") == {
        "category": "No category has this slug. Did you mean developer-tools or model-operations?"
    }
    no_category = "No category has this slug. Call list_categories to see all slugs."
    assert await refusal(showing, category="zzzzzz") == {"category": no_category}
    answer = await showing.get("/listings", params={"category": "zzzzzz"})
    assert answer.json()["code"] == "invalid_input"
    assert await refusal(showing, category="zzzzzz", q="...") == {"category": no_category}


async def test_a_country_that_is_none_is_refused(showing: World) -> None:
    for code in ("XX", "uk", "EU"):
        [(field, message)] = (await refusal(showing, country=code)).items()
        assert field == "country"
        assert message.startswith(f"{code} is not an ISO 3166 country code.")
    for code in ("P", "PRT", "P1", "", "PT\n"):
        assert (await refusal(showing, country=code)).keys() == {"country"}


async def test_nearly_right_names_are_told(showing: World) -> None:
    assert await refusal(showing, catgory="ai", perpage="3") == {
        "catgory": "Unknown parameter. Did you mean category?",
        "perpage": "Unknown parameter. Did you mean per_page or page?",
    }
    assert await refusal(showing, sort="best", status="draft") == {
        "sort": "Must be one of 'relevance', 'newest', 'votes', 'trending', 'most_viewed' or 'most_followed'.",
        "status": "Must be one of 'live' or 'upcoming'.",
    }


async def test_a_parameter_stands_once(showing: World) -> None:
    answer = await showing.get("/listings?stage=idea&stage=mvp")
    assert answer.status_code == 400
    assert [error["field"] for error in answer.json()["errors"]] == ["stage"]


async def test_edits_are_found_at_once(world: World) -> None:
    ids = await add(world, listing("quince", tagline="Jam", country="PT"))
    assert await search(world, q="jam") == await search(world, country="PT") == ["quince"]
    await change(world, ids, tagline="Marmalade", country="ES")
    assert await search(world, q="jam") == await search(world, country="PT") == []
    assert await search(world, q="marmalade") == await search(world, country="ES") == ["quince"]
    await change(world, ids, status="scheduled", launch_week=date(2026, 3, 16))
    assert await search(world) == []
    assert await search(world, status="upcoming") == ["quince"]
    await change(world, ids, status="draft")
    assert await search(world) == await search(world, status="upcoming") == await search(world, q="marmalade") == []


async def test_counts_reorder_at_once(world: World) -> None:
    first, second = await add(world, listing("first", live_at=NOW), listing("second", live_at=NOW - timedelta(hours=1)))
    assert await search(world, sort="votes") == await search(world, sort="newest") == ["first", "second"]
    async with world.dispatcher.database.transaction() as db:
        await counts.set_counts(db, {first: counts.Counts(1, 9), second: counts.Counts(2, 8, trending=1)})
    assert await search(world) == await search(world, sort="votes") == ["second", "first"]
    assert await search(world, sort="most_followed") == ["first", "second"]
    assert await search(world, sort="trending") == ["second", "first"]
    items = (await world.get("/listings")).json()["items"]
    assert [item["votes"] for item in items] == [2, 1]
