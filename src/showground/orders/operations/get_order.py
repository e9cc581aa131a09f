"""Get one of the caller's orders."""

from showground.accounts import ACCOUNT_READ
from showground.core.calls.context import Context
from showground.core.calls.declare import operation
from showground.core.calls.models import Input
from showground.orders.errors import NoSuchOrder
from showground.orders.models import Order, OrderNumber
from showground.orders.queries import customer_orders
from showground.orders.seller import Shop


class GetOrder(Input):
    number: OrderNumber


@operation("GET /orders/{number}", scope=ACCOUNT_READ, snapshot=True, errors=(NoSuchOrder,))
async def get_order(ctx: Context, input: GetOrder) -> Order:
    """Get one of your orders.

    Returns its status, totals with VAT, and lines, each with whether it was fulfilled.
    """
    return await customer_orders.get(
        ctx.db, input.number, ctx.account, shop=ctx.services[Shop], site=ctx.site, now=ctx.now
    )
