"""One page on which an order can be paid, and what becomes of money that comes on another one or too late."""

from typing import Any

import pytest

from showground.core.calls.models import NoInput
from showground.orders.actions.payment_events import list_payment_problems
from showground.orders.errors import PaymentProcessing, PaymentUnavailable
from showground.orders.jobs import expire_old_orders
from showground.orders.operations.cancel_order import CancelOrder, cancel_order
from tests.support.shop_world import BILLING
from tests.support.stripe_shop import STRIPE, StripeShop, stripe_market
from tests.support.world import running_world

pytestmark = pytest.mark.anyio
OWN_FORM = {"Origin": "http://localhost:8000"}


async def cancel(shop: StripeShop, number: str) -> None:
    await shop.market.world.dispatcher.call(cancel_order, shop.market.person("alice"), CancelOrder(number=number))


async def test_other_billing_details_close_the_earlier_page(stripe_shop: StripeShop) -> None:
    number, first = await stripe_shop.open(country="AT")
    second = await stripe_shop.reopen(number, country="HU")
    assert first != second
    await stripe_shop.work()
    assert {page: it["status"] for page, it in stripe_shop.fake.sessions.items()} == {first: "expired", second: "open"}
    assert await stripe_shop.reopen(number, country="HU") == second


async def test_paying_and_cancelling_close_all_other_pages(stripe_shop: StripeShop) -> None:
    number, first = await stripe_shop.open(country="AT")
    second = await stripe_shop.reopen(number, country="HU")
    await stripe_shop.pay(second)
    await stripe_shop.work()
    assert stripe_shop.fake.sessions[first]["status"] == "expired"
    assert stripe_shop.fake.sessions[second]["status"] == "complete"
    other, page = await stripe_shop.open(stripe_shop.market.item("ai_review"))
    await cancel(stripe_shop, other)
    await stripe_shop.work()
    assert stripe_shop.fake.sessions[page]["status"] == "expired"


async def test_expiry_closes_the_page(stripe_shop: StripeShop) -> None:
    number, _ = await stripe_shop.open()
    stripe_shop.market.world.clock.move(days=6, hours=23, minutes=50)
    page = await stripe_shop.reopen(number)  # it lives half an hour, longer than the order
    stripe_shop.market.world.clock.move(minutes=15)
    await expire_old_orders.work(stripe_shop.run())
    await stripe_shop.work()
    assert (await stripe_shop.status(number), stripe_shop.fake.sessions[page]["status"]) == ("expired", "expired")


async def test_two_payments_of_one_order_are_one_payment_and_one_refund(stripe_shop: StripeShop) -> None:
    number, first = await stripe_shop.open(country="AT")
    second = await stripe_shop.reopen(number, country="HU")  # the first page is not closed yet
    await stripe_shop.pay(second)
    await stripe_shop.pay(first)
    assert await stripe_shop.refunds() == [(5880, "surplus", "requested", None)]
    await stripe_shop.work()
    assert await stripe_shop.refunds() == [(5880, "surplus", "succeeded", "re_1")]
    order = await stripe_shop.market.get(number)
    assert (order["status"], order["total_cents"], order["refunded_cents"]) == ("paid", 6223, 0)
    assert stripe_shop.kept(number) == 6223
    ((recipient, text),) = await stripe_shop.mails("payment_returned")
    assert recipient == BILLING["email"]
    assert "We are refunding your payment of $58.80" in text
    assert "nothing about your order changes" in text
    assert "A second payment of $58.80 arrived." in await stripe_shop.receipt(number)
    await stripe_shop.tell("charge.refunded", stripe_shop.fake.charges[f"pi_{first}"])
    await stripe_shop.tell("refund.updated", stripe_shop.fake.refunds["re_1"])
    assert await stripe_shop.status(number) == "paid"
    assert await stripe_shop.mails("order_refunded") == []
    assert (await stripe_shop.market.standing("draft")).status == "live"


