"""Merging categories: listings, subcategories, addresses, and everything that named the category."""

import pytest

from showground.categories.actions.categories import MergeCategories, WriteCategory, merge_categories, write_category
from showground.categories.errors import CannotMerge
from showground.core.calls.errors import ApiError
from showground.listings.queries import edits
from tests.support.shop_world import Market

pytestmark = pytest.mark.anyio


async def merge(market: Market, slug: str, target: str) -> int:
    asked = MergeCategories(slug=slug, target=target)
    return (await market.world.dispatcher.call(merge_categories, market.staff(), asked)).listings


async def categories_of(market: Market, slug: str) -> list[str]:
    return [each["slug"] for each in (await market.world.get(f"/listings/{slug}")).json()["categories"]]


async def set_categories(market: Market, slug: str, *categories: str) -> None:
    async with market.world.dispatcher.database.transaction() as db:
        by = edits.Editor(market.accounts["alice"], "rest")
        await edits.edit(db, market.ids[slug], {"categories": list(categories)}, by, market.world.clock())


async def count(market: Market, slug: str) -> int:
    return (await market.world.get(f"/categories/{slug}")).json()["listing_count"]


async def test_listings_move_and_addresses_lead_on(market: Market) -> None:
    await set_categories(market, "free", "databases", "ai")
    await set_categories(market, "paid", "databases", "security")
    assert (await count(market, "databases"), await count(market, "ai")) == (2, 1)
    assert await merge(market, "databases", "ai") == 4  # drafts, too
    assert await categories_of(market, "free") == ["ai"]
    assert await categories_of(market, "paid") == ["ai", "security"]
    assert await count(market, "ai") == 2
    moved = (await market.world.get("/categories/databases")).json()
    assert (moved["slug"], moved["total"]) == ("ai", 2)
    found = await market.world.get("/listings", params={"category": "databases"})
    assert {item["slug"] for item in found.json()["items"]} == {"free", "paid"}
    async with market.world.browser() as visitor:
        page = await visitor.get("/categories/databases")
        assert (page.status_code, page.headers["location"]) == (301, "/categories/ai")
        assert (await visitor.get("/feeds/categories/databases.atom")).status_code == 200
    slugs = [row[0] for row in await market.ask("select slug from category")]
    assert "databases" not in slugs


async def test_a_second_merge_keeps_the_first_address(market: Market) -> None:
    await merge(market, "databases", "ai")
    await merge(market, "ai", "security")
    for former in ("databases", "ai"):
        assert (await market.world.get(f"/categories/{former}")).json()["slug"] == "security"


async def test_what_named_the_category_names_the_other(market: Market) -> None:
    order = await market.order(market.item("launch"), market.item("extra_categories", categories=["ai", "security"]))
    await market.do(
        "insert into newsletter_subscriber (email, category_ids, confirmed_at)"
        " select 'reader@example.com', array_agg(id order by id), now() from category where slug in ('ai', 'security')"
    )
    await market.do(
        "insert into saved_search (account_id, search, every, created_at, checked_at, due_at)"
        """ values (%s, '{"category": "ai"}', 'day', now(), now(), now())""",
        market.accounts["alice"],
    )
    await merge(market, "ai", "productivity")
    assert await market.ask("select search from saved_search") == [({"category": "productivity"},)]
    [(names,)] = await market.ask(
        "select array(select slug from category where id = any(category_ids) order by slug) from newsletter_subscriber"
    )
    assert names == ["productivity", "security"]
    await market.pay(order["number"])
    assert await categories_of(market, "draft") == ["databases", "productivity", "security"]


async def test_subcategories_move_along(market: Market) -> None:
    [(parent, child)] = await market.ask(
        "select above.slug, c.slug from category c join category above on above.id = c.parent_id limit 1"
    )
    with pytest.raises(CannotMerge):
        await merge(market, parent, child)
    with pytest.raises(CannotMerge):
        await merge(market, parent, parent)
    [(other,)] = await market.ask("select slug from category where parent_id is null and slug <> %s limit 1", parent)
    await set_categories(market, "free", child)
    await merge(market, parent, other)
    assert (await market.world.get(f"/categories/{child}")).json()["parent"]["slug"] == other
    assert await count(market, other) >= 1


async def test_a_new_category_can_take_the_old_slug(market: Market) -> None:
    await merge(market, "databases", "ai")
    assert (await market.world.get("/categories/databases")).json()["slug"] == "ai"
    asked = WriteCategory(slug="databases", name="Databases", description="They store.", new=True)
    await market.world.dispatcher.call(write_category, market.staff(), asked)
    assert (await market.world.get("/categories/databases")).json()["slug"] == "databases"


async def test_only_staff_merge(market: Market) -> None:
    with pytest.raises(ApiError):
        await market.world.dispatcher.call(
            merge_categories, market.person("alice"), MergeCategories(slug="databases", target="ai")
        )
