"""Refunds are done when the provider says so, each belongs to a payment, and a part of an order can go back."""

import pytest

from showground.core.calls.errors import InvalidInput
from showground.core.calls.models import NoInput
from showground.orders.actions.payment_events import HandleFailedRefund, handle_failed_refund, list_payment_problems
from showground.orders.actions.staff_orders import Fulfil, fulfil
from showground.orders.errors import NoSuchProblem, NotRefundable, PaymentUnavailable
from tests.support.stripe_shop import StripeShop

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
async def staff(stripe_shop: StripeShop) -> None:
    async with stripe_shop.market.world.dispatcher.database.transaction() as db:
        await db.execute("update account set staff = true where id = %s", (stripe_shop.market.accounts["charlie"],))


async def test_a_pending_refund_is_done_when_stripe_says_so(stripe_shop: StripeShop) -> None:
    number = await stripe_shop.buy()
    stripe_shop.fake.refunds_are = "pending"
    assert await stripe_shop.market.refund(number) == "pending"
    await stripe_shop.tell("charge.refunded", stripe_shop.fake.charges["pi_cs_test_1"])  # it counts pending ones, too
    await stripe_shop.look_again()
    assert await stripe_shop.status(number) == "paid"
    assert (await stripe_shop.market.standing("draft")).status == "live"
    with pytest.raises(NotRefundable):
        await stripe_shop.market.refund(number)
    await stripe_shop.tell("refund.updated", stripe_shop.fake.end_refund("re_1", "succeeded"))
    assert await stripe_shop.status(number) == "refunded"
    await stripe_shop.tell("refund.updated", stripe_shop.fake.refunds["re_1"] | {"status": "pending"})  # late
    assert await stripe_shop.refunds() == [(5880, "staff", "succeeded", "re_1")]
    assert len(await stripe_shop.mails("order_refunded")) == 1


async def test_a_pending_refund_is_asked_about_without_any_event(stripe_shop: StripeShop) -> None:
    number = await stripe_shop.buy()
    stripe_shop.fake.refunds_are = "pending"
    await stripe_shop.market.refund(number)
    stripe_shop.fake.end_refund("re_1", "succeeded")
    await stripe_shop.look_again()
    assert await stripe_shop.status(number) == "refunded"


async def test_a_failed_refund_changes_nothing_and_staff_are_told(stripe_shop: StripeShop) -> None:
    number, dispatcher = await stripe_shop.buy(), stripe_shop.market.world.dispatcher
    stripe_shop.fake.refunds_are = "pending"
    await stripe_shop.market.refund(number)
    await stripe_shop.tell("refund.failed", stripe_shop.fake.end_refund("re_1", "failed"))
    await stripe_shop.tell("refund.updated", stripe_shop.fake.refunds["re_1"])
    assert (await stripe_shop.status(number), stripe_shop.kept(number)) == ("paid", 5880)
    ((recipient, text),) = await stripe_shop.mails("refund_failed")
    assert recipient == "charlie@charlie.example"
    assert f"The refund of $58.80 for order {number} failed." in text
    assert "lost or stolen card" in text
    (failed,) = (await dispatcher.call(list_payment_problems, stripe_shop.market.staff(), NoInput())).failed_refunds
    assert (failed.number, failed.amount_cents, failed.surplus) == (number, 5880, False)
    stripe_shop.fake.refunds_are = "succeeded"
    assert await stripe_shop.market.refund(number) == "succeeded"
    assert (await stripe_shop.status(number), stripe_shop.kept(number)) == ("refunded", 0)
    found = await dispatcher.call(list_payment_problems, stripe_shop.market.staff(), NoInput())
    assert found.failed_refunds == []


async def test_a_refund_that_stripe_refuses_is_failed_and_can_be_dealt_with(stripe_shop: StripeShop) -> None:
    number, page = await stripe_shop.open(country="AT")
    second = await stripe_shop.reopen(number, country="HU")
    await stripe_shop.pay(second)
    await stripe_shop.pay(page)
    stripe_shop.fake.refuses = "This charge is disputed."
    await stripe_shop.work()
    assert await stripe_shop.refunds() == [(5880, "surplus", "failed", None)]
    assert await stripe_shop.status(number) == "paid"
    dispatcher, by = stripe_shop.market.world.dispatcher, stripe_shop.market.staff()
    ((_, text),) = await stripe_shop.mails("refund_failed")
    assert "Do not refund the order: it was paid by another payment." in text
    (failed,) = (await dispatcher.call(list_payment_problems, by, NoInput())).failed_refunds
    assert (failed.problem, failed.surplus) == ("This charge is disputed.", True)
    await dispatcher.call(handle_failed_refund, by, HandleFailedRefund(refund=failed.id))
    assert (await dispatcher.call(list_payment_problems, by, NoInput())).failed_refunds == []
    with pytest.raises(NoSuchProblem):
        await dispatcher.call(handle_failed_refund, by, HandleFailedRefund(refund=failed.id))


