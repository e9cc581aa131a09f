"""Documents of real orders: what is issued when, in which series, and that sums match the money."""

from collections.abc import AsyncGenerator
from typing import Any

import anyio
import pytest

from showground.orders.actions.refunds import CreditRefund, credit_refund
from showground.orders.jobs import issue_credit_notes
from tests.support.shop_world import Market, MarketTemplate
from tests.support.stripe_shop import StripeShop, stripe_market

pytestmark = pytest.mark.anyio

DOCUMENTS = "select kind, number, total_cents, refers_to from tax_document order by id"


@pytest.fixture
async def live_shop(market_url: str, with_market: MarketTemplate) -> AsyncGenerator[StripeShop]:
    async with stripe_market(market_url, with_market, stripe_key="sk_live_1", seller_country="US") as shop:
        yield shop


async def parts_left(market: Market) -> list[Any]:
    """What is left of each rate, over all documents."""
    return await market.ask(
        "select rate_of, sum(net_cents)::int, sum(tax_cents)::int from tax_document_part group by 1 order by 1"
    )


async def test_live_and_test_documents_have_series_of_their_own(live_shop: StripeShop) -> None:
    await live_shop.buy()
    assert await live_shop.market.ask("select number, series, test from tax_document") == [
        ("INV-2026-000001", "invoice", False)
    ]
    rows = await live_shop.market.ask("select number from invoice")
    assert rows == [("INV-2026-000001",)]


@pytest.mark.parametrize("key", ["sk_test_1", "rk_test_1"])
async def test_a_test_key_never_makes_live_documents(database_url: str, key: str) -> None:
    async with stripe_market(database_url, stripe_key=key) as shop:
        number = await shop.buy()
        await shop.market.refund(number)
        assert await shop.market.ask("select number, series, test from tax_document order by kind desc") == [
            ("TEST-INV-2026-000001", "test_invoice", True),
            ("TEST-CN-2026-000001", "test_credit_note", True),
        ]
        assert await shop.market.ask("select * from invoice_counter") == []


async def test_what_was_opened_with_a_test_key_stays_a_test(live_shop: StripeShop) -> None:
    _, page = await live_shop.open()
    async with live_shop.market.world.dispatcher.database.transaction() as db:
        await db.execute("update payment set test = true")
    live_shop.fake.sessions[page]["livemode"] = False  # as Stripe says of a page that a test key opened
    await live_shop.pay(page)
    assert await live_shop.market.ask("select number, test from tax_document") == [("TEST-INV-2026-000001", True)]


async def test_real_money_makes_a_real_document_even_if_the_key_is_a_test_key_by_then(live_shop: StripeShop) -> None:
    _, page = await live_shop.open()
    async with live_shop.market.world.dispatcher.database.transaction() as db:
        await db.execute("update payment set test = null")  # as the version before left it
    shop = live_shop.market.shop
    object.__setattr__(shop.provider, "key", "sk_test_1")
    await live_shop.pay(page)
    assert await live_shop.market.ask("select number, test from tax_document") == [("INV-2026-000001", False)]


async def test_a_credit_note_follows_its_invoice_whatever_the_key_is_by_then(database_url: str) -> None:
    async with stripe_market(database_url, stripe_key="sk_live_1", seller_country="US") as shop:
        number = await shop.buy(shop.market.item("featured", "paid"))
        async with shop.market.world.dispatcher.database.transaction() as db:
            await db.execute("update payment set test = true")
        await shop.market.refund(number)
        found = await shop.market.ask("select number from tax_document order by id")
        assert found == [("INV-2026-000001",), ("CN-2026-000001",)]


async def test_full_and_partial_refunds_get_credit_notes(stripe_shop: StripeShop) -> None:
    market = stripe_shop.market
    number = await stripe_shop.buy(market.item("ai_review", "paid"), market.item("done_for_you", "paid"))
    await market.refund(number, amount_cents=5000, positions=(1,))
    await market.refund(number, amount_cents=1)
    assert (await market.get(number))["status"] == "paid"
    await market.refund(number)
    found = await market.ask(DOCUMENTS)
    assert [kind for kind, *_ in found] == ["invoice", "credit_note", "credit_note", "credit_note"]
    assert [total for _, _, total, _ in found] == [25961, -5000, -1, -20960]
    assert {reference for *_, reference in found[1:]} == {"TEST-INV-2026-000001"}
    assert await parts_left(market) == [("AT", 0, 0), ("DE", 0, 0)]
    assert await market.ask("select sum(total_cents)::int from tax_document") == [(0,)]


