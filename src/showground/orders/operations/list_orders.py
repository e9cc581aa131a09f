"""List the caller's orders."""

from showground.accounts import ACCOUNT_READ
from showground.core.calls.context import Context
from showground.core.calls.declare import operation
from showground.core.calls.paging import Page, Paged
from showground.orders.models import OrderSummary
from showground.orders.queries import customer_orders
from showground.orders.seller import Shop


class ListOrders(Paged):
    """Pagination."""


class OrderPage(Page[OrderSummary]):
    """A page of your orders."""


@operation("GET /orders", scope=ACCOUNT_READ, snapshot=True)
async def list_orders(ctx: Context, input: ListOrders) -> OrderPage:
    """List your orders.

    Returns orders with their status, newest first.
    """
    items, total = await customer_orders.list_of(
        ctx.db,
        ctx.account,
        skip=input.offset,
        most=input.per_page,
        shop=ctx.services[Shop],
        site=ctx.site,
        now=ctx.now,
    )
    return OrderPage(items=items, page=input.page, per_page=input.per_page, total=total)
