"""Orders made with a test key on a site that takes real money: paid in the sandbox, and without any effect."""

from collections.abc import AsyncGenerator
from typing import Any

import pytest

from showground.accounts.keys import make_key
from showground.accounts.queries import accounts
from showground.orders.actions.products import WriteProduct, write_product
from showground.orders.actions.sandbox_payments import ShowSandboxPayment, show_sandbox_payment
from showground.orders.errors import NoSuchPayment, NotSandbox
from showground.orders.sandbox_payment import pay
from tests.support.coupons import add_coupon, apply
from tests.support.shop_world import NEXT, Market, MarketTemplate
from tests.support.stripe_shop import STRIPE, StripeShop, stripe_market
from tests.support.world import ALL_SCOPES, running_world

pytestmark = pytest.mark.anyio


@pytest.fixture
async def live_shop(market_url: str, with_market: MarketTemplate) -> AsyncGenerator[StripeShop]:
    async with stripe_market(market_url, with_market, stripe_key="sk_live_1", seller_country="US") as shop:
        yield shop


async def key_for_tests(market: Market, name: str = "alice") -> str:
    key, world = make_key(test=True), market.world
    async with world.dispatcher.database.transaction() as db:
        await accounts.add_key(db, market.accounts[name], key, "test", ALL_SCOPES, None, world.clock())
    return key.text


async def order(market: Market, *items: dict[str, Any], key: str) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {key}"}
    answer = await market.world.client.post("/api/v1/orders/checkout", json={"items": list(items)}, headers=headers)
    assert answer.status_code == 201, answer.text
    return answer.json()


async def test_a_test_order_is_paid_without_money_and_publishes_nothing(live_shop: StripeShop) -> None:
    market = live_shop.market
    key = await key_for_tests(market)
    assert key.startswith("sg_test_")
    made = await order(market, market.item("launch", week=NEXT), market.item("ai_review"), key=key)
    assert made["test"] is True
    page = await market.world.client.get(made["checkout_url"].removeprefix("http://localhost:8000"))
    assert "Test mode: no money moves." in page.text
    opened = await market.open_page(made)
    assert "/sandbox/" in opened
    assert await market.ask("select provider, test from payment") == [("sandbox", True)]
    shown = await market.world.client.get(opened.removeprefix("http://localhost:8000"))
    assert shown.status_code == 200
    before = await market.standing("draft")
    assert await pay(market.world.dispatcher, market.world.caller(), made["number"])
    await live_shop.work()

    paid = await market.get(made["number"])
    assert (paid["status"], [line["fulfilled"] for line in paid["lines"]]) == ("paid", [True, True])
    assert await market.standing("draft") == before
    assert live_shop.fake.charges == {}
    assert await market.ask("select test, series from tax_document") == [(True, "test_invoice")]
    assert await market.ask("select from staff_task") == []
    assert await market.refund(made["number"]) == "succeeded"
    assert await market.standing("draft") == before


async def test_what_is_not_on_sale_yet_can_be_tried_with_a_test_key(live_shop: StripeShop) -> None:
    market = live_shop.market
    async with market.world.dispatcher.database.transaction() as db:
        await db.execute("update product set on_sale = null")  # nobody has decided yet
    made = await order(market, market.item("ai_review"), key=await key_for_tests(market))
    assert "/sandbox/" in await market.open_page(made)
    page = await market.world.client.get(made["checkout_url"].removeprefix("http://localhost:8000"))
    assert "No product has this code" not in page.text
    assert "no longer" not in page.text


async def test_a_test_order_takes_no_place_in_a_week(live_shop: StripeShop) -> None:
    market = live_shop.market
    made = await order(market, market.item("launch", week=NEXT), key=await key_for_tests(market))

    async def left() -> int:
        products = (await market.world.get("/products")).json()["items"]
        (launch,) = (product for product in products if product["code"] == "launch")
        return next(week["places_left"] for week in launch["weeks"] if week["week"] == NEXT)

    before = await left()
    await market.open_page(made)
    assert await left() == before
    await live_shop.open(market.item("launch", week=NEXT))
    assert await left() == before - 1