async def test_a_lost_answer_to_a_refund_refunds_once(stripe_shop: StripeShop) -> None:
    number = await stripe_shop.buy()
    stripe_shop.fake.lose, stripe_shop.fake.lose_at = 3, "/refunds"  # the library itself asks three times
    with pytest.raises(PaymentUnavailable, match=r"We will retry the refund\."):
        await stripe_shop.market.refund(number)
    assert await stripe_shop.refunds() == [(5880, "staff", "requested", None)]
    await stripe_shop.look_again()
    await stripe_shop.look_again()
    assert await stripe_shop.refunds() == [(5880, "staff", "succeeded", "re_1")]
    assert (await stripe_shop.status(number), stripe_shop.kept(number)) == ("refunded", 0)
    assert len(stripe_shop.fake.refunds) == 1


async def test_lines_that_cost_more_than_is_left_are_not_taken_for_the_whole_order(stripe_shop: StripeShop) -> None:
    market = stripe_shop.market
    number = await stripe_shop.buy(market.item("launch"), market.item("featured"))
    await market.refund(number, amount_cents=(await market.get(number))["total_cents"] - 100)
    with pytest.raises(InvalidInput) as refused:
        await market.refund(number, positions=(1,))
    assert "but only $1.00 of this payment is left. Enter an amount." in refused.value.errors[0]["message"]
    assert (await market.standing("draft")).status == "live"


async def test_a_line_in_a_pending_refund_is_not_refunded_again(stripe_shop: StripeShop) -> None:
    market = stripe_shop.market
    number = await stripe_shop.buy(market.item("launch"), market.item("featured"))
    stripe_shop.fake.refunds_are = "pending"
    assert await market.refund(number, positions=(1,)) == "pending"
    with pytest.raises(NotRefundable):
        await market.refund(number, positions=(1,))
    await stripe_shop.tell("refund.failed", stripe_shop.fake.end_refund("re_1", "failed"))
    stripe_shop.fake.refunds_are = "succeeded"
    assert await market.refund(number, positions=(1,)) == "succeeded"


async def test_part_of_an_order_goes_back_by_amount_with_the_lines_that_staff_choose(stripe_shop: StripeShop) -> None:
    market = stripe_shop.market
    number = await stripe_shop.buy(market.item("launch"), market.item("billboard_min", "paid"), market.item("featured"))
    total = (await market.get(number))["total_cents"]
    assert await market.refund(number, amount_cents=1000) == "succeeded"
    order = await market.get(number)
    assert (order["status"], order["refunded_cents"]) == ("paid", 1000)
    assert await market.ask("select count(*) from billboard_contribution") == [(1,)]
    assert await market.refund(number, amount_cents=2000, positions=(1,)) == "succeeded"
    assert await market.ask("select count(*) from billboard_contribution") == [(0,)]
    assert (await market.standing("draft")).featured_until is not None
    assert (await market.get(number))["refunded_cents"] == 3000
    assert "$30.00 of this order was refunded." in await stripe_shop.receipt(number)
    with pytest.raises(NotRefundable, match=r"A line that you chose was already refunded"):
        await market.refund(number, positions=(1, 2))
    with pytest.raises(NotRefundable, match=r"Someone refunded part of this order"):
        await market.refund(number, expected_left_cents=total - 1000)
    with pytest.raises(InvalidInput) as refused:
        await market.refund(number, amount_cents=total - 2999)
    assert "You can refund at most" in refused.value.errors[0]["message"]
    assert await market.refund(number) == "succeeded"
    order = await market.get(number)
    assert (order["status"], order["refunded_cents"], stripe_shop.kept(number)) == ("refunded", total, 0)
    assert (await market.standing("draft")).featured_until is None
    ((told,),) = await market.ask("select refund from purchase")
    assert sum("billboard" in sentence for sentence in told["undone"]) == 1
    mails = [text for _, text in await stripe_shop.mails("order_refunded")]
    assert [f"Part of order {number} was refunded" in text for text in mails] == [True, True, False]


