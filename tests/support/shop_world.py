"""A world with products and listings of Alice's, Bob's part in them, and orders of theirs."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from psycopg.conninfo import conninfo_to_dict

from showground import launches
from showground.categories import category_tree
from showground.core.calls.context import Access, Caller
from showground.core.calls.declare import MODERATOR, PERSON, STAFF
from showground.core.calls.models import NoInput
from showground.listings import new_listings, status
from showground.orders.actions.billing import EnterBilling, enter_billing
from showground.orders.actions.payment_pages import OpenPayment, ReservePayment, open_payment, reserve_payment
from showground.orders.actions.products import load_products
from showground.orders.actions.refunds import RefundOrder, refund_order
from showground.orders.actions.send_refund import SendRefund, send_refund
from showground.orders.errors import PaymentUnavailable
from showground.orders.sandbox_payment import pay
from showground.orders.seller import Shop
from tests.support.copies import Template
from tests.support.listings import listing
from tests.support.world import ALL_SCOPES, World, running_world

MONDAY = date(2026, 3, 9)  # of the week in which the tests' clock stands
WEEKS = [MONDAY + timedelta(weeks=n) for n in range(1, 13)]
NEXT = WEEKS[0].isoformat()
BILLING = {
    "kind": "person",
    "name": "Edda Falk",
    "email": "edda@buyer.example",
    "address": "Hafenstraße 9",
    "city": "4020 Linz",
    "country": "AT",
    "consent": "yes",
}


@dataclass
class Market:
    """Alice owns all of them, Bob is a co-founder of `waiting`, Charlie has nothing."""

    world: World
    ids: dict[str, int]
    accounts: dict[str, int]

    @property
    def shop(self) -> Shop:
        return self.world.dispatcher.services[Shop]

    async def post(self, path: str, items: list[dict[str, Any]], *, by: str = "alice", **more: Any) -> Any:
        headers = more.pop("headers", None)
        return await self.world.request("POST", path, by=by, json={"items": items, **more}, headers=headers)

    async def order(self, *items: dict[str, Any], by: str = "alice", **more: Any) -> dict[str, Any]:
        answer = await self.post("/orders/checkout", list(items), by=by, **more)
        assert answer.status_code == 201, answer.text
        return answer.json()

    def item(self, product: str, slug: str = "draft", **more: Any) -> dict[str, Any]:
        return {"product": product, "listing_id": self.ids[slug], **more}

    async def get(self, number: str, by: str = "alice") -> dict[str, Any]:
        answer = await self.world.get(f"/orders/{number}", by=by)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def token(self, order: dict[str, Any]) -> str:
        return order["checkout_url"].rpartition("/")[2]

    async def open_page(self, order: dict[str, Any], **billing: str) -> str:
        """Enter billing details and open the provider's page; its address."""
        dispatcher, caller, token = self.world.dispatcher, self.world.caller(), self.token(order)
        await dispatcher.call(enter_billing, caller, EnterBilling(token=token, given={**BILLING, **billing}))
        await dispatcher.call(reserve_payment, caller, ReservePayment(token=token))
        opened = await dispatcher.call(open_payment, caller, OpenPayment(token=token))
        if opened.failed:
            raise PaymentUnavailable
        assert opened.url is not None, opened.refused
        return opened.url

    async def pay(self, number: str, **billing: str) -> dict[str, Any]:
        """Pay in the sandbox and have it fulfilled, as the command does."""
        token = self.token(await self.get(number))
        dispatcher, caller = self.world.dispatcher, self.world.caller()
        await dispatcher.call(enter_billing, caller, EnterBilling(token=token, given={**BILLING, **billing}))
        await pay(dispatcher, caller, number)
        return await self.get(number)

    async def refund(self, number: str, **chosen: Any) -> str | None:
        """Refund an order as staff do, and send it to the provider; where the refund stands then."""
        dispatcher, staff = self.world.dispatcher, self.staff()
        requested = await dispatcher.call(refund_order, staff, RefundOrder(number=number, **chosen))
        if requested.refund is None:
            return None
        return (await dispatcher.call(send_refund, staff, SendRefund(refund=requested.refund))).state

    async def standing(self, slug: str) -> status.ListingState:
        async with self.world.dispatcher.database.transaction() as db:
            found = await status.find_state(db, self.ids[slug])
        assert found is not None
        return found

    def staff(self) -> Caller:
        access = Access(self.accounts["charlie"], "session", frozenset({PERSON, MODERATOR, STAFF}))
        return Caller(self.world.clock(), "web", access)

    def person(self, name: str) -> Caller:
        """One of the cast, signed in on the website just now."""
        access = Access(self.accounts[name], "session", frozenset({*ALL_SCOPES, PERSON}), recent=True)
        return Caller(self.world.clock(), "web", access)

    async def do(self, query: Any, *values: Any) -> None:
        async with self.world.dispatcher.database.transaction() as db:
            await db.execute(query, values)

    async def ask(self, query: Any, *values: Any) -> list[Any]:
        async with self.world.dispatcher.database.reading() as db:
            return await db.all(query, values)


@dataclass(frozen=True)
class MarketTemplate:
    """A database with a market, to copy, and what tests know of it."""

    template: Template
    ids: Mapping[str, int]
    accounts: Mapping[str, int]

    def find(self, world: World) -> Market:
        """The market of a world on a copy."""
        world.keys.update(self.template.keys)
        return Market(world, dict(self.ids), dict(self.accounts))


async def add_market(url: str, cast: Template) -> MarketTemplate:
    """Add a market to a copy of the template with the cast."""
    async with running_world(url) as world:
        world.keys.update(cast.keys)
        market = await open_market(world)
    return MarketTemplate(Template(str(conninfo_to_dict(url)["dbname"]), cast.keys), market.ids, market.accounts)


async def open_market(world: World) -> Market:
    await world.dispatcher.call(load_products, world.caller(), NoInput())
    accounts: dict[str, int] = {}
    for name in ("alice", "bob", "charlie"):
        accounts[name] = (await world.get("/me", by=name)).json()["account"]["id"]
    owner, both = {accounts["alice"]: "owner"}, {accounts["alice"]: "owner", accounts["bob"]: "cofounder"}
    week, later = MONDAY, WEEKS[6]
    new = [
        listing("draft", status="draft", live_at=None, categories=["databases"], members=owner),
        listing("second", status="draft", live_at=None, categories=["databases"], members=owner),
        listing(
            "waiting", status="awaiting_badge", plan="free", live_at=None, launch_week=later, categories=["ai"],
            members=both,
        ),
        listing("queued", status="scheduled", plan="free", live_at=None, launch_week=later, members=owner),
        listing("free", status="live", plan="free", launch_week=week, categories=["ai"], members=owner),
        listing("paid", status="live", plan="paid", launch_week=week, categories=["ai"], members=owner),
        listing("suspended", status="suspended", plan="paid", members=owner),
        listing("foreign", status="live", plan="free", members={accounts["charlie"]: "owner"}),
    ]  # fmt: skip
    async with world.dispatcher.database.transaction() as db:
        await category_tree.add_shipped_categories(db)
        ids = await new_listings.add_listings(db, new)
        named = dict(zip((n.slug for n in new), ids, strict=True))
        await launches.add_launches(db, [(named["queued"], later), (named["free"], week), (named["paid"], week)])
    return Market(world, named, accounts)
