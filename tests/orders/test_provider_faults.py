"""What a provider may do to us: other currencies, passing failures, a revoked key, and events that never come."""

import pytest

from showground.core.calls.models import NoInput
from showground.orders.actions.payment_events import PaymentProblems, list_payment_problems
from showground.orders.errors import CannotTakePayments
from tests.support.shop_world import BILLING, Market
from tests.support.stripe_shop import StripeShop
from tests.support.world import running_world

pytestmark = pytest.mark.anyio
OWN_FORM = {"Origin": "http://localhost:8000"}


@pytest.fixture(autouse=True)
async def staff(stripe_shop: StripeShop) -> None:
    async with stripe_shop.market.world.dispatcher.database.transaction() as db:
        await db.execute("update account set staff = true where id = %s", (stripe_shop.market.accounts["charlie"],))


async def problems(shop: StripeShop) -> PaymentProblems:
    return await shop.market.world.dispatcher.call(list_payment_problems, shop.market.staff(), NoInput())


async def test_a_payment_in_another_currency_goes_back_in_that_currency(stripe_shop: StripeShop) -> None:
    number, page = await stripe_shop.open()
    stripe_shop.fake.sessions[page] |= {"currency": "eur", "amount_total": 5000}
    await stripe_shop.pay(page)
    await stripe_shop.work()
    assert await stripe_shop.status(number) == "pending"
    (sent,) = [form for method, path, form, _ in stripe_shop.fake.asked if (method, path) == ("POST", "/v1/refunds")]
    assert "amount" not in sent  # all of it, whatever the currency counts in
    refund = stripe_shop.fake.refunds["re_1"]
    assert (refund["amount"], refund["currency"], stripe_shop.kept(number)) == (5000, "eur", 0)
    assert await stripe_shop.market.ask("select state, surplus from payment") == [("refunded", True)]
    ((_, text),) = await stripe_shop.mails("payment_returned")
    assert "We are refunding your payment of 50.00 EUR" in text
    found = await problems(stripe_shop)
    assert (found.items, [(it.amount_cents, it.currency) for it in found.automatic_refunds]) == ([], [(5000, "EUR")])
    await stripe_shop.pay(await stripe_shop.reopen(number))
    assert await stripe_shop.status(number) == "paid"
    assert "A second payment of 50.00 EUR arrived." in await stripe_shop.receipt(number)


async def surplus(shop: StripeShop) -> str:
    """An order that was paid twice; its number."""
    number, first = await shop.open(country="AT")
    second = await shop.reopen(number, country="HU")
    await shop.pay(second)
    await shop.pay(first)
    return number


async def test_a_refund_that_fails_for_now_is_tried_again_with_growing_pauses(stripe_shop: StripeShop) -> None:
    number, fake, clock = await surplus(stripe_shop), stripe_shop.fake, stripe_shop.market.world.clock
    fake.refunds_are, fake.refunds_fail_for = "failed", "insufficient_funds"
    await stripe_shop.work()
    await stripe_shop.look_again()
    assert len(fake.refunds) == 1  # not at once
    clock.move(hours=1)
    await stripe_shop.look_again()
    await stripe_shop.look_again()
    assert len(fake.refunds) == 2
    await stripe_shop.tell("refund.failed", fake.refunds["re_1"])  # of the first attempt, late
    assert await stripe_shop.refunds() == [(5880, "surplus", "requested", None)]
    assert await stripe_shop.mails("refund_failed") == []
    fake.refunds_are = "succeeded"
    clock.move(hours=4)
    await stripe_shop.look_again()
    assert await stripe_shop.refunds() == [(5880, "surplus", "succeeded", "re_3")]
    assert (await stripe_shop.status(number), stripe_shop.kept(number)) == ("paid", 6223)
    keys = [key for method, path, _, key in fake.asked if (method, path) == ("POST", "/v1/refunds")]
    assert len(set(keys)) == len(keys) == 3


