"""Look through everyone's orders."""

from typing import Annotated

from pydantic import Field

from showground.core.context import Context
from showground.core.operation import STAFF, Input, action
from showground.core.paging import Page, Paged
from showground.core.texts import SEARCH_WORDS, Opaque
from showground.orders import everyones
from showground.orders.everyones import StaffOrder, StaffOrderShown
from showground.orders.failures import NoSuchOrder
from showground.orders.models import OrderStatus


class ListAllOrders(Paged):
    status: OrderStatus | None = None
    q: Annotated[str | None, Field(max_length=200), SEARCH_WORDS] = None


@action(scope=STAFF, read_only=True)
async def list_all_orders(ctx: Context, input: ListAllOrders) -> Page[StaffOrder]:
    """List everyone's orders, the newest first; `q` is part of a number, a mail address or a buyer's name."""
    items, total = await everyones.list_orders(ctx.db, input.status, input.q, skip=input.offset, most=input.per_page)
    return Page(items=items, page=input.page, per_page=input.per_page, total=total)


class ShowAnyOrder(Input):
    number: Opaque


@action(scope=STAFF, read_only=True, failures=(NoSuchOrder,))
async def show_any_order(ctx: Context, input: ShowAnyOrder) -> StaffOrderShown:
    """Show an order, whoever's it is, with its lines, payments and billing details."""
    order = await everyones.find_order(ctx.db, input.number)
    if order is None:
        raise NoSuchOrder("No order has this number.")
    return order
