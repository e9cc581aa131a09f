"""Whatever happens in whatever order: Stripe has what paid orders cost and nothing else, and goods are given once.

Hypothesis chooses the steps. Pages are opened, paid twice, late or slowly; answers and events are lost, doubled or come
in another order; orders are cancelled, expire, and are refunded here and at Stripe; buyers lose access to listings; and
several of them want the last place of a week. `Money` is the machine; each sequence has listings and orders of its own.
"""

import asyncio
from collections.abc import Generator
from contextlib import contextmanager, suppress
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Literal

from anyio.from_thread import BlockingPortal
from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule

from showground import catalog, launches
from showground.core.failures import InvalidInput
from showground.orders import rules
from showground.orders.actions.cancel_order import CancelOrder, cancel_order
from showground.orders.actions.list_payment_problems import ListPaymentProblems, list_payment_problems
from showground.orders.failures import (
    NoLongerOnOffer,
    NotRefundable,
    OrderClosed,
    PaymentProcessing,
    PaymentUnavailable,
    WeekFull,
)
from showground.orders.jobs import expire_old_orders
from tests.attack.playing import Machine, opened, play
from tests.parts.listings import listing
from tests.parts.stripe_shop import StripeShop, stripe_market
from tests.parts.world import CAST

EXAMPLES, STEPS = 12, 50
EXPECTED = (
    PaymentUnavailable,
    PaymentProcessing,
    OrderClosed,
    NotRefundable,
    InvalidInput,
    NoLongerOnOffer,
    WeekFull,
)
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
        and (paid_at is not null) <> exists (select from invoice where purchase_id = purchase.id)),
    (select count(*) from dispute join purchase on purchase.id = purchase_id
        where number = any(%(numbers)s) and dispute.closed_at is not null)
