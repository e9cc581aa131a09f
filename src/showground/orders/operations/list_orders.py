"""List the caller's orders."""

from showground.accounts import ACCOUNT_READ
from showground.core.context import Context
from showground.core.operation import operation
from showground.core.paging import Page, Paged
from showground.orders import purchases
from showground.orders.models import OrderSummary
from showground.orders.shop import Shop


class ListOrders(Paged):
    """Which page."""


class OrderPage(Page[OrderSummary]):
    """A page of the caller's orders."""


@operation("GET /orders", scope=ACCOUNT_READ, snapshot=True)
async def list_orders(ctx: Context, input: ListOrders) -> OrderPage:
    """List your orders with their status, the newest first."""
    items, total = await purchases.list_of(
        ctx.db,
        ctx.account,
        skip=input.offset,
        most=input.per_page,
        shop=ctx.equipment[Shop],
        site=ctx.site,
        now=ctx.now,
    )
    return OrderPage(items=items, page=input.page, per_page=input.per_page, total=total)
