"""SQL on the progress of paid orders: which lines are open, what was done for each, and what was taken back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from psycopg.types.json import Jsonb

from showground.core.database.pool import Connection


@dataclass(frozen=True, slots=True)
class OpenLine:
    """A line of an order that is not fulfilled."""

    purchase_id: int
    position: int
    product: str
    name: str
    parts: list[str]
    listing_id: int | None
    listing_name: str | None
    week: date | None
    amount_cents: int | None
    categories: list[str] | None
    options: dict[str, Any] | None
    done: dict[str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class ReversibleLine:
    """A line of a refunded order, with what was done for each of its parts."""

    name: str
    parts: list[str]
    listing_id: int | None
    listing_name: str | None
    done: dict[str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class CategoryOrder:
    """An order of extra categories: those of the listing before and after it."""

    purchase_id: int
    before: list[str]
    after: list[str]
    taken_back: bool


async def find_waiting_orders(db: Connection, most: int) -> list[int]:
    """Paid orders with lines that wait for something other than staff."""
    rows = await db.all(
        """
        select distinct purchase.id from purchase join purchase_line line on line.purchase_id = purchase.id
        where purchase.status = 'paid' and line.fulfilled_at is null and line.taken_back_at is null and not exists (
            select from staff_task task where task.purchase_id = line.purchase_id and task.position = line.position
            and task.finished_at is null)
        and not exists (
            select from refund where refund.purchase_id = line.purchase_id and refund.reason = 'no_access'
            and line.position = any(refund.positions))
        order by purchase.id limit %s
        """,
        (most,),
    )
    return [number for (number,) in rows]


async def list_open_lines(db: Connection, order_id: int) -> list[OpenLine]:
    """The open lines, launches first because other items start with the launch. Leaves out what is being refunded."""
    return await db.all_as(
        OpenLine,
        """
        select purchase_id, position, product, name, parts, listing_id, listing_name, week, amount_cents,
            categories, options, done
        from purchase_line line where purchase_id = %s and fulfilled_at is null and taken_back_at is null
        and not exists (
            select from refund where refund.purchase_id = line.purchase_id and refund.reason = 'no_access'
            and line.position = any(refund.positions))
        order by not parts && '{launch,skip_queue,relaunch}', position
        """,
        (order_id,),
    )


async def save_progress(
    db: Connection, line: OpenLine, done: Mapping[str, Any], waits_for: str | None, now: datetime
) -> None:
    """Store what was done for a line; it is fulfilled if it waits for nothing."""
    await db.execute(
        """
        update purchase_line set done = %s, waits_for = %s, fulfilled_at = %s where purchase_id = %s and position = %s
        """,
        (Jsonb(done), waits_for, None if waits_for else now, line.purchase_id, line.position),
    )


async def finish_part(db: Connection, order_id: int, position: int, part: str) -> None:
    """Record that staff have done a part manually."""
    await db.execute(
        "update purchase_line set done = done || %s where purchase_id = %s and position = %s",
        (Jsonb({part: {"by": "staff"}}), order_id, position),
    )


async def list_reversible_lines(db: Connection, order_id: int, positions: Sequence[int] | None) -> list[ReversibleLine]:
    """These lines (or all) that were not taken back yet, the last one first."""
    return await db.all_as(
        ReversibleLine,
        """
        select name, parts, listing_id, listing_name, done from purchase_line
        where purchase_id = %(order_id)s and taken_back_at is null
        and (%(positions)s::int[] is null or position = any(%(positions)s))
        order by position desc
        """,
        {"order_id": order_id, "positions": positions},
    )


async def list_other_category_orders(
    db: Connection, order_id: int, listing: int
) -> tuple[list[CategoryOrder], list[CategoryOrder]]:
    """The orders of extra categories for a listing that took effect before this one, and those after it."""
    found = await db.all_as(
        CategoryOrder,
        """
        select purchase_id, done->'extra_categories'->'before' as before, done->'extra_categories'->'after' as after,
            taken_back_at is not null as taken_back
        from purchase_line where listing_id = %s and done->'extra_categories' ? 'after'
        order by fulfilled_at nulls last, purchase_id
        """,
        (listing,),
    )
    place = next((n for n, each in enumerate(found) if each.purchase_id == order_id), len(found))
    return found[:place], [each for each in found[place:] if each.purchase_id != order_id]


async def mark_taken_back(db: Connection, order_id: int, positions: Sequence[int] | None, now: datetime) -> None:
    """Mark these lines (or all) as taken back."""
    await db.execute(
        "update purchase_line set taken_back_at = %s, waits_for = null"
        " where purchase_id = %s and taken_back_at is null and (%s::int[] is null or position = any(%s))",
        (now, order_id, positions, positions),
    )
