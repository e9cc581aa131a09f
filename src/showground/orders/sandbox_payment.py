"""Paying an order in the sandbox from beginning to end, as a person does on its pages."""

from showground.core.calls.context import Caller
from showground.core.calls.dispatch import Dispatcher
from showground.core.languages import text_with
from showground.orders.actions.billing import EnterBilling, enter_billing
from showground.orders.actions.payment_pages import OpenPayment, ReservePayment, open_payment, reserve_payment
from showground.orders.actions.sandbox_payments import DecideSandboxPayment, decide_sandbox_payment
from showground.orders.actions.staff_orders import Fulfil, fulfil
from showground.orders.errors import NoSuchOrder, NotSandbox, OrderClosed
from showground.orders.providers.sandbox import Sandbox
from showground.orders.queries import orders, payments
from showground.orders.queries.orders import LockedOrder
from showground.orders.seller import Shop

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


async def pay(dispatcher: Dispatcher, caller: Caller, number: str) -> bool:
    """Pay an order unless it is paid, and see it fulfilled; whether nothing is left for staff or for later."""
    shop = dispatcher.services[Shop]
    order = await _find(dispatcher, number)
    if not isinstance(shop.for_orders(test=order.test).provider, Sandbox):
        raise NotSandbox
    if order.status != "paid":
        await _pay(dispatcher, caller, order, shop.token("checkout", number))
        order = await _find(dispatcher, number)
    if order.status != "paid":
        raise OrderClosed
    return (await dispatcher.call(fulfil, caller, Fulfil(order=order.id))).complete


async def _pay(dispatcher: Dispatcher, caller: Caller, order: LockedOrder, token: str) -> None:
    if order.billing is None:
        await dispatcher.call(enter_billing, caller, EnterBilling(token=token, given=_stand_in(order)))
    await dispatcher.call(reserve_payment, caller, ReservePayment(token=token))
    await dispatcher.call(open_payment, caller, OpenPayment(token=token))
    async with dispatcher.database.reading() as db:
        page = await payments.find_last_payment(db, order.id)
    if page is not None:
        decided = DecideSandboxPayment(reference=page.reference, outcome="paid")
        await dispatcher.call(decide_sandbox_payment, caller, decided)


def _stand_in(order: LockedOrder) -> dict[str, str]:
    """Somebody who pays what the order came to when it was made: from the same country, by the same number."""
    buyer = STAND_IN | ({"country": order.vat["country"]} if order.vat else {})
    return buyer | ({"kind": "business", "vat_number": order.vat_number} if order.vat_number else {})


async def _find(dispatcher: Dispatcher, number: str) -> LockedOrder:
    async with dispatcher.database.reading() as db:
        order = await orders.find(db, number)
    if order is None:
        raise NoSuchOrder(text_with("No order has the number %(number)s.", number=number))
    return order
