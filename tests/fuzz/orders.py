"""Orders in any order of events: states move as they may, prices stay, and what was paid for is done once."""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from anyio.from_thread import BlockingPortal
from hypothesis import strategies as st
from hypothesis.stateful import invariant, precondition, rule

from showground.core.jobs.declare import JobRun
from showground.orders.actions.products import WriteProduct, write_product
from showground.orders.actions.staff_orders import Fulfil, fulfil
from showground.orders.errors import OrderClosed
from showground.orders.jobs import expire_old_orders
from showground.orders.operations.cancel_order import CancelOrder, cancel_order
from showground.orders.providers import signing
from showground.orders.providers.sandbox import Sandbox
from tests.fuzz.sequences import Machine
from tests.support import listings
from tests.support.shop_world import MONDAY, Market, open_market
from tests.support.world import CAST, running_world

PRICES = {"launch": 4_900, "ai_review": 1_900, "billboard_min": 10_000}
PRODUCTS = tuple(PRICES)
VAT = 20  # percent, in Austria
ANY = st.integers(0, 3)  # one of the orders that there are


@dataclass
class Ordered:
    """What must be true of one order."""

    number: str
    product: str
    net_cents: int
    status: str = "pending"
    event: dict[str, Any] | None = None  # what the provider says of its payment
    refund_waits: set[str] = field(default_factory=set[str])
    """Pages of which a refund was told before their payment."""  # a refund was told before the payment
    was_paid: bool = False
    fulfilled: bool = False


