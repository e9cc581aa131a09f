"""Whatever happens in whatever order: Stripe has what paid orders cost and nothing else, and goods are given once.

Hypothesis chooses the steps. Pages are opened, paid twice, late or slowly; answers and events are lost, doubled or come
in another order; orders are cancelled, expire, and are refunded here and at Stripe; buyers lose access to listings; and
several of them want the last place of a week. `Money` is the machine; each sequence has listings and orders of its own.

No rule has a precondition: hypothesis must choose the same steps each time, and who wins a race is not known before. A
step for which there is nothing to do does nothing.
"""

import asyncio
from contextlib import suppress
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal
from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule

from showground.orders import rules
from showground.orders.jobs import expire_old_orders
from showground.orders.operations.cancel_order import CancelOrder, cancel_order
from tests.fuzz.sequences import opened, play
from tests.support.money import EXPECTED, MoneyState
from tests.support.stripe_shop import StripeShop, stripe_market
from tests.support.world import CAST

EXAMPLES, STEPS = 10, 60
CLOSING = """
select coalesce(array_agg(args->>'reference'), '{}') from procrastinate_jobs
where task_name = 'close_payment' and status = 'todo'
"""
GIVEN = """
with done as (
    select product from purchase_line join purchase on purchase.id = purchase_id
    where number = any(%(numbers)s) and done <> '{}' and taken_back_at is null)
select (select count(*) from billboard_contribution where listing_id = %(live)s),
    (select count(*) from done where product = 'billboard_min'),
    (select count(*) from launch where listing_id = any(%(drafts)s)),
    (select count(*) from done where product = 'launch')
"""
END = """
select
    (select count(*) from refund join purchase on purchase.id = purchase_id
        where number = any(%(numbers)s) and state in ('requested', 'pending')),
    (select count(*) from purchase where number = any(%(numbers)s)
        and (paid_at is not null) <> exists (
            select from tax_document where kind = 'invoice' and purchase_id = purchase.id)),
    (select count(*) from dispute join purchase on purchase.id = purchase_id
        where number = any(%(numbers)s) and dispute.closed_at is not null)
"""
# What the documents of an order come to, and their parts by rate.
STATED = """
select coalesce(sum(document.total_cents), 0)::int, coalesce(sum(document.net_cents), 0)::int, (
    select coalesce(sum(part.net_cents), 0)::int from tax_document_part part join tax_document using (number)
    where tax_document.purchase_id = purchase.id)
from purchase left join tax_document document on document.purchase_id = purchase.id
where purchase.number = %(number)s group by purchase.id
"""
ANY = st.integers(0, 11)  # one of the orders, pages, payments or events that there are
LUCK = st.sampled_from((*("good",) * 10, "lost page", "lost refund", "lost closing", "down"))
FATE = st.sampled_from(("succeeded", "succeeded", "succeeded", "pending", "failed", "failed for now"))


