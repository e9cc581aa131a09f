"""Cancel one of the caller's orders."""

from showground.accounts import ORDERS_WRITE
from showground.core.calls.context import Context
from showground.core.calls.declare import operation
from showground.core.calls.models import Input
from showground.orders import checkout
from showground.orders.errors import NoSuchOrder, OrderClosed, PaymentProcessing
from showground.orders.models import Order, OrderNumber
from showground.orders.queries import customer_orders, orders
from showground.orders.seller import Shop


class CancelOrder(Input):
    number: OrderNumber


@operation(
    "POST /orders/{number}/cancel",
    scope=ORDERS_WRITE,
    idempotent=True,
    destructive=True,
    extension=True,
    errors=(NoSuchOrder, OrderClosed, PaymentProcessing),
)
async def cancel_order(ctx: Context, input: CancelOrder) -> Order:
    """Cancel one of your pending orders.

    Its checkout link stops working. Paid orders can't be cancelled.
    """
    order = await orders.lock_order(ctx.db, input.number)
    if order is None or order.account_id != ctx.account:
        raise NoSuchOrder
    await checkout.cancel(ctx, order)
    shop = ctx.services[Shop]
    return await customer_orders.get(ctx.db, input.number, ctx.account, shop=shop, site=ctx.site, now=ctx.now)
