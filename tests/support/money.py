"""What the machine of `orders/test_money.py` knows of one sequence, and how it reaches the shop and Stripe."""

from collections.abc import Generator
from contextlib import contextmanager, suppress
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

from anyio.from_thread import BlockingPortal

from showground import launches
from showground.core.calls.errors import InvalidInput
from showground.core.calls.models import NoInput
from showground.listings import new_listings
from showground.orders import rules
from showground.orders.actions.payment_events import list_payment_problems
from showground.orders.errors import (
    NoLongerOnOffer,
    NotRefundable,
    OrderClosed,
    PaymentProcessing,
    PaymentUnavailable,
    WeekFull,
)
from showground.orders.queries.refunds import FailedRefund
from tests.fuzz.sequences import Machine
from tests.support.listings import listing
from tests.support.stripe_shop import StripeShop
from tests.support.world import CAST

EXPECTED = (
    PaymentUnavailable,
    PaymentProcessing,
    OrderClosed,
    NotRefundable,
    InvalidInput,
    NoLongerOnOffer,
    WeekFull,
)


@dataclass(frozen=True)
class Told:
    """An event that Stripe has not delivered yet."""

    kind: str
    about: dict[str, Any]


class MoneyState(Machine):
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

    async def _prepare(self) -> None:
        accounts = self.market.accounts
        new = [
            *(listing(f"{name}-{self.number}", status="draft", live_at=None, members={accounts[name]: "owner"})
              for name in CAST),
            listing(f"live-{self.number}", status="live", plan="paid", members={accounts["alice"]: "owner"}),
        ]  # fmt: skip
        async with self.market.world.dispatcher.database.transaction() as db:
            ids = await new_listings.add_listings(db, new)
            self.drafts, self.live = dict(zip(map(str, CAST), ids, strict=False)), ids[-1]
            await db.execute("delete from launch where week = %s", (self.week,))  # of the sequence before
            others = [
                listing(
                    f"taken-{self.number}-{n}", status="scheduled", plan="paid", live_at=None, launch_week=self.week
                )
                for n in range(rules.PLACES_A_WEEK - 1)
            ]
            await launches.add_launches(db, [(it, self.week) for it in await new_listings.add_listings(db, others)])

    @contextmanager
    def with_luck(self, luck: str) -> Generator[None]:
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
        pages = [it.removeprefix("pi_") for it, state in self.fake.slow.items() if state == "processing"]
        return [page for page in pages if page in self.pages]

    def pending_refunds(self) -> list[str]:
        mine, refunds = self.charges(), self.fake.refunds.items()
        return [number for number, it in refunds if it["status"] == "pending" and it["payment_intent"] in mine]

    def done_refunds(self) -> list[str]:
        mine, refunds = self.charges(), self.fake.refunds.items()
        return [number for number, it in refunds if it["status"] == "succeeded" and it["payment_intent"] in mine]

    async def open_as_buyer(self, number: str, country: str = "AT") -> str:
        order = await self.market.get(number, by=self.orders[number])
        return (await self.market.open_page(order, country=country)).rpartition("/")[2]

    def refunds_become(self, fate: str) -> None:
        self.fake.refunds_are = "failed" if fate.startswith("failed") else fate  # pyright: ignore[reportAttributeAccessIssue]
        self.fake.refunds_fail_for = "insufficient_funds" if fate == "failed for now" else "lost_or_stolen_card"

    def refund_in_dashboard(self, intent: str, amount: int | None) -> None:
        before, self.fake.refunds_are = self.fake.refunds_are, "succeeded"
        self.later("refund.created", self.fake.refund_in_dashboard(intent, amount))
        self.fake.refunds_are = before
        self.later("charge.refunded", self.fake.charges[intent])

    def ask(self, query: str, *values: Any) -> Any:
        ((found,),) = self.do(self.market.ask(query, *values))
        return found

    async def read(self, query: Any, values: dict[str, Any]) -> list[Any]:
        async with self.market.world.dispatcher.database.reading() as db:
            return await db.all(query, values)

    async def finish(self) -> None:
        """Let everything come to its end: slow payments succeed, and staff see to what has failed."""
        for page in self.slow_payments():
            self.fake.end_slow_payment(page, paid=True)
        for number in self.pending_refunds():
            self.fake.end_refund(number, "succeeded")
        self.fake.refunds_are = "succeeded"
        await self._settle()
        staff = self.market.staff()
        found = await self.market.world.dispatcher.call(list_payment_problems, staff, NoInput())
        assert found.items == []
        intents = await self.market.ask(
            "select distinct intent from refund join payment on payment.id = payment_id where refund.id = any(%s)"
            " and surplus",
            [failed.id for failed in found.failed_refunds],
        )
        for (intent,) in intents:  # as staff are told to
            self.refund_in_dashboard(intent, None)
        for failed in found.failed_refunds:
            if failed.number in self.orders and not failed.surplus:
                await self._refund_again(failed)
        await self._settle()

    async def _refund_again(self, failed: FailedRefund) -> None:
        """As staff are told to: the same amount, or all that is left if that is less."""
        with suppress(NotRefundable):
            try:
                await self.market.refund(failed.number, amount_cents=failed.amount_cents)
            except InvalidInput:
                await self.market.refund(failed.number)

    async def _settle(self) -> None:
        """All that is still on its way arrives, and what was lost is made up for."""
        for told in self.on_their_way:
            await self.shop.tell(told.kind, told.about)
        self.on_their_way = []
        for _ in range(2):
            await self.shop.look_again()
            await self.shop.check()
