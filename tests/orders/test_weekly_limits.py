"""Products of which only some are sold in a week."""

import asyncio

import pytest

from showground.orders.actions.products import WriteProduct, write_product
from showground.orders.errors import SoldOut
from showground.orders.queries.places import GRACE
from tests.support.shop_world import NEXT, WEEKS, Market

pytestmark = pytest.mark.anyio


async def limit(market: Market, code: str, most: int | None) -> None:
    asked = WriteProduct(code=code, weekly_limit=most, on_sale=True)
    await market.world.dispatcher.call(write_product, market.staff(), asked)


async def read_product(market: Market, code: str) -> dict[str, object]:
    items = (await market.world.get("/products")).json()["items"]
    return next(item for item in items if item["code"] == code)


async def test_a_sold_out_product_is_refused_until_the_next_week(market: Market) -> None:
    await limit(market, "ai_review", 1)
    assert (await read_product(market, "ai_review"))["left_this_week"] == 1
    both = await market.post("/orders/quote", [market.item("ai_review"), market.item("ai_review", slug="second")])
    assert [error["field"] for error in both.json()["errors"]] == ["items[1].product"]
    order = await market.order(market.item("ai_review"))
    assert (await read_product(market, "ai_review"))["left_this_week"] == 1  # an order alone reserves nothing
    await market.pay(order["number"])
    assert (await read_product(market, "ai_review"))["left_this_week"] == 0
    refused = await market.post("/orders/quote", [market.item("ai_review", slug="second")])
    assert "sold out for this week" in refused.text
    market.world.clock.move(days=7)
    await market.order(market.item("ai_review", slug="second"))


async def test_a_refund_gives_it_back(market: Market) -> None:
    await limit(market, "ai_review", 1)
    order = await market.order(market.item("ai_review"))
    await market.pay(order["number"])
    await market.refund(order["number"])
    assert (await read_product(market, "ai_review"))["left_this_week"] == 1


async def test_launches_are_limited_by_launch_week(market: Market) -> None:
    await limit(market, "launch", 1)
    await market.pay((await market.order(market.item("launch", week=NEXT)))["number"])
    product = await read_product(market, "launch")
    assert product["weeks"] == [{"week": week.isoformat(), "places_left": 1} for week in WEEKS[1:]]
    assert product["left_this_week"] == 1


async def test_an_open_payment_page_reserves_it(market: Market) -> None:
    await limit(market, "ai_review", 1)
    first = await market.order(market.item("ai_review"))
    second = await market.order(market.item("ai_review", slug="second"))
    await market.open_page(first)
    with pytest.raises(SoldOut, match="Listing check: sold out for this week"):
        await market.open_page(second)
    market.world.clock.move(hours=1, minutes=GRACE.seconds // 60 + 1)
    await market.open_page(second)


async def test_the_limit_holds_for_buyers_at_the_same_moment(market: Market) -> None:
    await limit(market, "featured", 2)
    orders = [await market.order(market.item("featured", slug="free")) for _ in range(6)]
    done = await asyncio.gather(*(market.open_page(order) for order in orders), return_exceptions=True)
    assert [isinstance(each, str) for each in done].count(True) == 2
    assert {type(each) for each in done} == {str, SoldOut}
