"""A market whose orders are paid at the stand-in for Stripe with the real library; jobs run when asked to."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from showground.core.jobs.declare import JobRun
from showground.orders.errors import PaymentUnavailable
from showground.orders.jobs import (
    MAX_CHECKED,
    check_paid_payments,
    close_payment,
    follow_refunds,
    fulfil_order,
    give_money_back,
    look_up_refunds,
    reconcile_payments,
)
from showground.orders.providers.interface import ProviderDown
from tests.support.shop_world import Market, MarketTemplate, open_market
from tests.support.stripe import WEBHOOK_SECRET, FakeStripe, running_stripe, sign
from tests.support.world import CAST, running_world

JOBS = {job.name: job for job in (close_payment, give_money_back, look_up_refunds, fulfil_order)}
STRIPE: dict[str, Any] = {"stripe_key": "sk_test_1", "stripe_webhook_secret": WEBHOOK_SECRET}


@dataclass
class StripeShop:
    """Orders of the market, and what Stripe has in its books of them."""

    market: Market
    fake: FakeStripe
    told: int = 0

    async def deliver(self, body: bytes, headers: dict[str, str] | None = None) -> int:
        sent = headers if headers is not None else sign(body)
        return (await self.market.world.client.post("/payments/stripe", content=body, headers=sent)).status_code

    async def tell(self, kind: str, about: dict[str, Any], times: int = 1) -> None:
        """Deliver an event so many times, which is always taken."""
        self.told += 1
        event = self.fake.event(kind, about, f"evt_{self.told}")
        for _ in range(times):
            assert await self.deliver(event) == 200

    async def open(self, *items: dict[str, Any], **billing: str) -> tuple[str, str]:
        """A new order whose page is open: its number, and the page's."""
        order = await self.market.order(*(items or [self.market.item("launch")]))
        return order["number"], await self.reopen(order["number"], **billing)

    async def reopen(self, number: str, **billing: str) -> str:
        """Go to the payment page of an order, perhaps with other billing details."""
        url = await self.market.open_page(await self.market.get(number), **billing)
        return url.rpartition("/")[2]

    async def pay(self, page: str, card_country: str = "AT") -> None:
        await self.tell("checkout.session.completed", self.fake.pay(page, card_country))

    async def buy(self, *items: dict[str, Any]) -> str:
        """A paid order; its number."""
        number, page = await self.open(*items)
        await self.pay(page)
        await self.work()
        return number

    def run(self) -> JobRun:
        return JobRun(self.market.world.dispatcher, self.market.world.caller())

    async def work(self) -> None:
        """Run the jobs that wait; one that Stripe does not answer waits on."""
        for number, name, args in await self.market.ask(
            "select id, task_name, args from procrastinate_jobs where status = 'todo' and task_name = any(%s)"
            " order by id",
            list(JOBS),
        ):
            try:
                await JOBS[name].work(self.run(), **args)
            except (PaymentUnavailable, ProviderDown):
                continue
            async with self.market.world.dispatcher.database.transaction() as db:
                await db.execute("delete from procrastinate_jobs where id = %s", (number,))

    async def look_again(self) -> None:
        """What the clock brings: ask about payments and refunds of which nothing was told."""
        self.market.world.clock.move(minutes=5)
        await self.work()
        await reconcile_payments.work(self.run())
        await follow_refunds.work(self.run())
        await self.work()

    async def check(self) -> None:
        """What the clock brings every day: ask about refunds and disputes of what was paid."""
        self.market.world.clock.move(days=1, minutes=1)
        await self.run_daily()

    async def run_daily(self) -> None:
        """A day's runs of the job, each of which asks about some of the payments, until none is left."""
        ((paid,),) = await self.market.ask("select count(*) from payment where state in ('paid', 'refunded')")
        for _ in range(paid // MAX_CHECKED + 1):
            await check_paid_payments.work(self.run())
            await self.work()

    async def status(self, number: str) -> str:
        return (await self.market.get(number))["status"]

    async def refunds(self) -> list[Any]:
        return await self.market.ask("select amount_cents, reason, state, reference from refund order by id")

    async def mails(self, template: str) -> list[tuple[str, str]]:
        rows = await self.market.ask(
            "select recipient, body_text from outbox where template = %s order by id", template
        )
        return [(recipient, " ".join(text.split())) for recipient, text in rows]

    async def receipt(self, number: str) -> str:
        """The order's page, as the buyer reads it."""
        url = self.market.shop.receipt_url(self.market.world.dispatcher.site, number)
        page = await self.market.world.client.get(url.removeprefix("http://localhost:8000"))
        assert page.status_code == 200
        return page.text

    def kept(self, number: str) -> int:
        """What Stripe has of an order's money, after refunds."""
        mine = [charge for charge in self.fake.charges.values() if charge["metadata"]["order"] == number]
        return sum(charge["amount"] - charge["amount_refunded"] for charge in mine)


@asynccontextmanager
async def stripe_market(
    database_url: str, filled: MarketTemplate | None = None, /, **settings: Any
) -> AsyncGenerator[StripeShop]:
    """`filled`: the template that the database is a copy of, else it is empty."""
    async with running_stripe() as fake:
        chosen: dict[str, Any] = {"payments": "stripe", **STRIPE, "stripe_url": fake.url, **settings}
        async with running_world(database_url, **chosen) as world:
            fake.clock = lambda: world.clock().timestamp()
            if filled is None:
                for name in CAST:
                    await world.add_person(name)
                market = await open_market(world)
            else:
                market = filled.find(world)
            await market.do("update product set on_sale = true")  # with a live key, nothing is sold before
            yield StripeShop(market, fake)
