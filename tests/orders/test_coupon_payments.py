"""Coupons where money moves: open payment pages, invoices, credit notes, reports and exports."""

import json
from typing import Any

import pytest

from showground.core.calls.errors import InvalidInput
from showground.orders.actions.show_report import ShowReport, show_report
from tests.orders.books.test_books import export
from tests.orders.test_payment_settlement import opened, tell
from tests.support.coupons import add_coupon, apply
from tests.support.shop_world import Market
from tests.support.stripe_shop import StripeShop

pytestmark = pytest.mark.anyio


async def documents(market: Market) -> list[dict[str, Any]]:
    return [row[0] for row in await market.ask("select document from tax_document order by id")]


async def test_a_page_from_before_the_coupon_is_not_charged_for_the_order(market: Market) -> None:
    await add_coupon(market)
    order, event = await opened(market, market.item("launch"))
    discounted = (await apply(market, order)).json()
    assert discounted["total_cents"] == 5292
    assert await tell(market, event) == 200
    assert (await market.get(order["number"]))["status"] == "pending"
    assert await market.ask("select amount_cents, reason from refund") == [(5880, "surplus")]
    paid = await market.pay(order["number"])
    assert (paid["status"], paid["total_cents"]) == ("paid", 5292)
    assert [document["total_cents"] for document in await documents(market)] == [5292]


async def test_a_page_with_the_coupon_pays_for_nothing_once_it_is_removed(market: Market) -> None:
    await add_coupon(market, percent=50)
    order = await market.order(market.item("launch"))
    await apply(market, order)
    reference = (await market.open_page(order)).rpartition("/")[2]
    event = {"id": "evt-1", "reference": reference, "number": order["number"], "amount_cents": 2940}
    await apply(market, order, None)
    assert await tell(market, {**event, "currency": "USD", "state": "paid"}) == 200
    assert (await market.get(order["number"]))["status"] == "pending"


async def test_a_total_that_the_provider_cannot_take_is_refused(stripe_shop: StripeShop) -> None:
    market = stripe_shop.market
    await add_coupon(market, amount_cents=1890)
    order = await market.order(market.item("ai_review"))
    refused = await apply(market, order)
    assert refused.status_code == 400
    assert "The total is $0.10. We can only take payments from $0.50" in refused.text
    assert await market.get(order["number"]) == order


async def test_the_invoice_and_the_credit_note_state_the_discount(market: Market) -> None:
    await add_coupon(market, amount_cents=1000)
    order = await market.order(market.item("launch"), market.item("done_for_you"))
    await apply(market, order)
    await market.pay(order["number"])
    [invoice] = await documents(market)
    assert invoice["coupon"] == "WELCOME"
    assert [(line["net_cents"], line["discount_cents"]) for line in invoice["lines"]] == [(4702, 198), (19098, 802)]
    assert (invoice["net_cents"], invoice["vat_cents"], invoice["total_cents"]) == (23800, 940 + 3629, 28369)
    await market.refund(order["number"], positions=[0], amount_cents=5642)
    await market.refund(order["number"])
    first, rest = (await documents(market))[1:]
    assert [(line["net_cents"], line["discount_cents"]) for line in first["lines"]] == [(4702, 198)]
    assert (first["net_cents"] + rest["net_cents"], first["vat_cents"] + rest["vat_cents"]) == (23800, 4569)
    assert (await market.get(order["number"]))["status"] == "refunded"


async def test_reports_and_exports_have_the_coupon(market: Market) -> None:
    await add_coupon(market)
    orders = [await market.order(market.item("featured", "free")) for _ in range(2)]
    for order in orders:
        await apply(market, order)
        await market.pay(order["number"])
    await market.refund(orders[1]["number"])
    asked = ShowReport(report="coupons", period="2026-03", test=True)
    report = await market.world.dispatcher.call(show_report, market.staff(), asked)
    assert report.rows == [
        {"month": "2026-03", "coupon": "WELCOME", "sold": 2, "currency": "USD", "discount": 790, "net": 7110}
    ]
    rows = json.loads(await export(market.world, "orders", "json", test=True))
    assert [(row["coupon"], row["discount"]) for row in rows] == [("WELCOME", "7.90")] * 2
    rows = json.loads(await export(market.world, "documents", "json", test=True))
    assert [(row["coupon"], row["discount"]) for row in rows] == [("WELCOME", d) for d in ("-7.90", "7.90", "7.90")]


async def test_nothing_of_a_free_order_claims_that_money_moved(market: Market) -> None:
    await add_coupon(market, percent=100)
    order = await market.order(market.item("featured", "free"), market.item("ai_review", "paid"))
    await apply(market, order)
    await market.pay(order["number"])
    ((document,),) = await market.ask("select document from tax_document")
    assert document["paid_on"] is None
    with pytest.raises(InvalidInput):
        await market.refund(order["number"], amount_cents=100)
    await market.refund(order["number"], positions=(0,))
    assert (await market.standing("free")).featured_until is None
    assert (await market.get(order["number"]))["status"] == "paid"  # the other line stays
    await market.refund(order["number"])
    assert (await market.get(order["number"]))["status"] == "refunded"
    mails = await market.ask("select body_text from outbox where template = 'order_refunded'")
    assert len(mails) == 2
    for (text,) in mails:
        assert "No money goes back" in text
        assert "payment method" not in text
    receipt = market.shop.receipt_url(market.world.dispatcher.site, order["number"])
    assert "The order was free, so no money goes back." in (await market.world.client.get(receipt)).text
