"""Cancel an order that was not paid."""

from pydantic import BaseModel

from showground.core.context import Context
from showground.core.operation import PERSON, PUBLIC, Input, action
from showground.core.texts import Opaque
from showground.orders import checkouts, payments
from showground.orders.failures import NoSuchCheckout, NoSuchOrder, OrderClosed, PaymentProcessing
from showground.orders.queries import orders
from showground.orders.queries.orders import Held
from showground.orders.shop import Shop


class CancelCheckout(Input):
    token: Opaque


class CancelOrder(Input):
    number: str


class OrderCancelled(BaseModel):
    number: str


@action(scope=PUBLIC, failures=(NoSuchCheckout, OrderClosed, PaymentProcessing))
async def cancel_checkout(ctx: Context, input: CancelCheckout) -> OrderCancelled:
    """Cancel an order on its checkout page; whoever has the link may."""
    number = checkouts.number_of(ctx.equipment[Shop], input.token)
    return await _cancel(ctx, await checkouts.hold_open(ctx, number))


@action(scope=PERSON, failures=(NoSuchOrder, OrderClosed, PaymentProcessing))
async def cancel_order(ctx: Context, input: CancelOrder) -> OrderCancelled:
    """Cancel an order of yours in your account."""
    order = await orders.hold(ctx.db, input.number)
    if order is None or order.account_id != ctx.account:
        raise NoSuchOrder
    return await _cancel(ctx, await checkouts.hold_open(ctx, input.number))


async def _cancel(ctx: Context, order: Held) -> OrderCancelled:
    if await payments.is_processing(ctx.db, order.id):
        raise PaymentProcessing
    await orders.mark_closed(ctx.db, order.id, "cancelled", ctx.now)
    await checkouts.close_pages(ctx, order.id)
    return OrderCancelled(number=order.number)