async def test_a_surplus_payment_refunded_at_stripe_leaves_the_paid_order_alone(stripe_shop: StripeShop) -> None:
    """Of the same order and the same amount: only the payment tells them apart."""
    number, first = await stripe_shop.open()
    stripe_shop.market.world.clock.move(hours=22, minutes=45)
    second = await stripe_shop.reopen(number)
    await stripe_shop.pay(first)
    await stripe_shop.pay(second)
    made = stripe_shop.fake.refund_in_dashboard(f"pi_{second}")  # by staff, before our job
    await stripe_shop.tell("charge.refunded", stripe_shop.fake.charges[f"pi_{second}"])
    await stripe_shop.tell("refund.created", made)
    await stripe_shop.work()
    found = await stripe_shop.market.world.dispatcher.call(list_payment_problems, stripe_shop.market.staff(), NoInput())
    assert (found.items, found.failed_refunds) == ([], [])
    assert (await stripe_shop.status(number), stripe_shop.kept(number)) == ("paid", 5880)
    assert await stripe_shop.mails("order_refunded") == []


@pytest.mark.parametrize("end", ["cancelled", "expired"])
async def test_a_payment_after_the_end_goes_back_and_the_buyer_reads_so(stripe_shop: StripeShop, end: str) -> None:
    number, page = await stripe_shop.open()
    if end == "cancelled":
        await cancel(stripe_shop, number)
    else:
        stripe_shop.market.world.clock.move(days=6, hours=23, minutes=50)
        page = await stripe_shop.reopen(number)  # it lives half an hour, longer than the order
        stripe_shop.market.world.clock.move(minutes=15)
        await expire_old_orders.work(stripe_shop.run())
    assert "Nothing was charged." in await stripe_shop.receipt(number)
    await stripe_shop.pay(page)  # before the page was closed
    assert await stripe_shop.status(number) == end
    text = await stripe_shop.receipt(number)
    assert "A payment of $58.80 arrived afterwards. We are refunding it" in text
    assert "Nothing was charged." not in text
    await stripe_shop.work()
    assert (await stripe_shop.status(number), stripe_shop.kept(number)) == (end, 0)
    ((_, text),) = await stripe_shop.mails("payment_returned")
    assert f"The order was {end} before your payment arrived" in text
    assert await stripe_shop.market.ask("select count(*) from tax_document") == [(0,)]


async def test_a_late_payment_goes_back_also_when_its_event_is_lost(stripe_shop: StripeShop) -> None:
    number, page = await stripe_shop.open()
    await cancel(stripe_shop, number)
    stripe_shop.fake.pay(page)
    await stripe_shop.look_again()
    assert (await stripe_shop.status(number), stripe_shop.kept(number)) == ("cancelled", 0)


async def test_no_second_page_while_a_payment_is_processed(stripe_shop: StripeShop) -> None:
    number, page = await stripe_shop.open()
    session = stripe_shop.fake.begin_slow_payment(page)
    await stripe_shop.look_again()  # no event came
    with pytest.raises(PaymentProcessing):
        await stripe_shop.reopen(number, country="HU")
    with pytest.raises(PaymentProcessing):
        await cancel(stripe_shop, number)
    url = stripe_shop.market.shop.checkout_url(stripe_shop.market.world.dispatcher.site, number)
    path = url.removeprefix("http://localhost:8000")
    form = {**BILLING, "do": "pay"}
    answer = await stripe_shop.market.world.client.post(path, data=form, headers=OWN_FORM)
    assert answer.status_code == 400
    assert "is being processed" in answer.text
    stripe_shop.fake.end_slow_payment(page, paid=False)
    await stripe_shop.look_again()  # nor of its end
    await stripe_shop.tell("checkout.session.completed", session)  # which comes late, and changes nothing
    assert await stripe_shop.market.ask("select state from payment") == [("failed",)]
    assert len(await stripe_shop.mails("payment_failed")) == 1
    assert await stripe_shop.reopen(number) != page


