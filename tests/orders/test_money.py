"""Whatever happens in whatever order: in the end Stripe has what paid orders cost, and nothing else.

Each run is a random walk, the same each time for its seed. Pages are opened, paid twice, late or slowly; answers and
events are lost, doubled or late; orders are cancelled, expire and are refunded here and at Stripe.
"""

import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

import pytest

from showground.core.failures import InvalidInput
from showground.orders.actions.cancel_order import CancelOrder, cancel_order
from showground.orders.actions.list_payment_problems import ListPaymentProblems, list_payment_problems
from showground.orders.failures import NotRefundable, OrderClosed, PaymentProcessing, PaymentUnavailable
from showground.orders.jobs import expire_old_orders
from tests.parts.stripe_shop import StripeShop

pytestmark = pytest.mark.anyio

STEPS = 120
EXPECTED = (PaymentUnavailable, PaymentProcessing, OrderClosed, NotRefundable, InvalidInput)


@dataclass
class Walk:
    """One random walk: what was done so far, and events that Stripe has not delivered yet."""

    shop: StripeShop
    dice: random.Random
    orders: list[str] = field(default_factory=list[str])
    on_their_way: list[tuple[str, dict[str, Any]]] = field(default_factory=list[tuple[str, dict[str, Any]]])
    pages: set[str] = field(default_factory=set[str])
    """Those whose address somebody has: where an answer was lost, nobody has it."""
    disputes: int = 0

    async def step(self) -> None:
        steps: list[tuple[int, Callable[[], Awaitable[None]]]] = [
            (3, self.order),
            (6, self.open_page),
            (6, self.pay),
            (2, self.pay_slowly),
            (3, self.end_slow_payment),
            (2, self.cancel),
            (2, self.wait),
            (3, self.refund),
            (2, self.refund_at_stripe),
            (2, self.end_refund),
            (1, self.dispute),
            (5, self.deliver),
            (4, self.shop.work),
            (2, self.shop.look_again),
            (2, self.view),
        ]
        do = self.dice.choices([each for _, each in steps], [weight for weight, _ in steps])[0]
        fake = self.shop.fake
        fake.refunds_are = self.dice.choice(["succeeded", "pending", "failed"])
        if self.dice.random() < 0.15:
            fake.lose, fake.lose_at = 3, self.dice.choice(["/sessions", "/refunds", "/expire"])
        fake.broken = self.dice.random() < 0.05
        with suppress(*EXPECTED):  # said plainly; anything else ends the test
            await do()
        fake.lose, fake.broken = 0, False

    def tell_later(self, kind: str, about: dict[str, Any], *, may_be_lost: bool = False) -> None:
        """Stripe delivers an event some time, perhaps twice; a lost one is made up for by asking."""
        if may_be_lost and self.dice.random() < 0.3:
            return
        self.on_their_way += [(kind, deepcopy(about))] * self.dice.choice([1, 1, 2])

    async def deliver(self) -> None:
        self.dice.shuffle(self.on_their_way)
        for _ in range(min(3, len(self.on_their_way))):
            await self.shop.tell(*self.on_their_way.pop())

    async def order(self) -> None:
        market = self.shop.market
        item = self.dice.choice([market.item("ai_review", "free"), market.item("billboard_min", "paid")])
        items = [item, market.item("featured", "paid")][: self.dice.choice([1, 2])]
        self.orders.append((await market.order(*items))["number"])

    async def open_page(self) -> None:
        if self.orders:
            country = self.dice.choice(["AT", "HU", "US"])
            self.pages.add(await self.shop.reopen(self.dice.choice(self.orders), country=country))

    async def pay(self) -> None:
        for page in self._some(self._open_pages(), 2):
            self.tell_later("checkout.session.completed", self.shop.fake.pay(page), may_be_lost=True)

    def _open_pages(self) -> list[str]:
        return [page for page in self.shop.fake.open_sessions() if page in self.pages]

    async def pay_slowly(self) -> None:
        for page in self._some(self._open_pages()):
            self.tell_later("checkout.session.completed", self.shop.fake.begin_slow_payment(page), may_be_lost=True)

    async def end_slow_payment(self) -> None:
        for intent in self._some([intent for intent, state in self.shop.fake.slow.items() if state == "processing"]):
            self._end_slowly(intent, paid=self.dice.random() < 0.6)

    def _end_slowly(self, intent: str, *, paid: bool) -> None:
        session = self.shop.fake.end_slow_payment(intent.removeprefix("pi_"), paid=paid)
        kind = "checkout.session.async_payment_" + ("succeeded" if paid else "failed")
        self.tell_later(kind, session, may_be_lost=True)

    async def cancel(self) -> None:
        for number in self._some(self.orders):
            market = self.shop.market
            await market.world.door.call(cancel_order, market.person("alice"), CancelOrder(number=number))

    async def wait(self) -> None:
        self.shop.market.world.clock.move(hours=self.dice.choice([1, 12, 60]))
        await expire_old_orders.work(self.shop.run())

    async def refund(self) -> None:
        for number in self._some(self.orders):
            amount = self.dice.choice([None, 100, 1500])
            positions = self.dice.choice([(), (0,)])
            await self.shop.market.refund(number, amount_cents=amount, positions=positions)

    async def refund_at_stripe(self) -> None:
        charges = self.shop.fake.charges
        for intent in self._some([it for it, charge in charges.items() if not charge["refunded"]]):
            left = charges[intent]["amount"] - charges[intent]["amount_refunded"]
            self._refund_at_stripe(intent, min(left, self.dice.choice([left, 500])))

    def _refund_at_stripe(self, intent: str, amount: int | None) -> None:
        fake = self.shop.fake
        fake.refunds_are = "succeeded"
        self.tell_later("refund.created", fake.refund_in_dashboard(intent, amount))
        self.tell_later("charge.refunded", fake.charges[intent])

    async def end_refund(self) -> None:
        refunds = self.shop.fake.refunds
        for number in self._some([it for it, refund in refunds.items() if refund["status"] == "pending"]):
            self._end_refund(number, "succeeded" if self.dice.random() < 0.7 else "failed")

    def _end_refund(self, number: str, state: Any) -> None:
        refund = self.shop.fake.end_refund(number, state)
        self.tell_later("refund.updated" if state == "succeeded" else "refund.failed", refund, may_be_lost=True)

    async def dispute(self) -> None:
        for intent in self._some(list(self.shop.fake.charges)):
            self.disputes += 1
            charge = self.shop.fake.charges[intent]
            about = {"id": f"du_{self.disputes}", "charge": charge["id"], "payment_intent": intent, "currency": "usd"}
            about |= {"amount": charge["amount"], "reason": "fraudulent", "status": "needs_response"}
            self.tell_later("charge.dispute.created", about)
            self.tell_later("charge.dispute.closed", about | {"status": "won"})

    async def view(self) -> None:
        for number in self._some(self.orders):
            await self.shop.receipt(number)
            url = self.shop.market.shop.checkout_url(self.shop.market.world.door.site, number)
            page = await self.shop.market.world.client.get(url.removeprefix("http://localhost:8000"))
            assert page.status_code == 200

    async def finish(self) -> None:
        """Let everything come to its end: what is on its way arrives, staff see to what has failed, jobs run."""
        fake = self.shop.fake
        for intent, state in list(fake.slow.items()):
            if state == "processing":
                self._end_slowly(intent, paid=self.dice.random() < 0.5)
        for number, refund in list(fake.refunds.items()):
            if refund["status"] == "pending":
                self._end_refund(number, self.dice.choice(["succeeded", "failed"]))
        fake.refunds_are = "succeeded"
        await self._settle()
        by = self.shop.market.staff()
        found = await self.shop.market.world.door.call(list_payment_problems, by, ListPaymentProblems())
        assert found.items == []
        rows = await self.shop.market.ask(
            "select distinct intent from refund join payment on payment.id = payment_id"
            " where refund.id = any(%s) and surplus",
            [failed.id for failed in found.failed_refunds],
        )
        for (intent,) in rows:
            self._refund_at_stripe(intent, None)
        await self._settle()

    async def _settle(self) -> None:
        for _ in range(3):
            while self.on_their_way:
                await self.deliver()
            await self.shop.look_again()
            self.shop.market.world.clock.move(hours=25)

    def _some(self, things: list[str], most: int = 1) -> list[str]:
        return self.dice.sample(things, min(most, len(things)))