async def test_events_of_a_test_order_are_marked(live_shop: StripeShop) -> None:
    market = live_shop.market
    tested = await order(market, market.item("launch", week=NEXT), key=await key_for_tests(market))
    await market.open_page(tested)
    assert await pay(market.world.dispatcher, market.world.caller(), tested["number"])
    number, page = await live_shop.open()
    await live_shop.pay(page)
    answer = await market.world.get("/events", params={"limit": 100}, by="alice")
    paid = {event["key"]: event["test"] for event in answer.json()["items"] if event["kind"] == "order.paid"}
    assert paid == {tested["number"]: True, number: False}


async def test_orders_of_other_keys_are_paid_as_before(live_shop: StripeShop) -> None:
    market = live_shop.market
    number, page = await live_shop.open()
    assert (await market.get(number))["test"] is False
    assert await market.ask("select provider, test from payment") == [("stripe", False)]
    with pytest.raises(NotSandbox):
        await pay(market.world.dispatcher, market.world.caller(), number)
    await live_shop.pay(page)
    assert await live_shop.status(number) == "paid"


async def test_pending_orders_are_named_beside_orders_of_the_same_kind(live_shop: StripeShop) -> None:
    market = live_shop.market
    key, item = await key_for_tests(market), market.item("launch")
    real, first = await market.order(item), await order(market, item, key=key)
    assert first["pending_orders"] == []
    second = await order(market, item, key=key)
    assert [other["number"] for other in second["pending_orders"]] == [first["number"]]
    listing = f"/me/listings/{market.ids['draft']}"
    assert (await market.world.get(listing, by="alice")).json()["pending_order"]["number"] == real["number"]
    tested = await market.world.get(listing, headers={"Authorization": f"Bearer {key}"})
    assert tested.json()["pending_order"]["number"] == second["number"]


async def test_a_test_page_of_earlier_does_not_pay_once_the_site_takes_money(database_url: str) -> None:
    """The whole site was in the sandbox, somebody kept the page open, and then the operator set a live key."""
    async with stripe_market(database_url, payments="sandbox") as shop:
        number, reference = await shop.open()
        body, headers = await _decided(shop, reference)
        live: dict[str, Any] = {**STRIPE, "payments": "stripe", "stripe_key": "sk_live_1", "stripe_url": shop.fake.url}
        async with running_world(database_url, **live) as world:
            with pytest.raises(NoSuchPayment):
                await world.dispatcher.call(
                    show_sandbox_payment, world.caller(), ShowSandboxPayment(reference=reference)
                )
            answer = await world.client.post("/payments/sandbox", content=body, headers=headers)
            assert answer.status_code == 200  # stored for staff
        assert await shop.status(number) == "pending"
        ((problem,),) = await shop.market.ask("select problem from payment_event")
        assert "cannot pay" in problem


async def _decided(shop: StripeShop, reference: str) -> tuple[bytes, dict[str, str]]:
    sandbox: Any = shop.market.shop.sandbox
    signed = await sandbox.decide(reference, "paid", shop.market.world.clock())
    assert signed is not None
    return signed


async def test_me_tells_that_a_key_is_for_tests(live_shop: StripeShop) -> None:
    world, key = live_shop.market.world, await key_for_tests(live_shop.market)
    tested = await world.get("/me", headers={"Authorization": f"Bearer {key}"})
    assert tested.json()["access"]["test"] is True
    assert (await world.get("/me", by="alice")).json()["access"]["test"] is False


async def test_a_test_order_uses_up_neither_a_coupon_nor_a_weekly_limit(live_shop: StripeShop) -> None:
    market = live_shop.market
    await add_coupon(market, max_uses=1)
    limited = WriteProduct(code="ai_review", weekly_limit=1, on_sale=True)
    await market.world.dispatcher.call(write_product, market.staff(), limited)
    key = await key_for_tests(market)
    tested = await order(market, market.item("ai_review"), key=key)
    assert (await apply(market, tested)).json()["coupon"] == "WELCOME"
    await market.open_page(tested)
    assert await pay(market.world.dispatcher, market.world.caller(), tested["number"])

    real = await market.order(market.item("ai_review"))
    assert (await apply(market, real)).json()["coupon"] == "WELCOME"
    other = await market.order(market.item("ai_review", slug="second"))
    assert "has been used up" in (await apply(market, other)).text