async def test_lines_without_an_amount_go_back_at_their_price_with_tax(stripe_shop: StripeShop) -> None:
    market = stripe_shop.market
    items = market.item("launch"), market.item("billboard_min", "paid", amount_cents=3333), market.item("featured")
    number = await stripe_shop.buy(*items)
    total = (await market.get(number))["total_cents"]
    async with market.world.browser("charlie") as browser:
        form = {"amount": "", "positions": "1", "sure": "yes"}
        assert (await browser.post(f"/admin/orders/{number}", data=form)).status_code == 303
    order = await market.get(number)
    assert (order["status"], order["refunded_cents"]) == ("paid", 4000)
    assert await market.ask("select count(*) from billboard_contribution") == [(0,)]
    assert (await market.standing("draft")).status == "live"
    ((document,),) = await market.ask("select document from tax_document where kind = 'credit_note'")
    assert [(line["name"], line["net_cents"]) for line in document["lines"]] == [("Billboard", 3333)]
    await market.refund(number, positions=(0, 2))
    assert (await stripe_shop.status(number), stripe_shop.kept(number)) == ("refunded", 0)
    assert await market.ask("select sum(total_cents)::int from tax_document") == [(0,)]
    assert (await market.get(number))["refunded_cents"] == total


async def test_lines_that_cost_nothing_need_an_amount(stripe_shop: StripeShop) -> None:
    market = stripe_shop.market
    async with market.world.dispatcher.database.transaction() as db:
        await db.execute("update product set price_cents = 0 where code = 'featured'")
    number = await stripe_shop.buy(market.item("launch"), market.item("featured"))
    with pytest.raises(InvalidInput) as refused:
        await market.refund(number, positions=(1,))
    assert refused.value.errors[0]["message"] == "The chosen lines cost nothing. Enter an amount."
    assert await stripe_shop.status(number) == "paid"


async def test_a_line_that_was_taken_back_is_not_done_later(stripe_shop: StripeShop) -> None:
    market = stripe_shop.market
    number, page = await stripe_shop.open(market.item("launch"), market.item("billboard_min", "paid"))
    await stripe_shop.pay(page)
    await market.refund(number, amount_cents=500, positions=(1,))
    await stripe_shop.work()
    assert await market.ask("select count(*) from billboard_contribution") == [(0,)]
    assert (await market.standing("draft")).status == "live"
    ((order,),) = await market.ask("select id from purchase")
    assert (await market.world.dispatcher.call(fulfil, market.world.caller(), Fulfil(order=order))).complete


async def test_refunds_made_in_the_dashboard_count_once_in_any_order(stripe_shop: StripeShop) -> None:
    number, fake = await stripe_shop.buy(), stripe_shop.fake
    first, second = fake.refund_in_dashboard("pi_cs_test_1", 1000), fake.refund_in_dashboard("pi_cs_test_1", 2000)
    await stripe_shop.tell("charge.refunded", fake.charges["pi_cs_test_1"])  # both, before either is told
    await stripe_shop.tell("refund.created", second)
    await stripe_shop.work()
    await stripe_shop.tell("refund.created", first)
    await stripe_shop.tell("refund.updated", first)
    order = await stripe_shop.market.get(number)
    assert (order["status"], order["refunded_cents"]) == ("paid", 3000)
    assert (await stripe_shop.market.standing("draft")).status == "live"
    assert len(await stripe_shop.mails("order_refunded")) == 2
    fake.refund_in_dashboard("pi_cs_test_1")
    await stripe_shop.tell("charge.refunded", fake.charges["pi_cs_test_1"])
    await stripe_shop.work()
    order = await stripe_shop.market.get(number)
    assert (order["status"], order["refunded_cents"]) == ("refunded", 5880)
    assert sorted(row[3] for row in await stripe_shop.refunds()) == ["re_1", "re_2", "re_3"]


async def test_a_total_that_is_told_late_counts_no_refund_that_failed(stripe_shop: StripeShop) -> None:
    number, fake = await stripe_shop.buy(), stripe_shop.fake
    fake.refunds_are = "pending"
    await stripe_shop.market.refund(number)
    charge = dict(fake.charges["pi_cs_test_1"])
    await stripe_shop.tell("refund.failed", fake.end_refund("re_1", "failed"))
    await stripe_shop.tell("charge.refunded", charge)
    await stripe_shop.work()
    assert (await stripe_shop.status(number), stripe_shop.kept(number)) == ("paid", 5880)


async def test_a_refund_told_before_its_payment_counts_then(stripe_shop: StripeShop) -> None:
    number, page = await stripe_shop.open()
    session = stripe_shop.fake.pay(page)
    await stripe_shop.tell("refund.created", stripe_shop.fake.refund_in_dashboard(f"pi_{page}"))
    await stripe_shop.tell("charge.refunded", stripe_shop.fake.charges[f"pi_{page}"])
    assert await stripe_shop.status(number) == "pending"
    await stripe_shop.tell("checkout.session.completed", session)
    await stripe_shop.work()
    assert await stripe_shop.status(number) == "refunded"
    assert len(await stripe_shop.refunds()) == 1
