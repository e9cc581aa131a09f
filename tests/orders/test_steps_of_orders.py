"""What to do next with a quote and an order, until it is paid and fulfilled."""

from typing import Any

import pytest

from showground.orders.operations.checkout_order import checkout_order
from showground.orders.operations.quote_order import quote_order
from tests.support.requests import ask
from tests.support.shop_world import Market

pytestmark = pytest.mark.anyio


def calls(answer: dict[str, Any]) -> list[tuple[str, str | None, dict[str, Any]]]:
    assert all(step["needs"] == [] for step in answer["next_steps"])
    return [(step["code"], step["tool"], step["arguments"]) for step in answer["next_steps"]]


async def test_an_order_says_what_comes_next_until_it_is_fulfilled(market: Market) -> None:
    body = {"items": [market.item("launch", "draft")], "billing_country": "AT"}
    quoted = await ask(market.world, "mcp", quote_order, body, by="alice")
    assert calls(quoted.body) == [("checkout", "checkout_order", body)]
    ordered = await ask(market.world, "mcp", checkout_order, quoted.body["next_steps"][0]["arguments"], by="alice")
    number = {"number": ordered.body["number"]}
    assert calls(ordered.body) == [
        ("pay", None, {}),
        ("check_payment", "get_order", number),
        ("cancel_order", "cancel_order", number),
    ]
    assert ordered.body["next_steps"][0]["link"] == ordered.body["checkout_url"]
    paid = await market.pay(ordered.body["number"])
    assert calls(paid) == [("see_listing", "get_my_listing", {"listing_id": market.ids["draft"]})]


async def test_what_is_paid_and_not_yet_fulfilled_is_waited_for(market: Market) -> None:
    """Its listing would still say how to publish it, so an agent that went there might order twice."""
    ordered = await market.order(market.item("launch", "draft"))
    async with market.world.dispatcher.database.transaction() as db:
        await db.execute("update purchase set status = 'paid', paid_at = now() where number = %s", (ordered["number"],))
    assert calls(await market.get(ordered["number"])) == [
        ("wait_for_fulfilment", "get_order", {"number": ordered["number"]}),
        ("see_listing", "get_my_listing", {"listing_id": market.ids["draft"]}),
    ]


async def test_what_expired_can_be_ordered_again_as_it_was(market: Market) -> None:
    item = market.item("launch", "draft", week="2026-03-16")
    ordered = await market.order(item)
    market.world.clock.move(days=7)
    assert calls(await market.get(ordered["number"])) == [("order_again", "quote_order", {"items": [item]})]


async def test_nothing_follows_a_refund(market: Market) -> None:
    ordered = await market.order(market.item("ai_review"))
    await market.pay(ordered["number"])
    await market.refund(ordered["number"])
    assert calls(await market.get(ordered["number"])) == []