async def test_a_refund_that_goes_on_failing_is_left_to_staff(stripe_shop: StripeShop) -> None:
    await surplus(stripe_shop)
    stripe_shop.fake.refuses, stripe_shop.fake.refuses_with = "Insufficient funds.", "balance_insufficient"
    for _ in range(8):
        await stripe_shop.work()
        stripe_shop.market.world.clock.move(days=3)
        await stripe_shop.look_again()
    assert await stripe_shop.refunds() == [(5880, "surplus", "failed", None)]
    assert len(await stripe_shop.mails("refund_failed")) == 1
    assert [it.problem for it in (await problems(stripe_shop)).failed_refunds] == ["Insufficient funds."]


async def test_a_revoked_key_is_said_plainly_to_buyer_and_staff(stripe_shop: StripeShop) -> None:
    market, fake = stripe_shop.market, stripe_shop.fake
    order = await market.order(market.item("launch"))
    fake.key_revoked = True
    path = order["checkout_url"].removeprefix("http://localhost:8000")
    form = {**BILLING, "do": "pay"}
    answer = await market.world.client.post(path, data=form, headers=OWN_FORM)
    assert answer.status_code == 400
    assert "Payments are unavailable right now. Nothing was charged." in answer.text
    assert "key" not in answer.text.partition("<main")[2]
    (problem,) = (await problems(stripe_shop)).provider_problems
    assert (problem.provider, "Set SHOWGROUND_STRIPE_KEY" in problem.problem) == ("stripe", True)
    async with market.world.browser("charlie") as browser:
        page = await browser.get("/admin/payments")
    assert "Stripe cannot take payments." in page.text
    fake.key_revoked = False
    answer = await market.world.client.post(path, data=form, headers=OWN_FORM)
    assert answer.status_code == 303
    assert (await problems(stripe_shop)).provider_problems == []


async def test_without_a_provider_no_page_is_noted(market_url: str, stripe_shop: StripeShop) -> None:
    order = await stripe_shop.market.order(stripe_shop.market.item("launch"))
    async with running_world(market_url, payments="off") as world:
        closed = Market(world, stripe_shop.market.ids, stripe_shop.market.accounts)
        with pytest.raises(CannotTakePayments):
            await closed.open_page(order)
    assert await stripe_shop.market.ask("select count(*) from payment") == [(0,)]


async def test_refunds_and_disputes_without_any_event_are_found_within_a_day(stripe_shop: StripeShop) -> None:
    first, fake = await stripe_shop.buy(), stripe_shop.fake
    second = await stripe_shop.buy(stripe_shop.market.item("ai_review"))
    fake.refund_in_dashboard("pi_cs_test_1", 1000)
    fake.refund_in_dashboard("pi_cs_test_2")
    fake.dispute("pi_cs_test_1")
    await stripe_shop.check()
    order = await stripe_shop.market.get(first)
    assert (order["status"], order["refunded_cents"]) == ("paid", 1000)
    assert await stripe_shop.status(second) == "refunded"
    assert [it.reference for it in (await problems(stripe_shop)).disputes] == ["du_1"]
    fake.disputes["du_1"]["status"] = "lost"
    await stripe_shop.check()
    assert (await problems(stripe_shop)).disputes == []
    assert len(await stripe_shop.mails("payment_disputed")) == 2
    asked = len(fake.asked)
    await stripe_shop.run_daily()
    assert len(fake.asked) == asked  # it was asked less than a day ago
    stripe_shop.market.world.clock.move(days=121)
    await stripe_shop.run_daily()
    assert len(fake.asked) == asked


async def test_a_dispute_told_late_opens_nothing_again(stripe_shop: StripeShop) -> None:
    await stripe_shop.buy()
    dispute = stripe_shop.fake.dispute("pi_cs_test_1")
    await stripe_shop.tell("charge.dispute.closed", dispute | {"status": "won"})
    await stripe_shop.tell("charge.dispute.created", dispute)
    assert await stripe_shop.market.ask("select state, closed_at is not null from dispute") == [("won", True)]
