"""Products of which only some are sold in a week. Like a place in a week, one is reserved while its payment page is
open."""

from showground.core.calls.context import Context
from showground.core.languages import deferred, sentences, text_with, translated
from showground.orders.errors import SoldOut
from showground.orders.queries import places
from showground.orders.queries import weekly_limits as store


async def find_sold_out(ctx: Context, order_id: int) -> list[str]:
    """The names of products in an order that are sold out; none if it has reserved them. Other orders wait."""
    wanted = await store.find_wanted(ctx.db, order_id)
    if not wanted:
        return []
    await store.lock(ctx.db, wanted.keys())
    if await places.holds_places(ctx.db, order_id, ctx.now):
        return []
    sold = await store.count_sold(ctx.db, min(week for _, week in wanted), ctx.now, but=order_id)
    places.note_change(ctx.db)
    return [name for key, (count, limit, name) in wanted.items() if sold.get(key, 0) + count > limit]


async def need_stock(ctx: Context, order_id: int) -> bool:
    """Raise SoldOut if a product in the order is sold out. Returns whether the order has limited products."""
    gone = await find_sold_out(ctx, order_id)
    if gone:
        raise SoldOut(
            sentences(text_with("%(names)s: sold out for this week.", names=deferred(_list, *gone)), SoldOut.sentence())
        )
    return bool(await store.find_wanted(ctx.db, order_id))


def _list(*names: str) -> str:
    return ", ".join(map(translated, names))
