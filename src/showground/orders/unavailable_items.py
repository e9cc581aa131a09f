"""Why a pending order can no longer be paid: a listing has launched since, say, or a week has passed."""

from collections.abc import Sequence
from datetime import datetime

from showground.core.calls.context import Context
from showground.core.calls.errors import FieldError
from showground.core.database.pool import Connection
from showground.orders import quotes
from showground.orders.models import OrderItem
from showground.orders.queries import lines, orders, pending_orders
from showground.orders.queries.orders import LockedOrder
from showground.orders.seller import Shop
from showground.ownership import PendingOrder


async def find_unavailable(db: Connection, order: LockedOrder, shop: Shop, now: datetime) -> list[FieldError]:
    """What is no longer available as ordered. Prices don't change. A full week is reported only at payment, because it
    may have room again by then."""
    if order.account_id is None:
        return []
    items = [OrderItem.model_construct(**item) for item in await lines.list_items(db, order.id)]
    amounts = {item.product for item in items if item.amount_cents is not None}
    shop = shop.for_orders(test=order.test)
    priced = await quotes.price(db, items, order.account_id, shop, now=now, ignore_places=True)
    return [error for error in priced.errors if not (error["field"].endswith("amount_cents") and amounts)]


async def find_unavailable_of(ctx: Context, number: str) -> list[FieldError]:
    """The same, for the order with this number. A closed order has none."""
    order = await orders.find(ctx.db, number)
    if order is None or order.status != "pending" or order.expires_at <= ctx.now:
        return []
    return await find_unavailable(ctx.db, order, ctx.services[Shop], ctx.now)


async def find_payable(ctx: Context, listings: Sequence[int]) -> dict[int, PendingOrder]:
    """For each of these listings the caller's newest pending order that can still be paid, if there is one."""
    found: dict[int, PendingOrder] = {}
    for listing, pending in (await pending_orders.find_of_listings(ctx, listings)).items():
        for order in pending:
            if not await find_unavailable_of(ctx, order.number):
                found[listing] = order
                break
    return found
