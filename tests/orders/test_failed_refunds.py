"""Refunds that the provider cannot return, at once or weeks later: everybody reads so, and the money stays owed."""

import pytest

from showground.core.calls.models import NoInput
from showground.orders.actions.payment_events import HandleFailedRefund, handle_failed_refund, list_payment_problems
from showground.orders.actions.staff_withdrawals import list_withdrawals
from showground.orders.errors import NotRefundable, PaymentUnavailable
from showground.orders.operations.cancel_order import CancelOrder, cancel_order
from showground.orders.queries.refunds import FailedRefund
from tests.support.stripe_shop import StripeShop

pytestmark = pytest.mark.anyio
DOCUMENTS = "select kind, total_cents from tax_document order by id"


@pytest.fixture(autouse=True)
async def staff(stripe_shop: StripeShop) -> None:
    async with stripe_shop.market.world.dispatcher.database.transaction() as db:
        await db.execute("update account set staff = true where id = %s", (stripe_shop.market.accounts["charlie"],))


async def failed(shop: StripeShop) -> list[FailedRefund]:
    found = await shop.market.world.dispatcher.call(list_payment_problems, shop.market.staff(), NoInput())
    return found.failed_refunds


async def withdrawn(shop: StripeShop) -> list[str | None]:
    found = await shop.market.world.dispatcher.call(list_withdrawals, shop.market.staff(), NoInput())
    return [withdrawal.number for withdrawal in found.items]


async def staff_page(shop: StripeShop, number: str) -> str:
    async with shop.market.world.browser("charlie") as browser:
        return (await browser.get(f"/admin/orders/{number}")).text


async def test_a_refund_that_comes_back_weeks_later_is_still_owed(stripe_shop: StripeShop) -> None:
    number, fake = await stripe_shop.buy(), stripe_shop.fake
    assert await stripe_shop.market.refund(number) == "succeeded"
    stripe_shop.market.world.clock.move(days=20)
    await stripe_shop.tell("refund.failed", fake.end_refund("re_1", "failed"))
    assert (await stripe_shop.status(number), stripe_shop.kept(number)) == ("refunded", 5880)
    assert [(it.number, it.amount_cents) for it in await failed(stripe_shop)] == [(number, 5880)]
    ((_, text),) = await stripe_shop.mails("refund_failed")
    assert "It had gone through, but the buyer’s bank returned the money." in text  # noqa: RUF001
    assert "The order has not changed" not in text
    receipt = await stripe_shop.receipt(number)
    assert "goes back to your original payment method" not in receipt
    assert "We tried to refund $58.80, and the payment provider could not return the money." in receipt
    assert "$58.80 came back from the buyer" in await staff_page(stripe_shop, number)
    assert await stripe_shop.market.refund(number) == "succeeded"
    assert (await stripe_shop.status(number), stripe_shop.kept(number)) == ("refunded", 0)
    assert await failed(stripe_shop) == []
    assert await stripe_shop.market.ask(DOCUMENTS) == [("invoice", 5880), ("credit_note", -5880)]
    assert "$58.80 goes back to your original payment method" in await stripe_shop.receipt(number)
    assert "Refund it again" not in await staff_page(stripe_shop, number)
    with pytest.raises(NotRefundable):
        await stripe_shop.market.refund(number)


async def test_a_withdrawal_is_open_again_when_the_whole_refund_comes_back(stripe_shop: StripeShop) -> None:
    number, world = await stripe_shop.buy(), stripe_shop.market.world
    await world.client.post(
        "/withdrawal",
        data={"order": number, "name": "Alice", "email": "alice@alice.example"},
        headers={"Origin": "http://localhost:8000", "Sec-Fetch-Site": "same-origin"},
    )
    for came_back in (False, True):
        assert await stripe_shop.market.refund(number) == "succeeded"
        assert await withdrawn(stripe_shop) == []
        if not came_back:
            world.clock.move(days=5)
            await stripe_shop.tell("refund.failed", stripe_shop.fake.end_refund("re_1", "failed"))
            assert await withdrawn(stripe_shop) == [number]
            assert "If it is valid, refund the order or its items by" in await staff_page(stripe_shop, number)


