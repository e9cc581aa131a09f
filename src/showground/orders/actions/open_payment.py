"""Open the provider's page for an order whose billing details are known."""

from pydantic import BaseModel

from showground.core.context import Context, Outside
from showground.core.operation import PUBLIC, Input, action
from showground.core.texts import Opaque
from showground.orders import checkouts, payments, settling
from showground.orders.failures import NoSuchCheckout, OrderClosed, PaymentUnavailable
from showground.orders.payments import Held
from showground.orders.providers.interface import Opened, PaymentsOff, ProviderDown
from showground.orders.shop import Shop


class OpenPayment(Input):
    token: Opaque


class PaymentOpened(BaseModel):
    """Where to go now: the provider's page, or the order's own if there is nothing to pay."""

    url: str


async def _open(outside: Outside, input: OpenPayment) -> tuple[Held, Opened] | None:
    number = checkouts.number_of(outside.equipment[Shop], input.token)
    try:
        return await checkouts.open_page(outside, number)
    except (ProviderDown, PaymentsOff) as problem:
        raise PaymentUnavailable(f"{type(problem).__doc__} Nothing was charged.") from problem


@action(scope=PUBLIC, prepare=_open, failures=(NoSuchCheckout, OrderClosed, PaymentUnavailable))
async def open_payment(ctx: Context, input: OpenPayment, page: tuple[Held, Opened] | None) -> PaymentOpened:
    """Note the page on which an order is paid; repeated after a crash, it is the same page."""
    shop = ctx.equipment[Shop]
    order = await checkouts.hold_open(ctx, checkouts.number_of(shop, input.token))
    if page is None and order.billing is not None and order.total_cents == 0:
        await settling.settle_free(ctx, order)
        return PaymentOpened(url=shop.receipt_url(ctx.site, order.number))
    if page is None or page[0].billing_version != order.billing_version:
        raise PaymentUnavailable("The order was changed at the same moment. Nothing was charged; try once more.")
    await payments.add_payment(ctx.db, order, shop.provider.name, page[1], ctx.now)
    return PaymentOpened(url=page[1].url)