async def test_surplus_payments_and_pending_or_failed_refunds_get_none(stripe_shop: StripeShop) -> None:
    market = stripe_shop.market
    number, first = await stripe_shop.open(country="AT")
    second = await stripe_shop.reopen(number, country="HU")
    await stripe_shop.pay(second)
    await stripe_shop.pay(first)
    await stripe_shop.work()
    assert (5880, "surplus", "succeeded") in [row[:3] for row in await stripe_shop.refunds()]
    assert [kind for kind, *_ in await market.ask(DOCUMENTS)] == ["invoice"]
    stripe_shop.fake.refunds_are = "pending"
    await market.refund(number)
    (refund,) = [each for each in stripe_shop.fake.refunds.values() if each["status"] == "pending"]
    assert [kind for kind, *_ in await market.ask(DOCUMENTS)] == ["invoice"]
    await stripe_shop.tell("refund.failed", stripe_shop.fake.end_refund(refund["id"], "failed"))
    assert [kind for kind, *_ in await market.ask(DOCUMENTS)] == ["invoice"]


async def test_a_second_attempt_at_a_refund_gets_no_second_credit_note(stripe_shop: StripeShop) -> None:
    """Stripe may say that a refund failed after it had succeeded: the money is still owed."""
    market = stripe_shop.market
    number = await stripe_shop.buy(market.item("featured", "paid"))
    await market.refund(number, amount_cents=1000)
    stripe_shop.fake.refunds["re_1"]["status"] = "pending"
    await stripe_shop.tell("refund.failed", stripe_shop.fake.end_refund("re_1", "failed"))
    await market.refund(number, amount_cents=1500)
    assert [total for _, _, total, _ in await market.ask(DOCUMENTS)] == [9480, -1000, -500]


async def test_a_refund_that_the_version_before_noted_is_credited_later(stripe_shop: StripeShop) -> None:
    market = stripe_shop.market
    number = await stripe_shop.buy(market.item("featured", "paid"))
    await market.refund(number, amount_cents=1000)
    async with market.world.dispatcher.database.transaction() as db:
        await db.execute("delete from tax_document_part where number like 'TEST-CN%'")
        await db.execute("delete from tax_document where kind = 'credit_note'")
    for _ in range(2):
        await issue_credit_notes.work(stripe_shop.run())
    assert [total for _, _, total, _ in await market.ask(DOCUMENTS)] == [9480, -1000]
    ((refund,),) = await market.ask("select id from refund")
    again = await market.world.dispatcher.call(credit_refund, market.staff(), CreditRefund(refund=refund))
    assert again.number is None


async def test_numbers_have_no_gaps_when_orders_are_paid_at_once(stripe_shop: StripeShop) -> None:
    market = stripe_shop.market
    pages = [(await stripe_shop.open(market.item("ai_review", "paid")))[1] for _ in range(6)]
    numbers = [number for (number,) in await market.ask("select number from purchase order by id")]

    async def settle(page: str) -> None:
        body = stripe_shop.fake.event("checkout.session.completed", stripe_shop.fake.pay(page), f"evt-{page}")
        assert await stripe_shop.deliver(body) == 200

    async with anyio.create_task_group() as together:
        for page in pages:
            together.start_soon(settle, page)
    invoices = await market.ask("select number from tax_document order by 1")
    assert invoices == [(f"TEST-INV-2026-00000{n}",) for n in range(1, 7)]

    async def refund(number: str) -> None:
        await market.refund(number)

    async with anyio.create_task_group() as together:
        for number in numbers:
            together.start_soon(refund, number)
    credited = await market.ask("select number from tax_document where kind = 'credit_note' order by 1")
    assert credited == [(f"TEST-CN-2026-00000{n}",) for n in range(1, 7)]


async def test_an_invoice_states_periods_and_the_german_buyer_reads_german(stripe_shop: StripeShop) -> None:
    market = stripe_shop.market
    await stripe_shop.buy(market.item("launch", "draft", week="2026-03-16"), market.item("featured", "draft"))
    ((language, document),) = await market.ask("select language, document from tax_document")
    assert language == "de"
    assert [line["name"] for line in document["lines"]] == ["Launch", "30 Tage hervorgehoben"]
    assert [(line["period_from"], line["period_until"]) for line in document["lines"]] == [
        ("2026-03-16", "2026-03-22"),
        ("2026-03-16", "2026-04-14"),
    ]


async def test_an_order_that_costs_nothing_has_an_invoice_and_no_credit_note(market: Market) -> None:
    async with market.world.dispatcher.database.transaction() as db:
        await db.execute("update product set price_cents = 0 where code = 'ai_review'")
    order = await market.order(market.item("ai_review", "paid"))
    await market.pay(order["number"])
    await market.refund(order["number"])
    assert await market.ask("select kind, total_cents::int from tax_document") == [("invoice", 0)]