"""
Luck = Literal["good", "lost page", "lost refund", "lost closing", "down"]
ANY = st.integers(0, 11)  # one of the orders, pages, payments or events that there are
LUCK: st.SearchStrategy[Luck] = st.sampled_from(
    (*("good",) * 10, "lost page", "lost refund", "lost closing", "down")  # pyright: ignore[reportArgumentType]
)


FATE = st.sampled_from(("succeeded", "succeeded", "succeeded", "pending", "failed", "failed for now"))


@dataclass(frozen=True)
class Told:
    """An event that Stripe has not delivered yet."""

    kind: str
    about: dict[str, Any]


class Money(Machine):
    """Buyers of one sequence, what they ordered, and what is on its way between Stripe and us."""

    def __init__(self, portal: BlockingPortal, shop: StripeShop, number: int) -> None:
        super().__init__(portal, number)
        self.shop, self.market, self.fake = shop, shop.market, shop.fake
        self.orders: dict[str, str] = {}
        """Who made each, by number."""
        self.pages: set[str] = set()
        """Those whose address somebody has: where an answer was lost, nobody has it."""
        self.on_their_way: list[Told] = []
        self.week = rules.weeks_ahead(self.market.world.clock())[-1]
        self.drafts: dict[str, int] = {}
        """A listing of each of the cast, all of whom want the last place of the week."""
        self.do(self._prepare())
        for name in CAST:
            self.order(name, "launch")

    async def _prepare(self) -> None:
        accounts = self.market.accounts
        new = [
            *(listing(f"{name}-{self.number}", status="draft", live_at=None, members={accounts[name]: "owner"})
              for name in CAST),
            listing(f"live-{self.number}", status="live", plan="paid", members={accounts["alice"]: "owner"}),
        ]  # fmt: skip
        async with self.market.world.door.database.transaction() as db:
            ids = await catalog.add_listings(db, new)
            self.drafts, self.live = dict(zip(CAST, ids, strict=False)), ids[-1]
            ((taken,),) = await db.all("select count(*) from launch where week = %s", (self.week,))
            others = [
                listing(
                    f"taken-{self.number}-{n}", status="scheduled", plan="paid", live_at=None, launch_week=self.week
                )
                for n in range(rules.PLACES_A_WEEK - 1 - taken)
            ]
            await launches.add_launches(db, [(it, self.week) for it in await catalog.add_listings(db, others)])

    @contextmanager
    def with_luck(self, luck: Luck) -> Generator[None]:
        """What may go wrong during a step; what is refused is said plainly, and anything else ends the test."""
        places = {"lost page": "/sessions", "lost refund": "/refunds", "lost closing": "/expire"}
        self.fake.lose, self.fake.lose_at = (3, places[luck]) if luck in places else (0, "")
        self.fake.broken = luck == "down"
        try:
            with suppress(*EXPECTED):
                yield
        finally:
            self.fake.lose, self.fake.broken = 0, False

    def later(self, kind: str, about: dict[str, Any]) -> None:
        self.on_their_way.append(Told(kind, deepcopy(about)))

    def some_order(self, which: int) -> str:
        """One of the last orders: the others have mostly come to their end."""
        numbers = list(self.orders)[-6:]
        return numbers[which % len(numbers)]

    def open_pages(self) -> list[str]:
        return [page for page in self.fake.open_sessions() if page in self.pages]

    def charges(self) -> list[str]:
        """The payment intents of this sequence's orders."""
        return [it for it, charge in self.fake.charges.items() if charge["metadata"]["order"] in self.orders]

    def slow_payments(self) -> list[str]:
        return [it.removeprefix("pi_") for it, state in self.fake.slow.items() if state == "processing"]

    def pending_refunds(self) -> list[str]:
        return [number for number, refund in self.fake.refunds.items() if refund["status"] == "pending"]

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

    @precondition(lambda self: self.orders)
    @rule(which=ANY, country=st.sampled_from(("AT", "AT", "HU", "US")), luck=LUCK, pay=st.booleans())
    def open_page(self, which: int, country: str, luck: Luck, pay: bool) -> None:
        with self.with_luck(luck):
            page = self.do(self._open(self.some_order(which), country))
            self.pages.add(page)
            if pay and page in self.open_pages():
                self.later("checkout.session.completed", self.fake.pay(page))

    async def _open(self, number: str, country: str = "AT") -> str:
        order = await self.market.get(number, by=self.orders[number])
        return (await self.market.open_page(order, country=country)).rpartition("/")[2]

    @precondition(lambda self: self.orders)
    @rule(hours=st.sampled_from((0, 2)))
    def race(self, hours: int) -> None:
        """Everybody goes to their payment page at once, and all who get there pay; events come now or hours later."""

        async def go() -> list[str | BaseException]:
            return await asyncio.gather(*(self._open(number) for number in self.orders), return_exceptions=True)

        for page in self.do(go()):
            if isinstance(page, str):
                self.pages.add(page)
            else:
                assert isinstance(page, EXPECTED), page
        for page in self.open_pages():
            self.later("checkout.session.completed", self.fake.pay(page))
        self.market.world.clock.move(hours=hours)

    @precondition(lambda self: self.open_pages())
    @rule(which=ANY, slow=st.booleans())
    def pay(self, which: int, slow: bool) -> None:
        pages = self.open_pages()
        do = self.fake.begin_slow_payment if slow else self.fake.pay
        self.later("checkout.session.completed", do(pages[which % len(pages)]))

    @precondition(lambda self: self.slow_payments())
    @rule(which=ANY, paid=st.booleans())
    def end_slow_payment(self, which: int, paid: bool) -> None:
        pages = self.slow_payments()
        session = self.fake.end_slow_payment(pages[which % len(pages)], paid=paid)
        self.later("checkout.session.async_payment_" + ("succeeded" if paid else "failed"), session)

    @precondition(lambda self: self.orders)
    @rule(which=ANY)
    def cancel(self, which: int) -> None:
        number = self.some_order(which)
        asked = CancelOrder(number=number)
        with suppress(*EXPECTED):
            self.do(self.market.world.door.call(cancel_order, self.market.person(self.orders[number]), asked))

    @rule(hours=st.sampled_from((1, 2, 26, 90)))
    def wait(self, hours: int) -> None:
        self.market.world.clock.move(hours=hours)
        self.do(expire_old_orders.work(self.shop.run()))
        self.do(self.shop.run_daily())

    @precondition(lambda self: self.orders)
    @rule(
        which=ANY,
        amount=st.sampled_from((None, 100, 1500)),
        positions=st.sampled_from(((), (0,), (1,))),
        fate=FATE,
        luck=LUCK,
    )
    def refund(self, which: int, amount: int | None, positions: tuple[int, ...], fate: str, luck: Luck) -> None:
        self._refunds_become(fate)
        with self.with_luck(luck):
            chosen: dict[str, Any] = {"amount_cents": amount, "positions": positions}
            self.do(self.market.refund(self.some_order(which), **chosen))

    def _refunds_become(self, fate: str) -> None:
        self.fake.refunds_are = "failed" if fate.startswith("failed") else fate  # pyright: ignore[reportAttributeAccessIssue]
        self.fake.refunds_fail_for = "insufficient_funds" if fate == "failed for now" else "lost_or_stolen_card"

    @precondition(lambda self: self.charges())
    @rule(which=ANY, part=st.booleans())
    def refund_at_stripe(self, which: int, part: bool) -> None:
        intent = self.charges()[which % len(self.charges())]
        left = self.fake.charges[intent]["amount"] - self.fake.charges[intent]["amount_refunded"]
        if left:
            self._refund_at_stripe(intent, min(left, 500) if part else left)

    def _refund_at_stripe(self, intent: str, amount: int | None) -> None:
        before, self.fake.refunds_are = self.fake.refunds_are, "succeeded"
        self.later("refund.created", self.fake.refund_in_dashboard(intent, amount))
        self.fake.refunds_are = before
        self.later("charge.refunded", self.fake.charges[intent])

    @precondition(lambda self: self.pending_refunds())
    @rule(which=ANY, state=st.sampled_from(("succeeded", "succeeded", "failed")))
    def end_refund(self, which: int, state: Any) -> None:
        numbers = self.pending_refunds()
        refund = self.fake.end_refund(numbers[which % len(numbers)], state)
        self.later("refund.updated" if state == "succeeded" else "refund.failed", refund)

    @precondition(lambda self: self.charges())
    @rule(which=ANY, state=st.sampled_from(("won", "lost")))
    def dispute(self, which: int, state: str) -> None:
        dispute = self.fake.dispute(self.charges()[which % len(self.charges())])
        self.later("charge.dispute.created", dispute)
        dispute["status"] = state
        self.later("charge.dispute.closed", dispute)

    @precondition(lambda self: self.on_their_way)
    @rule(which=ANY, times=st.sampled_from((1, 1, 2)), again=st.booleans())
    def deliver(self, which: int, times: int, again: bool) -> None:
        """Any of the events on their way, perhaps twice, or once more later."""
        at = which % len(self.on_their_way)
        told = self.on_their_way[at] if again else self.on_their_way.pop(at)
        for _ in range(times):
            self.do(self.shop.tell(told.kind, told.about))

    @precondition(lambda self: self.on_their_way)
    @rule(which=ANY)
    def lose_event(self, which: int) -> None:
        self.on_their_way.pop(which % len(self.on_their_way))

    @rule(luck=LUCK, fate=FATE, ask=st.booleans())
    def work(self, luck: Luck, fate: str, ask: bool) -> None:
        """Jobs run: those that wait, and perhaps those that come with the clock."""
        self._refunds_become(fate)
        with self.with_luck(luck):
            self.do(self.shop.look_again() if ask else self.shop.work())

    @rule(who=st.sampled_from(CAST), member=st.booleans())
    def change_access(self, who: str, member: bool) -> None:
        async def change() -> None:
            key = (self.drafts[who], self.market.accounts[who])
            async with self.market.world.door.database.transaction() as db:
                await db.execute("delete from listing_member where listing_id = %s and account_id = %s", key)
                if member:
                    await db.execute("insert into listing_member values (%s, %s, 'owner', now())", key)

        self.do(change())

    def ask(self, query: str, *values: Any) -> Any:
        ((found,),) = self.do(self.market.ask(query, *values))
        return found

    async def _read(self, query: Any, values: dict[str, Any]) -> list[Any]:
        async with self.market.world.door.database.reading() as db:
            return await db.all(query, values)

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
        ((contributed, paid_for, launched, ordered),) = self.do(self._read(GIVEN, values))
        assert (contributed, launched) == (paid_for, ordered)

    def teardown(self) -> None:
        """Let everything come to its end, and count the money."""
        self.do(self._finish())
        for number, who in self.orders.items():
            order = self.do(self.market.get(number, by=who))
            owed = order["total_cents"] - order["refunded_cents"] if order["status"] in ("paid", "refunded") else 0
            assert (number, order["status"], self.shop.kept(number)) == (number, order["status"], owed)
            assert (order["status"] == "refunded") <= (owed == 0)
        self.weeks_are_never_overfull()
        self.goods_are_given_once()
        numbers = list(self.orders)
        unfinished, unfit, disputes = self.do(self._read(END, {"numbers": numbers}))[0]
        assert (unfinished, unfit) == (0, 0)
        disputed = [it for it in self.fake.disputes.values() if it["payment_intent"] in self.charges()]
        assert disputes == len(disputed)

    async def _finish(self) -> None:
        for page in self.slow_payments():
            self.fake.end_slow_payment(page, paid=True)
        for number in self.pending_refunds():
            self.fake.end_refund(number, "succeeded")
        self.fake.refunds_are = "succeeded"
        await self._settle()
        staff = self.market.staff()
        found = await self.market.world.door.call(list_payment_problems, staff, ListPaymentProblems())
        assert found.items == []
        intents = await self.market.ask(
            "select distinct intent from refund join payment on payment.id = payment_id where refund.id = any(%s)"
            " and surplus",
            [failed.id for failed in found.failed_refunds],
        )
        for (intent,) in intents:  # as staff are told to
            self._refund_at_stripe(intent, None)
        await self._settle()

    async def _settle(self) -> None:
        """All that is still on its way arrives, and what was lost is made up for."""
        for told in self.on_their_way:
            await self.shop.tell(told.kind, told.about)
        self.on_their_way = []
        for _ in range(2):
            await self.shop.look_again()
            await self.shop.check()


def test_stripe_has_what_paid_orders_cost_and_goods_are_given_once(database_url: str) -> None:
    with opened(stripe_market(database_url)) as (portal, shop):
        play(lambda number: Money(portal, shop, number), examples=EXAMPLES, steps=STEPS, shrink=False)
        assert shop.fake.charges
