"""The tree of categories, as a caller sees it."""

from typing import Any

import pytest

from tests.support.listings import add, change, listing
from tests.support.world import World

pytestmark = pytest.mark.anyio


async def tree(world: World, **asked: Any) -> dict[str, dict[str, Any]]:
    """Every category of the answer by its slug."""
    items = (await world.get("/categories", params=asked)).json()["items"]
    return {c["slug"]: c for top in items for c in (top, *top["subcategories"])}


async def counts(world: World) -> dict[str, int]:
    return {slug: c["listing_count"] for slug, c in (await tree(world)).items() if c["listing_count"]}


async def test_without_categories_there_are_none(world: World) -> None:
    assert (await world.get("/categories")).json() == {"items": []}


async def test_each_knows_its_place(showing: World) -> None:
    items = (await showing.get("/categories")).json()["items"]
    assert len(items) > 5
    for top in items:
        assert top["parent"] is None
        for below in top["subcategories"]:
            assert below["parent"] == {"slug": top["slug"], "name": top["name"]}
            assert below["subcategories"] == []
    for category in (await tree(showing)).values():
        assert category.keys() == {
            "slug", "name", "description", "faqs", "parent", "listing_count", "subcategories", "url",
        }  # fmt: skip
        assert category["url"] == f"http://localhost:8000/categories/{category['slug']}"
        assert category["description"]
        assert all(faq.keys() == {"question", "answer"} for faq in category["faqs"])


async def test_a_listing_counts_once_above_however_often_below(world: World) -> None:
    await add(
        world,
        listing("both", categories=["ai-assistants", "ai-agents"]),
        listing("top-too", categories=["ai", "ai-agents"]),
        listing("top-only", categories=["ai"]),
        listing("elsewhere", categories=["testing", "ai-agents"]),
    )
    found = await counts(world)
    assert found["ai"] == 4
    assert found["ai-assistants"] == 1
    assert found["ai-agents"] == 3
    assert found["testing"] == found["developer-tools"] == 1


async def test_only_what_is_live_counts(world: World) -> None:
    await add(
        world,
        *(
            listing(status.replace("_", "-"), status=status, categories=["ai-agents"])
            for status in ("draft", "awaiting_badge", "scheduled", "suspended", "withdrawn")
        ),
    )
    assert await counts(world) == {}


async def test_counts_change_at_once(world: World) -> None:
    ids = await add(world, listing("one", categories=["ai-agents"]))
    assert await counts(world) == {"ai": 1, "ai-agents": 1}
    await change(world, ids, status="suspended")
    assert await counts(world) == {}
    await change(world, ids, status="live")
    assert await counts(world) == {"ai": 1, "ai-agents": 1}


async def test_empty_ones_can_be_left_out(world: World) -> None:
    await add(world, listing("one", categories=["ai-agents"]))
    whole, filled = await tree(world), await tree(world, include_empty="false")
    assert len(whole) > 50
    assert filled.keys() == {"ai", "ai-agents"}
    assert await tree(world, include_empty="true") == whole


async def test_a_full_top_with_empty_ones_below_stays(world: World) -> None:
    await add(world, listing("one", categories=["ai"]))
    filled = await tree(world, include_empty="false")
    assert filled.keys() == {"ai"}
    assert filled["ai"]["subcategories"] == []


@pytest.mark.parametrize("value", ["yes", "1", "True", ""])
async def test_include_empty_is_true_or_false(world: World, value: str) -> None:
    answer = await world.get("/categories", params={"include_empty": value})
    assert answer.status_code == 400
    assert answer.json()["errors"] == [{"field": "include_empty", "message": "Must be true or false."}]


async def test_the_brief_form_is_the_same_without_faqs(showing: World) -> None:
    whole, brief = await tree(showing), await tree(showing, detail="brief")
    assert any(category["faqs"] for category in whole.values())
    for slug, category in brief.items():
        assert category["faqs"] == []
        left_out = ("faqs", "subcategories")
        for name in category.keys() - left_out:
            assert category[name] == whole[slug][name]
    assert brief.keys() == whole.keys()
