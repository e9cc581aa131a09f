"""Listing orders."""

import pytest

from tests.support.shop_world import Market

pytestmark = pytest.mark.anyio


async def test_own_orders_newest_first(market: Market) -> None:
    numbers = [(await market.order(market.item("ai_review")))["number"] for _ in range(3)]
    await market.order(market.item("ai_review", "waiting"), by="bob")
    body = (await market.world.get("/orders", by="alice")).json()
    assert [item["number"] for item in body["items"]] == numbers[::-1]
    assert (body["total"], body["page"], body["per_page"]) == (3, 1, 20)
    assert body["items"][0].keys() >= {"status", "total_cents", "vat", "checkout_url", "created_at"}
    assert "lines" not in body["items"][0]
    page = (await market.world.get("/orders", by="alice", params={"page": 2, "per_page": 2})).json()
    assert [item["number"] for item in page["items"]] == numbers[:1]
    await market.pay(numbers[0])
    market.world.clock.move(days=8)
    body = (await market.world.get("/orders", by="alice")).json()
    assert [item["status"] for item in body["items"]] == ["expired", "expired", "paid"]
    assert (await market.world.get("/orders", by="charlie")).json()["items"] == []
