"""Payment pages: reserve and open one."""

from showground.core.calls.context import Context, PrepareContext
from showground.core.calls.declare import PUBLIC, action
from showground.core.calls.input_text import Opaque
from showground.core.calls.models import Input
from showground.core.data_model import DataModel
from showground.core.languages import Text, docstring_text, sentences
from showground.orders import checkout, order_coupon, payment_settlement, week_places
from showground.orders.documents.exchange import can_state_tax
from showground.orders.errors import (
    CannotTakePayments,
    CouponGone,
    NoSuchCheckout,
    OrderClosed,
    PaymentProcessing,
    PaymentUnavailable,
    WeekFull,
)
from showground.orders.providers.interface import (
    Opened,
    PaymentsOff,
    ProviderDown,
    ProviderFailed,
    ProviderKeyRefused,
    ProviderRefused,
)
from showground.orders.providers.off import Off
from showground.orders.queries import payments, provider_problems
from showground.orders.queries.payments import Payment
from showground.orders.seller import Shop

RATES_MISSING = Text(
    "We cannot take payments yet: an exchange rate for the invoice is missing. Please try again in an hour."
)

Page = tuple[Payment, Opened] | ProviderRefused | ProviderKeyRefused | ProviderFailed | None

KEY_REFUSED = (
    "The payment provider rejects our key, so nobody can pay. Set SHOWGROUND_STRIPE_KEY to a valid secret"
    " key and restart the site."
)


class ReservePayment(Input):
    token: Opaque


class PaymentReserved(DataModel):
    number: str


@action(scope=PUBLIC, errors=(NoSuchCheckout, OrderClosed, PaymentProcessing, WeekFull, CouponGone, CannotTakePayments))
async def reserve_payment(ctx: Context, input: ReservePayment) -> PaymentReserved:
    """Record the payment page of an order with billing details, reserve its places in launch weeks until the page
    closes, and have all earlier pages closed."""
    shop = ctx.services[Shop]
    order = await checkout.lock_open_order(ctx, checkout.number_of(shop, input.token))
    shop = shop.for_orders(test=order.test)
    if not await can_state_tax(ctx.db, shop, order, ctx.now.date()):
        raise CannotTakePayments(RATES_MISSING)
    await order_coupon.reclaim(ctx, order)
    if order.billing is not None and order.total_cents > 0:
        if shop.missing and not shop.test_mode:
            raise CannotTakePayments
        if isinstance(shop.provider, Off):
            raise CannotTakePayments(sentences(docstring_text(PaymentsOff), Text("Nothing was charged.")))
        await checkout.reserve_page(ctx, order)
    return PaymentReserved(number=order.number)


class OpenPayment(Input):
    token: Opaque


class PaymentOpened(DataModel):
    """The URL to go to: the provider's page, or the order's own page if there is nothing to pay."""

    url: str | None
    refused: str | None = None
    """Why the provider rejected this payment. None if it accepts no payments at all."""
    failed: bool = False
    """Whether the provider failed. The next attempt requests another page, and may succeed."""


async def _open(outside: PrepareContext, input: OpenPayment) -> Page:
    number = checkout.number_of(outside.services[Shop], input.token)
    try:
        return await checkout.open_page(outside, number)
    except (ProviderRefused, ProviderKeyRefused, ProviderFailed) as refused:
        return refused
    except (ProviderDown, PaymentsOff) as problem:
        raise PaymentUnavailable(sentences(docstring_text(type(problem)), Text("Nothing was charged."))) from problem


@action(scope=PUBLIC, prepare=_open, errors=(NoSuchCheckout, OrderClosed, PaymentUnavailable, WeekFull, CouponGone))
async def open_payment(ctx: Context, input: OpenPayment, page: Page) -> PaymentOpened:
    """Record the page on which an order is paid. Repeating this after a crash gives the same page."""
    shop = ctx.services[Shop]
    order = await checkout.lock_open_order(ctx, checkout.number_of(shop, input.token))
    shop = shop.for_orders(test=order.test)
    if isinstance(page, ProviderRefused):
        await payments.abandon(ctx.db, order.id)  # committed, so that the next attempt requests a new page
        return PaymentOpened(url=None, refused=str(page))
    if isinstance(page, ProviderFailed):
        await payments.abandon(ctx.db, order.id)  # Stripe repeats its error for a day under the same idempotency key
        return PaymentOpened(url=None, failed=True)
    if isinstance(page, ProviderKeyRefused):
        await payments.abandon(ctx.db, order.id)
        await provider_problems.note(ctx.db, shop.provider.name, KEY_REFUSED, ctx.now)
        return PaymentOpened(url=None)
    if page is None and order.billing is not None and order.total_cents == 0:
        await order_coupon.reclaim(ctx, order)
        await week_places.need_room(ctx, order.id)
        await payment_settlement.settle_free(ctx, order)
        return PaymentOpened(url=shop.receipt_url(ctx.site, order.number))
    if page is None or page[0].billing_version != order.billing_version:
        raise PaymentUnavailable(Text("The order was changed at the same time. Nothing was charged. Try again."))
    await provider_problems.clear(ctx.db, shop.provider.name)
    await payments.note_opened(ctx.db, page[0].id, page[1])
    return PaymentOpened(url=page[1].url)
