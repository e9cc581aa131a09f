"""Close orders that nobody paid in time."""

from pydantic import BaseModel

from showground.core.context import Context
from showground.core.operation import STAFF, Input, action
from showground.orders import checkouts
from showground.orders.queries import orders


class ExpireOrders(Input):
    """Nothing is asked for."""


class OrdersExpired(BaseModel):
    count: int


@action(scope=STAFF)
async def expire_orders(ctx: Context, input: ExpireOrders) -> OrdersExpired:  # noqa: ARG001
    """Close orders whose seven days are over; one whose payment is on its way stays open."""
    expired = await orders.expire(ctx.db, ctx.now)
    for order in expired:
        await checkouts.close_pages(ctx, order)
    return OrdersExpired(count=len(expired))
