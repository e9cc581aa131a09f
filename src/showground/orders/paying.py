"""Paying an order in the sandbox from beginning to end, as a person does on its pages."""

from showground.core.context import Caller
from showground.core.door import Door
from showground.orders import payments
from showground.orders.actions.decide_sandbox_payment import DecideSandboxPayment, decide_sandbox_payment
from showground.orders.actions.enter_billing import EnterBilling, enter_billing
from showground.orders.actions.fulfil import Fulfil, fulfil
from showground.orders.actions.open_payment import OpenPayment, open_payment
from showground.orders.actions.reserve_payment import ReservePayment, reserve_payment
from showground.orders.failures import NoSuchOrder, NotSandbox, OrderClosed
from showground.orders.providers.sandbox import Sandbox
from showground.orders.queries import orders
from showground.orders.queries.orders import Held
from showground.orders.shop import Shop

STAND_IN = {
    "kind": "person",
    "name": "Sandbox Buyer",
    "company": "Sandbox Buyer",
    "email": "buyer@sandbox.example",
    "address": "1 Test Street",
    "city": "Sandbox",
    "country": "US",
    "consent": "yes",
}


async def pay(door: Door, caller: Caller, number: str) -> bool:
    """Pay an order unless it is paid, and see it fulfilled; whether nothing is left for staff or for later."""
    shop = door.equipment[Shop]
    if not isinstance(shop.provider, Sandbox):
        raise NotSandbox
    order = await _find(door, number)
    if order.status != "paid":
        await _pay(door, caller, order, shop.token("checkout", number))
        order = await _find(door, number)
    if order.status != "paid":
        raise OrderClosed
    return (await door.call(fulfil, caller, Fulfil(order=order.id))).complete


async def _pay(door: Door, caller: Caller, order: Held, token: str) -> None:
    if order.billing is None:
        await door.call(enter_billing, caller, EnterBilling(token=token, given=_stand_in(order)))
    await door.call(reserve_payment, caller, ReservePayment(token=token))
    await door.call(open_payment, caller, OpenPayment(token=token))
    async with door.database.reading() as db:
        page = await payments.find_last_payment(db, order.id)
    if page is not None:
        decided = DecideSandboxPayment(reference=page.reference, outcome="paid")
        await door.call(decide_sandbox_payment, caller, decided)


def _stand_in(order: Held) -> dict[str, str]:
    """Somebody who pays what the order came to when it was made: from the same country, by the same number."""
    buyer = STAND_IN | ({"country": order.vat["country"]} if order.vat else {})
    return buyer | ({"kind": "business", "vat_number": order.vat_number} if order.vat_number else {})


async def _find(door: Door, number: str) -> Held:
    async with door.database.reading() as db:
        order = await orders.find(db, number)
    if order is None:
        raise NoSuchOrder(f"No order has the number {number}.")
    return order