@pytest.mark.parametrize("minutes", [0, 40])
async def test_a_lost_answer_and_a_retry_reach_the_same_page(stripe_shop: StripeShop, minutes: int) -> None:
    number = (await stripe_shop.market.order(stripe_shop.market.item("launch")))["number"]
    stripe_shop.fake.lose = 3  # the library itself asks three times
    with pytest.raises(PaymentUnavailable):
        await stripe_shop.reopen(number)
    stripe_shop.market.world.clock.move(minutes=minutes)
    page = await stripe_shop.reopen(number)
    assert list(stripe_shop.fake.sessions) == [page]
    requests = [(form, key) for _, path, form, key in stripe_shop.fake.asked if path == "/v1/checkout/sessions"]
    assert len(requests) == 4
    assert all(request == requests[0] for request in requests)


async def test_after_a_failure_of_stripe_the_next_attempt_succeeds(stripe_shop: StripeShop) -> None:
    """Stripe repeats its 500 for a day under the same key."""
    order = await stripe_shop.market.order(stripe_shop.market.item("launch"))
    path = order["checkout_url"].removeprefix("http://localhost:8000")
    form = {**BILLING, "do": "pay"}
    stripe_shop.fake.broken = True
    answer = await stripe_shop.market.world.client.post(path, data=form, headers=OWN_FORM)
    assert answer.status_code == 503
    assert "The payment page could not be opened. Nothing was charged. Try again in a minute." in answer.text
    stripe_shop.fake.broken = False
    answer = await stripe_shop.market.world.client.post(path, data=form, headers=OWN_FORM)
    assert answer.status_code == 303
    (page,) = stripe_shop.fake.sessions
    await stripe_shop.pay(page)
    assert await stripe_shop.status(order["number"]) == "paid"


async def test_a_page_of_which_little_is_left_is_not_offered_again(stripe_shop: StripeShop) -> None:
    number, page = await stripe_shop.open()
    stripe_shop.market.world.clock.move(hours=22, minutes=45)
    assert await stripe_shop.reopen(number) != page


async def test_what_stripe_refuses_is_no_outage_of_ours(stripe_shop: StripeShop) -> None:
    order = await stripe_shop.market.order(stripe_shop.market.item("launch"))
    stripe_shop.fake.refuses = "Your account cannot currently make live charges."
    path = order["checkout_url"].removeprefix("http://localhost:8000")
    form = {**BILLING, "do": "pay"}
    answer = await stripe_shop.market.world.client.post(path, data=form, headers=OWN_FORM)
    assert answer.status_code == 400
    assert "Nothing was charged." in answer.text
    assert "Your account cannot currently make live charges." in answer.text
    stripe_shop.fake.refuses = None
    answer = await stripe_shop.market.world.client.post(path, data=form, headers=OWN_FORM)
    assert answer.status_code == 303


@pytest.mark.parametrize(("cents", "limit"), [(49, "$0.49"), (100_000_000, "$1,000,000.00")])
async def test_a_quote_refuses_what_stripe_cannot_take(stripe_shop: StripeShop, cents: int, limit: str) -> None:
    market = stripe_shop.market
    async with market.world.dispatcher.database.transaction() as db:
        await db.execute("update product set price_cents = %s where code = 'ai_review'", (cents,))
    for path in ("/orders/quote", "/orders/checkout"):
        answer = await market.post(path, [market.item("ai_review")])
        assert answer.status_code == 400, answer.text
        assert f"The total is {limit}. We can only take payments from $0.50 to $999,999.99." in answer.text
    async with market.world.dispatcher.database.transaction() as db:
        await db.execute("update product set price_cents = 0 where code = 'ai_review'")
    assert (await market.post("/orders/quote", [market.item("ai_review")])).status_code == 200


