"""Cancelling an order."""

import pytest

from showground.orders.operations.cancel_order import cancel_order
from tests.support.problems import read_problem
from tests.support.requests import SURFACES, ask
from tests.support.shop_world import Market

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("surface", SURFACES)
async def test_a_pending_order_is_cancelled_once(market: Market, surface: str) -> None:
    made = await market.order(market.item("ai_review"))
    answer = await ask(market.world, surface, cancel_order, {"number": made["number"]}, by="alice")
    assert answer.status == 200
    (again,) = answer.body["next_steps"]
    assert (again["tool"], again["arguments"]) == ("quote_order", {"items": [market.item("ai_review")]})
    assert answer.body == made | {"status": "cancelled", "next_steps": [again]}
    assert await market.get(made["number"]) == answer.body
    repeated = await ask(market.world, surface, cancel_order, {"number": made["number"]}, by="alice")
    assert (repeated.status, repeated.body["code"]) == (400, "order_closed")


async def test_a_repeat_with_its_key_is_replayed(market: Market) -> None:
    made = await market.order(market.item("ai_review"))
    path, key = f"/orders/{made['number']}/cancel", {"Idempotency-Key": "once"}
    first = await market.world.request("POST", path, by="alice", headers=key)
    again = await market.world.request("POST", path, by="alice", headers=key)
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json() == again.json()
    assert again.headers["idempotency-replayed"] == "true"


async def test_a_strangers_order_is_the_same_as_none(market: Market) -> None:
    made = await market.order(market.item("ai_review"))
    answer = await market.world.request("POST", f"/orders/{made['number']}/cancel", by="bob")
    never = await market.world.request("POST", "/orders/SG-2026-999999/cancel", by="bob")
    read_problem(answer, 404, "no_such_order")
    assert {**answer.json(), "request_id": ""} == {**never.json(), "request_id": ""}
    assert (await market.get(made["number"]))["status"] == "pending"


async def test_what_is_paid_or_expired_stays_so(market: Market) -> None:
    paid = await market.order(market.item("ai_review"))
    await market.pay(paid["number"])
    expired = await market.order(market.item("ai_review"))
    market.world.clock.move(days=7)
    for order, status in ((paid, "paid"), (expired, "expired")):
        answer = await market.world.request("POST", f"/orders/{order['number']}/cancel", by="alice")
        read_problem(answer, 400, "order_closed")
        assert (await market.get(order["number"]))["status"] == status
