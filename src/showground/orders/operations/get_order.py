"""Get one of the caller's orders."""

from showground.accounts import ACCOUNT_READ
from showground.core.calls.context import Context
from showground.core.calls.declare import operation
from showground.core.calls.models import Input
from showground.orders.errors import NoSuchOrder
from showground.orders.models import Order, OrderNumber
from showground.orders.next_steps import step_of_blocked
from showground.orders.queries import customer_orders
from showground.orders.seller import Shop
from showground.orders.unavailable_items import find_unavailable_of
from showground.ownership import present_steps


class GetOrder(Input):
    number: OrderNumber


@operation("GET /orders/{number}", scope=ACCOUNT_READ, snapshot=True, errors=(NoSuchOrder,))
async def get_order(ctx: Context, input: GetOrder) -> Order:
    """Get one of your orders.

    Returns its status, totals with VAT, and lines, each with whether it was fulfilled.
    """
    shop = ctx.services[Shop]
    order = await customer_orders.get(ctx.db, input.number, ctx.account, shop=shop, site=ctx.site, now=ctx.now)
    if unavailable := await find_unavailable_of(ctx, input.number):
        order.next_steps = present_steps([step_of_blocked(order.number, unavailable)], ctx.site)
    return order