@pytest.mark.parametrize("seed", range(8))
async def test_stripe_has_what_paid_orders_cost_and_nothing_else(stripe_shop: StripeShop, seed: int) -> None:
    walk = Walk(stripe_shop, random.Random(seed))
    for _ in range(STEPS):
        await walk.step()
    await walk.finish()
    for number in walk.orders:
        order = await stripe_shop.market.get(number)
        owed = order["total_cents"] - order["refunded_cents"] if order["status"] in ("paid", "refunded") else 0
        assert (number, order["status"], stripe_shop.kept(number)) == (number, order["status"], owed)
        assert (order["status"] == "refunded") <= (owed == 0)
    ask = stripe_shop.market.ask
    assert await ask("select count(*) from refund where state in ('requested', 'pending')") == [(0,)]
    invoiced = "select count(*) from purchase where (paid_at is not null) <> exists (select from invoice where"
    assert await ask(f"{invoiced} purchase_id = purchase.id)") == [(0,)]
    done = (
        "select count(*) from purchase_line where product = 'billboard_min' and done <> '{}' and taken_back_at is null"
    )
    contributions = "select count(*) from billboard_contribution"
    assert await ask(contributions) == await ask(done)
    reviews = "select count(*) from purchase_line where product = 'ai_review' and done <> '{}'"
    assert await ask("select count(*) from outbox where template = 'listing_review'") == await ask(reviews)
    assert stripe_shop.fake.charges
