"""Read one of the caller's orders."""

from typing import Annotated

from pydantic import Field

from showground.accounts import ACCOUNT_READ
from showground.core.context import Context
from showground.core.operation import Input, operation
from showground.orders import purchases
from showground.orders.failures import NoSuchOrder
from showground.orders.models import Order
from showground.orders.shop import Shop


class GetOrder(Input):
    number: Annotated[str, Field(max_length=32, description="The order's number.", examples=["SG-2026-000123"])]


@operation("GET /orders/{number}", scope=ACCOUNT_READ, snapshot=True, failures=(NoSuchOrder,))
async def get_order(ctx: Context, input: GetOrder) -> Order:
    """Read one of your orders: its status, its totals with VAT, and its lines with what was done for each."""
    return await purchases.get(ctx.db, input.number, ctx.account, shop=ctx.equipment[Shop], site=ctx.site, now=ctx.now)
