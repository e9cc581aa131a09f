"""Orders per second through each of their steps, several at once: quoted, built, paid, fulfilled."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from bench.comparing import keep
from bench.options import Options, run
from bench.scratch import busy, scratch_door
from showground import accounts, orders
from showground.accounts import SCOPES
from showground.categories import category_tree
from showground.core.calls.context import Access, Caller
from showground.core.calls.declare import STAFF
from showground.core.calls.dispatch import Dispatcher
from showground.listings import new_listings
from showground.orders.actions.billing import EnterBilling, enter_billing
from showground.orders.actions.payment_pages import OpenPayment, ReservePayment, open_payment, reserve_payment
from showground.orders.actions.sandbox_payments import DecideSandboxPayment, decide_sandbox_payment
from showground.orders.actions.staff_orders import Fulfil, fulfil
from showground.orders.models import Order
from showground.orders.operations.checkout_order import checkout_order
from showground.orders.operations.quote_order import quote_order
from showground.orders.sandbox_payment import STAND_IN

ORDERS, AT_ONCE = 150, 8
T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True)
class Step:
    orders: int
    seconds: float
    cpu: float  # seconds, with PostgreSQL's

    @property
    def rate(self) -> float:
        return self.orders / self.seconds


def main(options: Options) -> None:  # noqa: ARG001 - it makes its own listings
    found = asyncio.run(_measure())
    print(f"\n{f'{ORDERS} orders of a launch, {AT_ONCE} at once':44}{'per second':>12}{'CPU ms':>9}")
    for name, step in found.items():
        print(f"  {name:42}{step.rate:>12,.0f}{step.cpu * 1000 / step.orders:>9.1f}")
    keep("orders", found)


async def _measure() -> dict[str, Step]:
    found: dict[str, Step] = {}
    async with scratch_door() as dispatcher:
        owner, listings = await _fill(dispatcher)
        caller = Caller(dispatcher.clock(), "rest", Access(owner, "api_key", frozenset(SCOPES)), "192.0.2.1")
        staff = Caller(dispatcher.clock(), "job", Access(owner, "session", frozenset({STAFF})), "192.0.2.1")
        bodies: list[dict[str, Any]] = [{"items": [{"product": "launch", "listing_id": n}]} for n in listings]

        async def quote(body: dict[str, Any]) -> object:
            return await dispatcher.call(quote_order, caller, quote_order.parse(body))

        async def build(body: dict[str, Any]) -> Order:
            return await dispatcher.call(checkout_order, caller, checkout_order.parse(body))

        async def pay(order: Order) -> None:
            token = order.checkout_url.rpartition("/")[2]
            await dispatcher.call(enter_billing, caller, EnterBilling(token=token, given=STAND_IN))
            await dispatcher.call(reserve_payment, caller, ReservePayment(token=token))
            opened = await dispatcher.call(open_payment, caller, OpenPayment(token=token))
            assert opened.url is not None
            decided = DecideSandboxPayment(reference=opened.url.rpartition("/")[2], outcome="paid")
            await dispatcher.call(decide_sandbox_payment, caller, decided)

        async def do(number: int) -> None:
            assert (await dispatcher.call(fulfil, staff, Fulfil(order=number))).complete

        found["quote_order"], _ = await _take(dispatcher, bodies, quote)
        found["checkout_order"], built = await _take(dispatcher, bodies, build)
        found["billing, payment page, payment"], _ = await _take(dispatcher, built, pay)
        async with dispatcher.database.reading() as db:
            paid = [number for (number,) in await db.all("select id from purchase where status = 'paid' order by id")]
        found["fulfilment"], _ = await _take(dispatcher, paid, do)
        async with dispatcher.database.reading() as db:
            row = await db.one("select count(*) from public_profile")
        if len(paid) != ORDERS or row != (ORDERS,):
            raise RuntimeError(f"Of {ORDERS} orders {len(paid)} are paid, and {row} listings are public.")
    return found


async def _take(dispatcher: Dispatcher, things: Sequence[T], work: Callable[[T], Awaitable[R]]) -> tuple[Step, list[R]]:
    waiting, done = iter(things), list[R]()

    async def lane() -> None:
        for thing in waiting:
            done.append(await work(thing))

    begun, worked = time.perf_counter(), await busy(dispatcher)
    async with asyncio.TaskGroup() as group:
        for _ in range(AT_ONCE):
            group.create_task(lane())
    seconds, worked = time.perf_counter() - begun, await busy(dispatcher) - worked
    return Step(len(things), seconds, worked), done


async def _fill(dispatcher: Dispatcher) -> tuple[int, list[int]]:
    now = dispatcher.clock()
    async with dispatcher.database.transaction() as db:
        await category_tree.add_shipped_categories(db)
        await orders.add_shipped_products(db)
        owner = await accounts.add_account(db, "owner@bench.example", "Owner", role=None, demo=False, at=now)
        assert owner is not None
        new = [
            new_listings.NewListing(
                slug=f"bench-{n}", name=f"Bench {n}", website=f"https://bench-{n}.example/", status="draft",
                created_at=now, updated_at=now, tagline="Backups for small databases",
                description="Copies your database every night.", categories=["databases"], members={owner: "owner"},
            )
            for n in range(ORDERS)
        ]  # fmt: skip
        return owner, await new_listings.add_listings(db, new)


if __name__ == "__main__":
    run(main, __doc__)
