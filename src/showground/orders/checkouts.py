"""What the checkout page does with an order: its holder has the link, and needs no account."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from showground.core.context import Context, Outside
from showground.core.database import Connection
from showground.orders import payments
from showground.orders.failures import NoSuchCheckout, OrderClosed
from showground.orders.payments import Held
from showground.orders.providers.interface import Charge, Opened, Position
from showground.orders.shop import Purpose, Shop


def number_of(shop: Shop, token: str, purpose: Purpose = "checkout") -> str:
    number = shop.read_token(purpose, token)
    if number is None:
        raise NoSuchCheckout
    return number


async def hold_open(ctx: Context, number: str) -> Held:
    """An order that can still be paid, held until the end of the transaction."""
    order = await payments.hold(ctx.db, number)
    if order is None:
        raise NoSuchCheckout
    if order.status != "pending" or order.expires_at <= ctx.now:
        raise OrderClosed
    return order


async def is_open(outside: Outside, token: str) -> bool:
    """Whether the link is real and its order can still be paid: asked before anybody else is asked on its behalf."""
    async with outside.reading() as db:
        order = await payments.find(db, number_of(outside.equipment[Shop], token))
    if order is None:
        raise NoSuchCheckout
    return order.status == "pending" and order.expires_at > outside.now


async def open_page(outside: Outside, number: str) -> tuple[Held, Opened] | None:
    """The provider's page for an order as it stands: the last one if it still fits, else a new one.

    The key is made of what is committed: after a crash the same key finds the page that was made before.
    None where nothing is to be paid, or the order cannot be.
    """
    shop = outside.equipment[Shop]
    async with outside.reading() as db:
        order = await payments.find(db, number)
        if order is None or order.status != "pending" or order.billing is None or order.total_cents == 0:
            return None
        last = await payments.find_last_payment(db, order.id)
        if last and _still_fits(last, order, shop.provider.name, outside.now):
            return order, Opened(last.reference, last.url)
        attempt = await payments.count_payments(db, order.id)
        positions = await _positions(db, order)
    charge = Charge(
        key=f"{order.number}-{order.billing_version}-{attempt}",
        number=order.number,
        positions=positions,
        total_cents=order.total_cents,
        currency=order.currency,
        email=order.billing["email"],
        return_url=shop.receipt_url(outside.site, order.number),
        cancel_url=shop.checkout_url(outside.site, order.number),
        now=outside.now,
        expires_at=order.expires_at,
    )
    return order, await shop.provider.create(charge)


def _still_fits(last: payments.Payment, order: Held, provider: str, now: datetime) -> bool:
    fresh = (now - last.created_at).total_seconds() < PAGE_SECONDS
    return (
        last.state == "open"
        and fresh
        and last.provider == provider
        and last.url != ""
        and (last.billing_version, last.amount_cents) == (order.billing_version, order.total_cents)
    )


PAGE_SECONDS = 20 * 3600  # Stripe's pages live for less than a day


async def _positions(db: Connection, order: Held) -> list[Position]:
    rows = await db.all(
        "select name, listing_name, price_cents from purchase_line where purchase_id = %s order by position",
        (order.id,),
    )
    positions = [Position(f"{name}: {listing}" if listing else name, price) for name, listing, price in rows]
    vat: Mapping[str, Any] = order.vat or {}
    if vat.get("cents"):
        positions.append(Position(f"VAT {vat['rate']:g} %", vat["cents"]))
    return [position for position in positions if position.cents]