class Orders(Machine):
    """Two listings of Alice's, and what she orders for them."""

    def __init__(self, portal: BlockingPortal, market: Market, number: int) -> None:
        super().__init__(portal, number)
        self.market = market
        owner = {market.accounts["alice"]: "owner"}
        new = listings.listing(f"new-{number}", status="draft", live_at=None, categories=["databases"], members=owner)
        live = listings.listing(f"live-{number}", status="live", plan="paid", launch_week=MONDAY, members=owner)
        self.new, self.live = self.do(listings.add(market.world, new, live))
        self.orders: list[Ordered] = []
        for product, cents in PRICES.items():  # whatever an earlier sequence left: a repeated one must go the same way
            self.set_price(product, cents)

    def item(self, product: str, amount: int) -> dict[str, Any]:
        if product == "billboard_min":
            return {"product": product, "listing_id": self.live, "amount_cents": amount}
        return {"product": product, "listing_id": self.new}

    @rule(product=st.sampled_from(PRODUCTS), amount=st.integers(100_000, 200_000))
    def order(self, product: str, amount: int) -> None:
        item = self.item(product, amount)
        quoted = self.do(self.market.post("/orders/quote", [item]))
        made = self.do(self.market.post("/orders/checkout", [item]))
        if quoted.status_code == 400:  # such as a launch of what was launched
            assert (made.status_code, made.json()["errors"]) == (400, quoted.json()["errors"])
            return
        assert made.status_code == 201, made.text
        order = made.json()
        assert (order["status"], order["net_cents"]) == ("pending", quoted.json()["net_cents"])
        if product == "billboard_min":
            assert order["net_cents"] == amount
        self.orders.append(Ordered(order["number"], product, order["net_cents"]))

    @rule(product=st.sampled_from(PRODUCTS), cents=st.sampled_from((0, 1, 999, 4_900, 100_000)))
    def change_price(self, product: str, cents: int) -> None:
        self.set_price(product, cents)

    def set_price(self, product: str, cents: int) -> None:
        asked = WriteProduct(code=product, price_cents=cents)
        self.do(self.market.world.dispatcher.call(write_product, self.market.staff(), asked))

    def some(self, which: int) -> Ordered:
        return self.orders[which % len(self.orders)]

    @precondition(lambda self: self.orders)
    @rule(which=ANY)
    def open_page(self, which: int) -> None:
        order, market = self.some(which), self.market
        told = self.do(market.get(order.number))
        if order.status != "pending":
            self.refused(market.open_page(told), OrderClosed)
            return
        reference = self.do(market.open_page(told)).rpartition("/")[2]
        if order.net_cents == 0:
            order.status, order.was_paid = "paid", True
            return
        rows = self.do(market.ask("select amount_cents from sandbox_payment where reference = %s", reference))
        assert rows == [(order.net_cents + _vat(order.net_cents),)]
        event = {"reference": reference, "number": order.number, "amount_cents": rows[0][0]}
        order.event = {**event, "currency": "USD"}

    @precondition(lambda self: self.orders)
    @rule(which=ANY, state=st.sampled_from(("paid", "refunded", "failed")), times=st.integers(1, 3))
    def tell(self, which: int, state: str, times: int) -> None:
        """An event of the provider, once or several times; so also before others, and late."""
        order = self.some(which)
        if order.event is None:
            return
        told = {**order.event, "state": state, "id": f"{state}-{order.event['reference']}"}
        for _ in range(times):
            assert self.do(self._post(told)) == 200
        if state == "refunded":
            if order.status == "pending":
                order.refund_waits.add(order.event["reference"])
            elif order.status == "paid":
                order.status = "refunded"
        elif state == "paid" and order.status == "pending":
            order.status, order.was_paid = (
                "refunded" if order.event["reference"] in order.refund_waits else "paid",
                True,
            )

    @precondition(lambda self: any(order.event for order in self.orders))
    @rule(which=ANY, wrong=st.sampled_from(({"amount_cents": 1}, {"currency": "EUR"})))
    def tell_what_does_not_fit(self, which: int, wrong: dict[str, Any]) -> None:
        order = self.some(which)
        if order.event is not None and order.status == "pending" and not wrong.items() <= order.event.items():
            mark = f"wrong-{order.event['reference']}-{wrong}"
            assert self.do(self._post({**order.event, **wrong, "state": "paid", "id": mark})) == 200
            order.event = None  # that page is used up, and its money goes back

    async def _post(self, told: dict[str, Any]) -> int:
        provider, clock = self.market.shop.provider, self.market.world.clock
        assert isinstance(provider, Sandbox)
        body = json.dumps(told).encode()
        headers = {"sandbox-signature": signing.sign(body, provider._signing_key, clock.now)}
        return (await self.market.world.client.post("/payments/sandbox", content=body, headers=headers)).status_code

    @precondition(lambda self: self.orders)
    @rule(which=ANY)
    def cancel(self, which: int) -> None:
        order = self.some(which)
        asked = self.market.world.dispatcher.call(
            cancel_order, self.market.person("alice"), CancelOrder(number=order.number)
        )
        if order.status == "pending":
            self.do(asked)
            order.status = "cancelled"
        else:
            self.refused(asked, OrderClosed)

    @rule()
    def let_a_week_pass(self) -> None:
        world = self.market.world
        world.clock.move(days=7, seconds=1)
        self.do(expire_old_orders.work(JobRun(world.dispatcher, world.caller())))
        for order in self.orders:
            order.status = "expired" if order.status == "pending" else order.status

    @precondition(lambda self: self.orders)
    @rule(which=ANY, times=st.integers(1, 2))
    def fulfil(self, which: int, times: int) -> None:
        order, world = self.some(which), self.market.world
        ((row,),) = self.do(self.market.ask("select id from purchase where number = %s", order.number))
        for _ in range(times):
            self.do(world.dispatcher.call(fulfil, world.caller(), Fulfil(order=row)))
        order.fulfilled |= order.status == "paid"

    @invariant()
    def everything_is_as_it_must_be(self) -> None:
        numbers = [order.number for order in self.orders]
        rows = self.do(
            self.market.ask(
                """
                select number, status, net_cents, (select sum(price_cents) from purchase_line where purchase_id = p.id),
                    (select count(*) from tax_document where purchase_id = p.id and kind = 'invoice')
                from purchase p where number = any(%s) order by p.id
                """,
                numbers,
            )
        )
        assert rows == [(o.number, o.status, o.net_cents, o.net_cents, int(o.was_paid)) for o in self.orders]
        done = [order for order in self.orders if order.fulfilled and order.status == "paid"]
        paid = [order.net_cents for order in done if order.product == "billboard_min"]
        found = self.do(
            self.market.ask("select amount_cents from billboard_contribution where listing_id = %s", self.live)
        )
        assert sorted(amount for (amount,) in found) == sorted(paid)
        ((launches, status),) = self.do(
            self.market.ask(
                "select (select count(*) from launch where listing_id = %s), status from listing where id = %s",
                self.new,
                self.new,
            )
        )
        launched = any(order.product == "launch" for order in done)
        assert (launches, status) == ((1, "live") if launched else (launches, "draft"))
        assert launches <= 1

    def teardown(self) -> None:
        for order in self.orders:
            told = self.do(self.market.get(order.number))
            assert (told["status"], told["net_cents"]) == (order.status, order.net_cents)
            if order.event:
                assert told["total_cents"] == told["net_cents"] + told["vat"]["cents"] == order.event["amount_cents"]


def _vat(net_cents: int) -> int:
    return (net_cents * VAT + 50) // 100


@asynccontextmanager
async def market_at(url: str) -> AsyncGenerator[Market]:
    async with running_world(url) as world:
        for name in CAST:
            await world.add_person(name)
        yield await open_market(world)
