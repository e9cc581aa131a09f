"""Places in launch weeks. An order reserves its places while its payment page is open, so that no week is oversold."""

from collections.abc import Set as AbstractSet
from datetime import date

from showground import launches
from showground.core.calls.context import Context
from showground.core.languages import Text, counted_text, deferred, gettext, sentences, text_with
from showground.core.languages.formats import day
from showground.orders import rules, weekly_limits
from showground.orders.errors import WeekFull
from showground.orders.queries import places

MAX_WEEKS_NAMED = 6


async def find_full(ctx: Context, order_id: int) -> list[date]:
    """The weeks without room for an order; none if it has reserved its places. Locks the weeks: other orders wait."""
    wanted = await places.find_wanted(ctx.db, order_id, launches.this_week(ctx.now))
    if not wanted:
        return []
    await places.lock_weeks(ctx.db, wanted)
    if await places.holds_places(ctx.db, order_id, ctx.now):
        return []
    taken = await places.find_taken(ctx.db, list(wanted), ctx.now, but=order_id)
    places.note_change(ctx.db)
    return [week for week, listings in wanted.items() if not has_room(taken[week], listings)]


async def need_room(ctx: Context, order_id: int) -> bool:
    """Raise WeekFull, naming weeks with free places, if there is no room, or SoldOut if a product is sold out.

    Returns whether the order needs a place, or has a product of which only some are sold in a week.
    """
    limited = await weekly_limits.need_stock(ctx, order_id)
    full = await find_full(ctx, order_id)
    if not full:
        return limited or bool(await places.find_wanted(ctx.db, order_id, launches.this_week(ctx.now)))
    ahead = rules.weeks_ahead(ctx.now)
    taken = await places.find_taken(ctx.db, ahead, ctx.now, but=order_id)
    free = [week for week in ahead if len(taken[week]) < rules.PLACES_A_WEEK]
    raise WeekFull(describe_full(full, free))


async def give_up_if_sold(ctx: Context, order_id: int, payment: int) -> None:
    """A payment reported after its page has closed reserves nothing if others have bought its places."""
    if await is_sold_out(ctx, order_id):
        await places.note_lost(ctx.db, payment)


async def is_sold_out(ctx: Context, order_id: int) -> bool:
    """Whether a week or a product of an order is sold out. Others who want the same wait for us."""
    return bool(await weekly_limits.find_sold_out(ctx, order_id) or await find_full(ctx, order_id))


async def find_first_free(ctx: Context, listing: int) -> date | None:
    """The next week with room for a listing. It stays locked until the end of the transaction."""
    for week in rules.weeks_ahead(ctx.now):
        await places.lock_weeks(ctx.db, [week])
        if has_room((await places.find_taken(ctx.db, [week], ctx.now))[week], {listing}):
            return week
    return None


def has_room(taken: AbstractSet[int], wanted: AbstractSet[int]) -> bool:
    """Whether a week has room for these listings. A listing that already has its place needs no other."""
    return wanted <= taken or len(taken | wanted) <= rules.PLACES_A_WEEK


def describe_full(full: list[date], free: list[date]) -> Text:
    told = counted_text(
        "The week of %(weeks)s is full.",
        "The weeks of %(weeks)s are full.",
        len(full),
        weeks=deferred(_list_and, *full),
    )
    if not free:
        return sentences(told, Text("Nothing was charged. All other weeks are full too. Try again later."))
    return sentences(
        told,
        text_with(
            "Nothing was charged. These weeks have free places: %(weeks)s. To launch in one of them, cancel this order"
            " and place a new one.",
            weeks=deferred(_list, *free[:MAX_WEEKS_NAMED]),
        ),
    )


def _list_and(*weeks: date) -> str:
    return gettext(" and ").join(map(day, weeks))


def _list(*weeks: date) -> str:
    return ", ".join(map(day, weeks))