async def test_a_refund_that_comes_back_is_found_without_its_event(stripe_shop: StripeShop) -> None:
    number = await stripe_shop.buy()
    await stripe_shop.market.refund(number)
    stripe_shop.fake.end_refund("re_1", "failed")
    await stripe_shop.check()
    assert [it.number for it in await failed(stripe_shop)] == [number]


async def test_part_of_an_order_that_comes_back_is_refunded_again_with_one_credit_note(stripe_shop: StripeShop) -> None:
    number = await stripe_shop.buy()
    await stripe_shop.market.refund(number, amount_cents=1000)
    await stripe_shop.tell("refund.failed", stripe_shop.fake.end_refund("re_1", "failed"))
    assert "We tried to refund $10.00" in await stripe_shop.receipt(number)
    assert await stripe_shop.market.refund(number, amount_cents=1000) == "succeeded"
    assert await failed(stripe_shop) == []
    assert "We tried to refund" not in await stripe_shop.receipt(number)
    assert (await stripe_shop.status(number), stripe_shop.kept(number)) == ("paid", 4880)
    assert await stripe_shop.market.ask(DOCUMENTS) == [("invoice", 5880), ("credit_note", -1000)]


async def test_nobody_reads_that_nothing_was_charged_while_we_have_the_money(stripe_shop: StripeShop) -> None:
    number, page = await stripe_shop.open()
    dispatcher, alice = stripe_shop.market.world.dispatcher, stripe_shop.market.person("alice")
    await dispatcher.call(cancel_order, alice, CancelOrder(number=number))
    await stripe_shop.pay(page)
    stripe_shop.fake.refunds_are, stripe_shop.fake.refunds_fail_for = "failed", "lost_or_stolen_card"
    await stripe_shop.work()
    receipt = await stripe_shop.receipt(number)
    assert "Nothing was charged." not in receipt
    assert "A payment of $58.80 arrived afterwards. We tried to refund it" in receipt
    (problem,) = await failed(stripe_shop)
    await dispatcher.call(handle_failed_refund, stripe_shop.market.staff(), HandleFailedRefund(refund=problem.id))
    assert "We tried to refund it" not in await stripe_shop.receipt(number)


async def test_a_refund_that_comes_back_after_another_one_has_returned_the_money_is_no_work(
    stripe_shop: StripeShop,
) -> None:
    number, first = await stripe_shop.open(country="AT")
    await stripe_shop.pay(await stripe_shop.reopen(number, country="HU"))
    await stripe_shop.pay(first)
    made = stripe_shop.fake.refund_in_dashboard(f"pi_{first}")
    told = dict(made)
    stripe_shop.fake.end_refund(made["id"], "failed")
    await stripe_shop.work()  # our own refund of the second payment, which Stripe takes now
    await stripe_shop.tell("refund.created", told)
    await stripe_shop.tell("refund.failed", made)
    assert (await failed(stripe_shop), stripe_shop.kept(number)) == ([], 6223)
    assert await stripe_shop.market.ask("select state from payment order by id") == [("refunded",), ("paid",)]


async def test_a_refund_whose_answer_was_lost_is_not_made_twice_after_its_key_is_forgotten(
    stripe_shop: StripeShop,
) -> None:
    number, fake = await stripe_shop.buy(), stripe_shop.fake
    fake.lose, fake.lose_at = 3, "/refunds"  # the library itself asks three times
    with pytest.raises(PaymentUnavailable):
        await stripe_shop.market.refund(number, amount_cents=1000)
    stripe_shop.market.world.clock.move(hours=25)
    await stripe_shop.look_again()
    assert await stripe_shop.refunds() == [(1000, "staff", "succeeded", "re_1")]
    assert (len(fake.refunds), stripe_shop.kept(number)) == (1, 4880)


async def test_a_request_that_is_still_being_answered_is_no_failed_refund(stripe_shop: StripeShop) -> None:
    """The page of staff and the job may send the same refund at once; Stripe answers one of them with 409."""
    number, fake = await stripe_shop.buy(), stripe_shop.fake
    fake.busy = 3
    with pytest.raises(PaymentUnavailable):
        await stripe_shop.market.refund(number)
    assert await stripe_shop.refunds() == [(5880, "staff", "requested", None)]
    await stripe_shop.work()
    assert (await stripe_shop.status(number), stripe_shop.kept(number), len(fake.refunds)) == ("refunded", 0, 1)
