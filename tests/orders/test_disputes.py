"""A buyer's bank wants money back: staff are emailed with the deadline, and the order stays as it is."""

from typing import Any

import pytest

from showground.core.calls.models import NoInput
from showground.orders.actions.payment_events import list_payment_problems
from showground.orders.actions.staff_orders import ShowAnyOrder, show_any_order
from tests.support.stripe_shop import StripeShop

pytestmark = pytest.mark.anyio


def disputed(shop: StripeShop, **more: Any) -> dict[str, Any]:
    charge = shop.fake.charges["pi_cs_test_1"]
    return {
        "id": "du_1",
        "object": "dispute",
        "amount": 5880,
        "currency": "usd",
        "charge": charge["id"],
        "payment_intent": charge["payment_intent"],
        "reason": "product_not_received",
        "status": "needs_response",
        "evidence_details": {"due_by": 1774310400},  # 24 March 2026, 00:00 UTC
        "metadata": {},
        **more,
    }


async def test_staff_learn_of_a_dispute_with_its_deadline_and_of_its_end(stripe_shop: StripeShop) -> None:
    number, market = await stripe_shop.buy(), stripe_shop.market
    async with market.world.dispatcher.database.transaction() as db:
        await db.execute("update account set staff = true where id = %s", (market.accounts["charlie"],))
    await stripe_shop.tell("charge.dispute.created", disputed(stripe_shop))
    await stripe_shop.tell("charge.dispute.funds_withdrawn", disputed(stripe_shop))
    await stripe_shop.tell("charge.dispute.updated", disputed(stripe_shop, status="under_review"))
    ((recipient, text),) = await stripe_shop.mails("payment_disputed")
    assert recipient == "charlie@charlie.example"
    assert f"disputes $58.80 of order {number}. Reason: product not received." in text
    assert "by 24 March 2026, 00:00 UTC" in text
    assert await stripe_shop.status(number) == "paid"
    found = await market.world.dispatcher.call(list_payment_problems, market.staff(), NoInput())
    assert [(dispute.number, dispute.state) for dispute in found.disputes] == [(number, "under_review")]
    assert found.items == []
    await stripe_shop.tell("charge.dispute.closed", disputed(stripe_shop, status="lost"))
    await stripe_shop.tell("charge.dispute.updated", disputed(stripe_shop, status="lost"))
    assert len(await stripe_shop.mails("payment_disputed")) == 2
    found = await market.world.dispatcher.call(list_payment_problems, market.staff(), NoInput())
    assert found.disputes == []
    shown = await market.world.dispatcher.call(show_any_order, market.staff(), ShowAnyOrder(number=number))
    assert [(dispute.state, dispute.closed_at is not None) for dispute in shown.disputes] == [("lost", True)]


@pytest.mark.parametrize("state", ["prevented", "warning_closed"])
async def test_a_dispute_that_came_to_nothing_is_over(stripe_shop: StripeShop, state: str) -> None:
    number, market = await stripe_shop.buy(), stripe_shop.market
    async with market.world.dispatcher.database.transaction() as db:
        await db.execute("update account set staff = true where id = %s", (market.accounts["charlie"],))
    await stripe_shop.tell("charge.dispute.created", disputed(stripe_shop))
    await stripe_shop.tell("charge.dispute.closed", disputed(stripe_shop, status=state))
    found = await market.world.dispatcher.call(list_payment_problems, market.staff(), NoInput())
    assert found.disputes == []
    subjects = await market.ask("select subject from outbox where template = 'payment_disputed' order by id")
    assert subjects[1:] == [(f"Dispute over order {number}: {state.replace('_', ' ')}",)]


async def test_the_country_of_the_card_is_evidence_and_a_conflict_is_shown(stripe_shop: StripeShop) -> None:
    number, page = await stripe_shop.open()
    await stripe_shop.pay(page, card_country="US")
    await stripe_shop.tell("charge.succeeded", stripe_shop.fake.charges[f"pi_{page}"])
    market = stripe_shop.market
    shown = await market.world.dispatcher.call(show_any_order, market.staff(), ShowAnyOrder(number=number))
    assert shown.evidence is not None
    assert (shown.evidence.card_country, shown.evidence.conflicts) == ("US", ["card: US"])


async def test_events_that_say_nothing_new_are_no_work_for_staff(stripe_shop: StripeShop) -> None:
    number, page = await stripe_shop.open()
    await stripe_shop.pay(page)
    market = stripe_shop.market
    async with market.world.dispatcher.database.transaction() as db:
        await db.execute("update account set staff = true where id = %s", (market.accounts["charlie"],))
    charge = stripe_shop.fake.charges[f"pi_{page}"]
    intent = {"id": charge["payment_intent"], "object": "payment_intent", "metadata": charge["metadata"]}
    await stripe_shop.tell("payment_intent.succeeded", intent)
    await stripe_shop.tell("charge.captured", charge)
    ask = NoInput()
    assert (await market.world.dispatcher.call(list_payment_problems, market.staff(), ask)).items == []
    await stripe_shop.tell("review.opened", {"id": "prv_1", "metadata": charge["metadata"]})
    (problem,) = (await market.world.dispatcher.call(list_payment_problems, market.staff(), ask)).items
    assert "We do not handle this kind of event." in problem.problem
    ((recipient, text),) = await stripe_shop.mails("payment_problem")
    assert recipient == "charlie@charlie.example"
    assert f"could not apply to order {number}" in text
    assert "We do not handle this kind of event." in text
    async with market.world.browser("charlie") as browser:
        assert "We do not handle this kind of event." in (await browser.get(f"/admin/orders/{number}")).text
