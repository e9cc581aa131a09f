"""Open the provider's page for an order whose billing details are known."""

from pydantic import BaseModel

from showground.core.context import Context, Outside
from showground.core.operation import PUBLIC, Input, action
from showground.core.texts import Opaque
from showground.orders import checkouts, payments, settling
from showground.orders.failures import NoSuchCheckout, OrderClosed, PaymentUnavailable
from showground.orders.payments import Payment
from showground.orders.providers.interface import Opened, PaymentsOff, ProviderDown, ProviderRefused
from showground.orders.shop import Shop


class OpenPayment(Input):
    token: Opaque


class PaymentOpened(BaseModel):
    """Where to go now: the provider's page, or the order's own if there is nothing to pay."""

    url: str | None
    refused: str | None = None
    """What the provider said where it would not take the payment."""


async def _open(outside: Outside, input: OpenPayment) -> tuple[Payment, Opened] | ProviderRefused | None:
    number = checkouts.number_of(outside.equipment[Shop], input.token)
    try:
        return await checkouts.open_page(outside, number)
    except ProviderRefused as refused:
        return refused
    except (ProviderDown, PaymentsOff) as problem:
        raise PaymentUnavailable(f"{type(problem).__doc__} Nothing was charged.") from problem


@action(scope=PUBLIC, prepare=_open, failures=(NoSuchCheckout, OrderClosed, PaymentUnavailable))
async def open_payment(
    ctx: Context, input: OpenPayment, page: tuple[Payment, Opened] | ProviderRefused | None
) -> PaymentOpened:
    """Note the page on which an order is paid; repeated after a crash, it is the same page."""
    shop = ctx.equipment[Shop]
    order = await checkouts.hold_open(ctx, checkouts.number_of(shop, input.token))
    if isinstance(page, ProviderRefused):
        await payments.abandon(ctx.db, order.id)  # committed, so that the next try asks for a page of its own
        return PaymentOpened(url=None, refused=str(page))
    if page is None and order.billing is not None and order.total_cents == 0:
        await settling.settle_free(ctx, order)
        return PaymentOpened(url=shop.receipt_url(ctx.site, order.number))
    if page is None or page[0].billing_version != order.billing_version:
        raise PaymentUnavailable("The order was changed at the same moment. Nothing was charged; try once more.")
    await payments.note_opened(ctx.db, page[0].id, page[1])
    return PaymentOpened(url=page[1].url)
