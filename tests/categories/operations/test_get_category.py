"""One category, as a caller sees it."""

import pytest

from showground.listings import counts
from tests.support.listings import add, listing
from tests.support.world import World

pytestmark = pytest.mark.anyio


async def test_it_is_the_category_of_the_tree_with_a_page_of_listings(showing: World) -> None:
    for top in (await showing.get("/categories")).json()["items"]:
        for category in (top, *top["subcategories"]):
            page = (await showing.get(f"/categories/{category['slug']}", params={"per_page": 100})).json()
            assert {name: page[name] for name in category} == category
            assert page.keys() - category.keys() == {"items", "page", "per_page", "total"}
            assert page["total"] == len(page["items"]) == category["listing_count"]


async def test_its_listings_are_those_of_search_the_most_voted_first(showing: World) -> None:
    for slug in ("ai", "testing"):
        page = (await showing.get(f"/categories/{slug}")).json()
        found = (await showing.get("/listings", params={"category": slug, "sort": "votes"})).json()
        assert {name: page[name] for name in found} == found
        votes = [item["votes"] for item in page["items"]]
        assert votes == sorted(votes, reverse=True)
        assert {item["status"] for item in page["items"]} == {"live"}


async def test_a_top_category_holds_what_stands_below_it_once(world: World) -> None:
    await add(
        world,
        listing("both", categories=["ai-assistants", "ai-agents"], counts=counts.Counts(votes=1)),
        listing("second", categories=["testing", "ai"], counts=counts.Counts(votes=2)),
        listing("waiting", categories=["ai"], status="scheduled"),
    )
    page = (await world.get("/categories/ai")).json()
    assert [item["slug"] for item in page["items"]] == ["second", "both"]
    assert page["total"] == page["listing_count"] == 2
    below = (await world.get("/categories/ai-agents")).json()
    assert [item["slug"] for item in below["items"]] == ["both"]
    assert below["parent"] == {"slug": "ai", "name": page["name"]}


async def test_pages_hold_every_listing_once(showing: World) -> None:
    whole = (await showing.get("/categories/developer-tools", params={"per_page": 100})).json()
    seen: list[str] = []
    for page in range(1, whole["total"] // 3 + 2):
        part = (await showing.get("/categories/developer-tools", params={"per_page": 3, "page": page})).json()
        assert (part["page"], part["per_page"], part["total"]) == (page, 3, whole["total"])
        seen += [item["slug"] for item in part["items"]]
    assert seen == [item["slug"] for item in whole["items"]]
    assert whole["total"] > 6


async def test_past_the_end_there_is_nothing_but_the_category(showing: World) -> None:
    answer = await showing.get("/categories/ai", params={"page": 1000, "per_page": 100})
    assert answer.status_code == 200
    assert answer.json()["items"] == []
    assert answer.json()["total"] == answer.json()["listing_count"] > 0
    assert answer.json()["subcategories"]


async def test_an_unknown_one_is_not_found(showing: World) -> None:
    answer = await showing.get("/categories/no-such-category")
    assert answer.status_code == 404
    assert answer.json()["code"] == "no_such_category"
    assert answer.json()["detail"] == "No category has this slug."


@pytest.mark.parametrize("slug", ["AI", "-ai", "a_i", "a" * 221, "ai%0A", "%C3%A4"])
async def test_what_cannot_be_a_slug_is_refused(showing: World, slug: str) -> None:
    answer = await showing.get(f"/categories/{slug}")
    assert answer.status_code == 400
    assert [error["field"] for error in answer.json()["errors"]] == ["slug"]
