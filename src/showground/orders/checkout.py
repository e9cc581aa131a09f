"""What the checkout page does with an order: its holder has the link, and needs no account."""

from datetime import datetime, timedelta

from showground.core.calls.context import Context, PrepareContext
from showground.core.database.pool import Connection
from showground.orders import week_places
from showground.orders.close_payment_job import close_payment
from showground.orders.errors import NoSuchCheckout, OrderClosed, PaymentProcessing
from showground.orders.models import Vat
from showground.orders.providers.interface import Charge, Opened, Position
from showground.orders.queries import orders, payments
from showground.orders.queries.lines import list_priced
from showground.orders.queries.orders import LockedOrder
from showground.orders.queries.payments import Payment
from showground.orders.queries.places import note_change
from showground.orders.seller import Purpose, Shop

# Stripe's pages live for 30 minutes to 24 hours. A page of which little is left is not offered again.
MIN_PAGE_LIFE, MAX_PAGE_LIFE, MIN_TIME_LEFT = timedelta(minutes=31), timedelta(hours=23), timedelta(minutes=30)
MAX_HOLD = timedelta(hours=1)  # of a page that holds places in a week: others want them, too


def number_of(shop: Shop, token: str, purpose: Purpose = "checkout") -> str:
    number = shop.read_token(purpose, token)
    if number is None:
        raise NoSuchCheckout
    return number


async def lock_open_order(ctx: Context, number: str) -> LockedOrder:
    """An order that can still be paid, locked until the end of the transaction."""
    order = await orders.lock_order(ctx.db, number)
    if order is None:
        raise NoSuchCheckout
    check_open(order, ctx.now)
    return order


async def cancel(ctx: Context, order: LockedOrder) -> None:
    """Cancel an order that is locked and can still be paid, and close its payment pages."""
    check_open(order, ctx.now)
    if await payments.is_processing(ctx.db, order.id):
        raise PaymentProcessing
    await orders.mark_closed(ctx.db, order.id, "cancelled", ctx.now)
    await close_pages(ctx, order.id)


def check_open(order: LockedOrder, now: datetime) -> None:
    if order.status != "pending" or order.expires_at <= now:
        raise OrderClosed


async def is_open(outside: PrepareContext, token: str) -> bool:
    """Whether the link is valid and its order can still be paid. Checked before any outside service is called."""
    async with outside.reading() as db:
        order = await orders.find(db, number_of(outside.services[Shop], token))
    if order is None:
        raise NoSuchCheckout
    return order.status == "pending" and order.expires_at > outside.now


async def reserve_page(ctx: Context, order: LockedOrder) -> Payment:
    """The page on which an order is to be paid: the last one if it still fits, else a new one, noted but not made.

    Every other page is closed: an order has one page on which it can be paid.
    """
    if await payments.is_processing(ctx.db, order.id):
        raise PaymentProcessing
    last = await payments.find_last_payment(ctx.db, order.id)
    shop = ctx.services[Shop].for_orders(test=order.test)
    if last is None or not _is_of(last, shop) or not _still_fits(last, order, ctx.now):
        longest = MAX_HOLD if await week_places.need_room(ctx, order.id) else MAX_PAGE_LIFE
        ends = _page_ends(order.expires_at, ctx.now, longest)
        provider, test = shop.provider.name, shop.provider.test_mode
        last = await payments.reserve(ctx.db, order, provider, test=test, expires_at=ends, at=ctx.now)
    await close_pages(ctx, order.id, but=last.id)
    return last


async def close_pages(ctx: Context, order_id: int, but: int | None = None) -> None:
    """Close all payment pages of an order except one. Places that they reserved may become free."""
    note_change(ctx.db)
    for provider, reference in await payments.find_open_pages(ctx.db, order_id, but):
        await close_payment.enqueue(ctx.db, reference, provider)


async def open_page(outside: PrepareContext, number: str) -> tuple[Payment, Opened] | None:
    """Have the provider create the reserved page; None if nothing is due.

    The request is committed first. Repeated after a crash or a lost answer, it finds the same page at the provider.
    """
    shop = outside.services[Shop]
    async with outside.reading() as db:
        order = await orders.find(db, number)
        if order is None or order.status != "pending" or order.billing is None or order.total_cents == 0:
            return None
        shop = shop.for_orders(test=order.test)
        page = await payments.find_last_payment(db, order.id)
        if page is None or page.state not in ("opening", "open") or page.key is None or page.expires_at is None:
            return None
        if page.billing_version != order.billing_version or not _is_of(page, shop):
            return None
        if page.state == "open":
            return page, Opened(page.reference, page.url)
        positions = await _positions(db, page)
        site = await payments.get_site_identity(db)
    charge = Charge(
        key=page.key,
        site=site,
        number=order.number,
        positions=positions,
        total_cents=page.amount_cents,
        currency=page.currency,
        email=page.billing["email"],
        return_url=shop.receipt_url(outside.site, order.number),
        cancel_url=shop.checkout_url(outside.site, order.number),
        expires_at=page.expires_at,
    )
    return page, await shop.provider.create(charge)


def _page_ends(order_ends: datetime, now: datetime, longest: timedelta) -> datetime:
    """With the order, within what the provider takes."""
    return min(max(order_ends, now + MIN_PAGE_LIFE), now + longest).replace(microsecond=0)


def _is_of(page: Payment, shop: Shop) -> bool:
    """Whether a page is one of the provider that takes new payments: a test page is none of a live key."""
    return (page.provider, page.test) == (shop.provider.name, shop.provider.test_mode)


def _still_fits(last: Payment, order: LockedOrder, now: datetime) -> bool:
    return (
        last.state in ("opening", "open")
        and last.expires_at is not None
        and last.expires_at - now > MIN_TIME_LEFT
        and (last.billing_version, last.amount_cents) == (order.billing_version, order.total_cents)
    )


async def _positions(db: Connection, page: Payment) -> list[Position]:
    positions = [
        Position(f"{line.name}: {line.listing_name}" if line.listing_name else line.name, line.price_cents)
        for line in await list_priced(db, page.purchase_id)
    ]
    if page.vat:
        vat = Vat(**page.vat)
        positions += [Position(f"{part.tax} {part.rate:g} %", part.cents) for part in vat.parts]
        if not vat.parts:  # stored by a version that knew one rate only
            positions.append(Position(f"VAT {vat.rate:g} %", vat.cents))
    return [position for position in positions if position.cents]
