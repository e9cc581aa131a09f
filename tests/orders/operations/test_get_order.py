"""Reading an order."""

import pytest

from tests.support.problems import read_problem
from tests.support.shop_world import Market

pytestmark = pytest.mark.anyio


async def test_a_strangers_order_is_the_same_as_none(market: Market) -> None:
    made = await market.order(market.item("ai_review"))
    for by in ("bob", "charlie"):
        answer = await market.world.get(f"/orders/{made['number']}", by=by)
        read_problem(answer, 404, "no_such_order")
        never = await market.world.get("/orders/SG-2026-999999", by=by)
        assert {**answer.json(), "request_id": ""} == {**never.json(), "request_id": ""}


async def test_it_says_what_was_done(market: Market) -> None:
    made = await market.order(market.item("launch"), market.item("done_for_you"))
    paid = await market.pay(made["number"], country="DE")
    assert (paid["status"], paid["paid_at"]) == ("paid", "2026-03-11T12:00:00Z")
    assert (paid["vat"]["country"], paid["vat"]["cents"], paid["total_cents"]) == ("DE", 4712, 29512)
    assert [(line["fulfilled"], line["fulfilled_at"]) for line in paid["lines"]] == [
        (True, "2026-03-11T12:00:00Z"),
        (False, None),
    ]


async def test_an_order_that_nobody_pays_expires(market: Market) -> None:
    made = await market.order(market.item("ai_review"))
    market.world.clock.move(days=7)
    assert (await market.get(made["number"]))["status"] == "expired"
