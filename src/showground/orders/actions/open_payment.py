"""Open the provider's page for an order whose billing details are known."""

from pydantic import BaseModel

from showground.core.context import Context, Outside
from showground.core.operation import PUBLIC, Input, action
from showground.core.texts import Opaque
from showground.orders import checkouts, payments, places, settling
from showground.orders.failures import NoSuchCheckout, OrderClosed, PaymentUnavailable, WeekFull
from showground.orders.payments import Payment
from showground.orders.providers.interface import (
    Opened,
    PaymentsOff,
    ProviderDown,
    ProviderKeyRefused,
    ProviderRefused,
)
from showground.orders.queries import provider_problems
from showground.orders.shop import Shop


class OpenPayment(Input):
    token: Opaque


class PaymentOpened(BaseModel):
    """Where to go now: the provider's page, or the order's own if there is nothing to pay."""

    url: str | None
    refused: str | None = None
    """What the provider said where it would not take this payment; without it, it takes none at all."""


Page = tuple[Payment, Opened] | ProviderRefused | ProviderKeyRefused | None
KEY_REFUSED = (
    "The payment provider does not accept our key, so nobody can pay. Set SHOWGROUND_STRIPE_KEY to a valid secret key"
    " and restart the site."
)


async def _open(outside: Outside, input: OpenPayment) -> Page:
    number = checkouts.number_of(outside.equipment[Shop], input.token)
    try:
        return await checkouts.open_page(outside, number)
    except (ProviderRefused, ProviderKeyRefused) as refused:
        return refused
    except (ProviderDown, PaymentsOff) as problem:
        raise PaymentUnavailable(f"{type(problem).__doc__} Nothing was charged.") from problem


@action(scope=PUBLIC, prepare=_open, failures=(NoSuchCheckout, OrderClosed, PaymentUnavailable, WeekFull))
async def open_payment(ctx: Context, input: OpenPayment, page: Page) -> PaymentOpened:
    """Note the page on which an order is paid; repeated after a crash, it is the same page."""
    shop = ctx.equipment[Shop]
    order = await checkouts.hold_open(ctx, checkouts.number_of(shop, input.token))
    if isinstance(page, ProviderRefused):
        await payments.abandon(ctx.db, order.id)  # committed, so that the next try asks for a page of its own
        return PaymentOpened(url=None, refused=str(page))
    if isinstance(page, ProviderKeyRefused):
        await payments.abandon(ctx.db, order.id)
        await provider_problems.note(ctx.db, shop.provider.name, KEY_REFUSED, ctx.now)
        return PaymentOpened(url=None)
    if page is None and order.billing is not None and order.total_cents == 0:
        await places.need_room(ctx, order.id)
        await settling.settle_free(ctx, order)
        return PaymentOpened(url=shop.receipt_url(ctx.site, order.number))
    if page is None or page[0].billing_version != order.billing_version:
        raise PaymentUnavailable("The order was changed at the same moment. Nothing was charged; try once more.")
    await provider_problems.clear(ctx.db, shop.provider.name)
    await payments.note_opened(ctx.db, page[0].id, page[1])
    return PaymentOpened(url=page[1].url)
