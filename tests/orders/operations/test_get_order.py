"""Reading an order."""

import pytest

from tests.support.html import Page
from tests.support.problems import read_problem
from tests.support.shop_world import NEXT, Market

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


async def test_a_second_order_of_a_launch_that_is_paid_can_only_be_cancelled(market: Market) -> None:
    first, second = [await market.order(market.item("launch")) for _ in range(2)]
    listing = f"/me/listings/{second['lines'][0]['listing_id']}"
    assert (await market.world.get(listing, by="alice")).json()["pending_order"]["number"] == second["number"]
    await market.pay(first["number"])
    (step,) = (await market.get(second["number"]))["next_steps"]
    assert step["tool"] == "cancel_order"
    assert step["arguments"] == {"number": second["number"]}
    assert "can no longer be paid" in step["sentence"]
    assert "is already live on the paid plan" in step["sentence"]
    owned = (await market.world.get(listing, by="alice")).json()
    assert owned["pending_order"] is None
    assert "pay_order" not in {step["code"] for step in owned["next_steps"]}
    async with market.world.browser() as browser:
        page = (await browser.get(str(second["checkout_url"]).removeprefix("http://localhost:8000"))).text
    assert "can no longer be paid" in page
    assert "is already live on the paid plan" in page
    assert 'value="cancel"' in page
    assert 'value="pay"' not in page
    async with market.world.browser("alice") as browser:
        page = (await browser.get("/account/orders")).text
    assert "It can no longer be paid." in page
    assert "is already live on the paid plan" in page
    assert "Review and pay" not in page


async def test_the_account_says_in_words_why_an_order_can_no_longer_be_paid(market: Market) -> None:
    await market.order(market.item("launch", week=NEXT))
    async with market.world.browser("alice") as browser:
        page = Page((await browser.get("/account/orders")).text).text
        assert ("Review and pay" in page, "can no longer be paid" in page) == (True, False)
        market.world.clock.move(days=6)
        page = Page((await browser.get("/account/orders")).text).text
        assert "It can no longer be paid. This week is not available. Choose a Monday from 23 March 2026 to" in page
        assert "Review and pay" not in page