class Money(MoneyState):
    """What may happen, and what must hold afterwards."""

    def __init__(self, portal: BlockingPortal, shop: StripeShop, number: int) -> None:
        super().__init__(portal, shop, number)
        for name in CAST:  # all of whom want the last place
            self.order(name, "launch")

    @rule(who=st.sampled_from(CAST), products=st.sampled_from(("launch", "launch", "review", "billboard", "both")))
    def order(self, who: str, products: str) -> None:
        items = {
            "launch": [{"product": "launch", "listing_id": self.drafts[who], "week": self.week.isoformat()}],
            "review": [{"product": "ai_review", "listing_id": self.drafts[who]}],
            "billboard": [{"product": "billboard_min", "listing_id": self.live}],
            "both": [
                {"product": "billboard_min", "listing_id": self.live},
                {"product": "featured", "listing_id": self.live},
            ],
        }[products]
        by = who if products in ("launch", "review") else "alice"
        answer = self.do(self.market.post("/orders/checkout", items, by=by))
        if answer.status_code == 201:
            self.orders[answer.json()["number"]] = by
        else:  # the week is full, or the listing has launched or changed hands
            assert answer.status_code == 400, answer.text

    @rule(which=ANY, country=st.sampled_from(("AT", "AT", "HU", "US")), luck=LUCK, pay=st.booleans())
    def open_page(self, which: int, country: str, luck: str, pay: bool) -> None:
        with self.with_luck(luck):
            page = self.do(self.open_as_buyer(self.some_order(which), country))
            self.pages.add(page)
            if pay and page in self.open_pages():
                self.later("checkout.session.completed", self.fake.pay(page))

    @rule(hours=st.sampled_from((0, 2)))
    def race(self, hours: int) -> None:
        """Everybody goes to their payment page at once, and all who get there pay; events come now or hours later."""

        async def go() -> list[str | BaseException]:
            return await asyncio.gather(*(self.open_as_buyer(number) for number in self.orders), return_exceptions=True)

        for page in self.do(go()):
            if isinstance(page, str):
                self.pages.add(page)
            else:
                assert isinstance(page, EXPECTED), page
        for page in self.open_pages():
            self.later("checkout.session.completed", self.fake.pay(page))
        self.market.world.clock.move(hours=hours)

    @rule(which=ANY, slow=st.booleans())
    def pay(self, which: int, slow: bool) -> None:
        if pages := self.open_pages():
            do = self.fake.begin_slow_payment if slow else self.fake.pay
            self.later("checkout.session.completed", do(pages[which % len(pages)]))

    @rule(which=ANY, paid=st.booleans())
    def end_slow_payment(self, which: int, paid: bool) -> None:
        if pages := self.slow_payments():
            session = self.fake.end_slow_payment(pages[which % len(pages)], paid=paid)
            self.later("checkout.session.async_payment_" + ("succeeded" if paid else "failed"), session)

    @rule(which=ANY)
    def cancel(self, which: int) -> None:
        number = self.some_order(which)
        asked = CancelOrder(number=number)
        with suppress(*EXPECTED):
            self.do(self.market.world.dispatcher.call(cancel_order, self.market.person(self.orders[number]), asked))

    @rule(hours=st.sampled_from((1, 2, 26, 90)))
    def wait(self, hours: int) -> None:
        self.market.world.clock.move(hours=hours)
        self.do(expire_old_orders.work(self.shop.run()))
        self.do(self.shop.run_daily())

    @rule(
        which=ANY,
        amount=st.sampled_from((None, 100, 1500)),
        positions=st.sampled_from(((), (0,), (1,))),
        fate=FATE,
        luck=LUCK,
    )
    def refund(self, which: int, amount: int | None, positions: tuple[int, ...], fate: str, luck: str) -> None:
        self.refunds_become(fate)
        with self.with_luck(luck):
            chosen: dict[str, Any] = {"amount_cents": amount, "positions": positions}
            self.do(self.market.refund(self.some_order(which), **chosen))

    @rule(which=ANY, part=st.booleans())
    def refund_at_stripe(self, which: int, part: bool) -> None:
        if not self.charges():
            return
        intent = self.charges()[which % len(self.charges())]
        left = self.fake.charges[intent]["amount"] - self.fake.charges[intent]["amount_refunded"]
        if left:
            self.refund_in_dashboard(intent, min(left, 500) if part else left)

    @rule(which=ANY, state=st.sampled_from(("succeeded", "succeeded", "failed")))
    def end_refund(self, which: int, state: Any) -> None:
        if not self.pending_refunds():
            return
        numbers = self.pending_refunds()
        refund = self.fake.end_refund(numbers[which % len(numbers)], state)
        self.later("refund.updated" if state == "succeeded" else "refund.failed", refund)

    @rule(which=ANY)
    def send_refund_back(self, which: int) -> None:
        """The buyer's bank does not take a refund that had succeeded."""
        if not self.done_refunds():
            return
        numbers = self.done_refunds()
        self.later("refund.failed", self.fake.end_refund(numbers[which % len(numbers)], "failed"))

    @rule(which=ANY, state=st.sampled_from(("won", "lost")))
    def dispute(self, which: int, state: str) -> None:
        if not self.charges():
            return
        dispute = self.fake.dispute(self.charges()[which % len(self.charges())])
        self.later("charge.dispute.created", dispute)
        dispute["status"] = state
        self.later("charge.dispute.closed", dispute)

    @rule(which=ANY, times=st.sampled_from((1, 1, 2)), again=st.booleans())
    def deliver(self, which: int, times: int, again: bool) -> None:
        """Any of the events on their way, perhaps twice, or once more later."""
        if not self.on_their_way:
            return
        at = which % len(self.on_their_way)
        told = self.on_their_way[at] if again else self.on_their_way.pop(at)
        self.do(self.shop.tell(told.kind, told.about, times))

    @rule(which=ANY)
    def lose_event(self, which: int) -> None:
        if self.on_their_way:
            self.on_their_way.pop(which % len(self.on_their_way))

    @rule(luck=LUCK, fate=FATE, ask=st.booleans())
    def work(self, luck: str, fate: str, ask: bool) -> None:
        """Jobs run: those that wait, and perhaps those that come with the clock."""
        self.refunds_become(fate)
        with self.with_luck(luck):
            self.do(self.shop.look_again() if ask else self.shop.work())

    @rule(who=st.sampled_from(CAST), member=st.booleans())
    def change_access(self, who: str, member: bool) -> None:
        async def change() -> None:
            key = (self.drafts[who], self.market.accounts[who])
            async with self.market.world.dispatcher.database.transaction() as db:
                await db.execute("delete from listing_member where listing_id = %s and account_id = %s", key)
                if member:
                    await db.execute("insert into listing_member values (%s, %s, 'owner', now())", key)

        self.do(change())

    @invariant()
    def weeks_are_never_overfull(self) -> None:
        assert self.ask("select count(*) from launch where week = %s", self.week) <= rules.PLACES_A_WEEK

    @invariant()
    def an_order_has_one_page_that_can_be_paid(self) -> None:
        waiting = self.ask(CLOSING)
        payable = [self.fake.sessions[page]["metadata"]["order"] for page in self.open_pages() if page not in waiting]
        assert len(payable) == len(set(payable)), payable

    @invariant()
    def goods_are_given_once(self) -> None:
        values = {"numbers": list(self.orders), "live": self.live, "drafts": list(self.drafts.values())}
        ((contributed, paid_for, launched, ordered),) = self.do(self.read(GIVEN, values))
        assert (contributed, launched) == (paid_for, ordered)

    def teardown(self) -> None:
        """Let everything come to its end, and count the money."""
        self.do(self.finish())
        for number, who in self.orders.items():
            order = self.do(self.market.get(number, by=who))
            owed = order["total_cents"] - order["refunded_cents"] if order["status"] in ("paid", "refunded") else 0
            assert (number, order["status"], self.shop.kept(number)) == (number, order["status"], owed)
            assert (order["status"] == "refunded") <= (owed == 0)
            stated, net, parts = self.do(self.read(STATED, {"number": number}))[0]
            assert (number, stated, parts) == (number, owed, net)
        self.weeks_are_never_overfull()
        self.goods_are_given_once()
        numbers = list(self.orders)
        unfinished, unfit, disputes = self.do(self.read(END, {"numbers": numbers}))[0]
        assert (unfinished, unfit) == (0, 0)
        disputed = [it for it in self.fake.disputes.values() if it["payment_intent"] in self.charges()]
        assert disputes == len(disputed)


@pytest.mark.slow
def test_stripe_has_what_paid_orders_cost_and_goods_are_given_once(database_url: str) -> None:
    with opened(stripe_market(database_url)) as (portal, shop):
        play(lambda number: Money(portal, shop, number), examples=EXAMPLES, steps=STEPS, shrink=False)
        assert shop.fake.charges
