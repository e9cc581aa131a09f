"""Put a coupon on one of the caller's orders."""

from typing import Annotated

from pydantic import Field

from showground.accounts import ORDERS_WRITE
from showground.core.calls.context import Context
from showground.core.calls.declare import operation
from showground.core.calls.errors import FieldError
from showground.core.calls.models import Input
from showground.core.calls.rate_limits import Limit
from showground.orders import order_coupon
from showground.orders.errors import NoSuchOrder, OrderClosed, PaymentProcessing
from showground.orders.models import Order, OrderNumber
from showground.orders.queries import customer_orders, orders
from showground.orders.seller import Shop

ATTEMPTS = Limit("coupons", 60, 3600)  # so that nobody finds codes by trying


class ApplyCoupon(Input):
    number: OrderNumber
    coupon: Annotated[
        str | None, Field(max_length=40, description="The coupon's code; null removes it.", examples=["WELCOME"])
    ] = None


async def read_order(ctx: Context, input: ApplyCoupon) -> Order:
    """The order that the coupon is for."""
    shop = ctx.services[Shop]
    return await customer_orders.get(ctx.db, input.number, ctx.account, shop=shop, site=ctx.site, now=ctx.now)


async def judge(ctx: Context, input: ApplyCoupon) -> list[FieldError]:
    order = await orders.find(ctx.db, input.number)
    return await order_coupon.judge(ctx, order, input.coupon) if order and order.account_id == ctx.account else []


@operation(
    "PUT /orders/{number}/coupon",
    scope=ORDERS_WRITE,
    idempotent=True,
    extension=True,
    limit=ATTEMPTS,
    judge=judge,
    current=read_order,
    errors=(NoSuchOrder, OrderClosed, PaymentProcessing),
)
async def apply_coupon(ctx: Context, input: ApplyCoupon) -> Order:
    """Set or remove the coupon of a pending order.

    Returns the order with its new prices. It keeps them until it is paid, cancelled or expires.
    """
    order = await orders.lock_order(ctx.db, input.number)
    if order is None or order.account_id != ctx.account:
        raise NoSuchOrder
    await order_coupon.apply(ctx, order, input.coupon)
    return await read_order(ctx, input)