async def test_vat_that_takes_an_order_over_the_limit_is_said_on_its_page(stripe_shop: StripeShop) -> None:
    market = stripe_shop.market
    order = await market.order(market.item("billboard_min", "paid", amount_cents=99_000_000))
    path = order["checkout_url"].removeprefix("http://localhost:8000")
    answer = await market.world.client.post(path, data={**BILLING, "do": "pay"}, headers=OWN_FORM)
    assert answer.status_code == 400
    assert "We can only take payments from $0.50 to $999,999.99." in answer.text
    assert stripe_shop.fake.asked == []


async def test_webhooks_count_after_payments_were_switched_off(database_url: str) -> None:
    async with stripe_market(database_url) as shop:
        number, page = await shop.open()
        later, other = await shop.open(shop.market.item("ai_review"))
        shop.fake.pay(page)
        shop.fake.pay(other)
        off: dict[str, Any] = {**STRIPE, "payments": "off", "stripe_url": shop.fake.url}
        async with running_world(database_url, **off) as world:
            world.keys.update(shop.market.world.keys)
            shop.market.world = world
            await shop.tell("checkout.session.completed", shop.fake.sessions[page])
            assert await shop.status(number) == "paid"
            await shop.look_again()
            assert await shop.status(later) == "paid"
            assert await shop.market.refund(number) == "succeeded"
            assert (await shop.status(number), shop.kept(number)) == ("refunded", 0)


async def test_a_test_page_is_not_offered_after_the_key_became_a_live_one(database_url: str) -> None:
    async with stripe_market(database_url) as shop:
        number, page = await shop.open()
        live: dict[str, Any] = {**STRIPE, "payments": "stripe", "stripe_key": "sk_live_1", "stripe_url": shop.fake.url}
        async with running_world(database_url, **live) as world:
            world.keys.update(shop.market.world.keys)
            shop.market.world = world
            again = await shop.reopen(number)
            assert page != again
            await shop.tell("checkout.session.completed", shop.fake.pay(page))  # somebody with a test card
            assert await shop.market.ask("select test from tax_document") == [(True,)]


async def test_events_of_another_site_on_the_same_account_are_ignored(stripe_shop: StripeShop) -> None:
    number, page = await stripe_shop.open()
    session = stripe_shop.fake.pay(page)
    theirs = session["metadata"] | {"site": "0123456789ab"}
    foreign = session | {"id": "cs_theirs", "payment_intent": "pi_theirs", "metadata": theirs}
    charge = stripe_shop.fake.charges[f"pi_{page}"]
    await stripe_shop.tell("checkout.session.completed", foreign)
    await stripe_shop.tell("charge.refunded", charge | {"metadata": theirs, "amount_refunded": 5880})
    await stripe_shop.tell("checkout.session.completed", foreign | {"metadata": {}})  # of something else there
    await stripe_shop.tell("payout.paid", {"id": "po_1", "object": "payout"})
    refund: dict[str, Any] = {"id": "re_x", "amount": 100, "currency": "usd", "status": "succeeded", "metadata": {}}
    await stripe_shop.tell("refund.created", refund | {"charge": "ch_x", "payment_intent": "pi_theirs"})
    await stripe_shop.tell("charge.refunded", charge | {"id": "ch_x", "payment_intent": "pi_theirs", "metadata": {}})
    assert await stripe_shop.market.ask("select count(*) from payment_event") == [(0,)]
    assert await stripe_shop.status(number) == "pending"
    await stripe_shop.tell("checkout.session.completed", session)
    assert await stripe_shop.status(number) == "paid"


async def test_the_prefix_of_order_and_invoice_numbers_is_a_setting(database_url: str) -> None:
    async with stripe_market(database_url, order_prefix="ACME", invoice_prefix="R2") as shop:
        number = await shop.buy()
        assert number == "ACME-2026-000001"
        assert await shop.market.ask("select number from tax_document") == [("TEST-R2-2026-000001",)]
