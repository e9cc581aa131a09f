"""All orders for staff, their expiry and fulfilment."""

from typing import Annotated

from pydantic import Field

from showground import launches
from showground.core.calls.context import Context, PrepareContext
from showground.core.calls.declare import MODERATOR, STAFF, action
from showground.core.calls.input_text import SEARCH_WORDS, Opaque
from showground.core.calls.models import Input
from showground.core.calls.paging import Page, Paged
from showground.core.data_model import DataModel
from showground.core.languages import Text
from showground.orders import checkout, fulfilment, listing_advice
from showground.orders.errors import NoSuchOrder
from showground.orders.listing_check import ListingFinding
from showground.orders.models import OrderStatus
from showground.orders.queries import orders, staff_orders
from showground.orders.queries.staff_orders import StaffOrder, StaffOrderShown

Advice = dict[int, list[ListingFinding]]


class OrdersExpired(DataModel):
    count: int


@action(scope=STAFF)
async def expire_orders(ctx: Context) -> OrdersExpired:
    """Expire orders after seven days. An order with a payment in progress stays open."""
    expired = await orders.expire(ctx.db, ctx.now)
    for order in expired:
        await checkout.close_pages(ctx, order)
    return OrdersExpired(count=len(expired))


class ListAllOrders(Paged):
    status: OrderStatus | None = None
    q: Annotated[str | None, Field(max_length=200), SEARCH_WORDS] = None


@action(scope=STAFF, read_only=True)
async def list_all_orders(ctx: Context, input: ListAllOrders) -> Page[StaffOrder]:
    """List all orders, newest first. `q` is part of a number, an email address or a buyer's name."""
    items, total = await staff_orders.list_orders(ctx.db, input.status, input.q, skip=input.offset, most=input.per_page)
    return Page(items=items, page=input.page, per_page=input.per_page, total=total)


class ListPaidOrders(Input):
    listing_ids: Annotated[list[int], Field(max_length=1000)]


class PaidOrders(DataModel):
    """Numbers of paid orders by listing; listings without any are left out."""

    items: dict[int, list[str]]


@action(scope=MODERATOR, read_only=True)
async def list_paid_orders(ctx: Context, input: ListPaidOrders) -> PaidOrders:
    """List the paid orders for these listings, so that whoever suspends one knows of them."""
    return PaidOrders(items=await staff_orders.find_paid(ctx.db, input.listing_ids))


class ShowAnyOrder(Input):
    number: Opaque


@action(scope=STAFF, read_only=True, errors=(NoSuchOrder,))
async def show_any_order(ctx: Context, input: ShowAnyOrder) -> StaffOrderShown:
    """Get any order with its lines, payments and billing details."""
    order = await staff_orders.find_order(ctx.db, input.number, launches.this_week(ctx.now))
    if order is None:
        raise NoSuchOrder(Text("No order has this number."))
    return order


class Fulfil(Input):
    order: int


class Fulfilled(DataModel):
    """Whether nothing is left to do."""

    complete: bool


async def _find_advice(outside: PrepareContext, input: Fulfil) -> Advice:
    async with outside.reading() as db:
        if await orders.is_test(db, input.order):
            return {}  # it has no effect, so no model is asked
    return await listing_advice.find_advice(outside, input.order)


@action(scope=STAFF, prepare=_find_advice)
async def fulfil(ctx: Context, input: Fulfil, advice: Advice) -> Fulfilled:
    """Fulfil what is left of a paid order. Safe to repeat and to run twice at once."""
    return Fulfilled(complete=await fulfilment.fulfil(ctx, input.order, advice))
