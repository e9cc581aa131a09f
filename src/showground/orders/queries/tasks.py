"""SQL on manual tasks for orders, and on unmatched payments."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from showground.core.data_model import DataModel
from showground.core.database.pool import Connection


class Task(DataModel):
    """Something for staff to do."""

    id: int
    number: str
    product: str
    listing_id: int | None
    listing_name: str | None
    options: dict[str, Any] | None
    reason: str
    opened_at: datetime


class PaymentProblem(DataModel):
    """A payment event that matches no order, or that could not be applied."""

    id: int
    provider: str
    event_id: str
    kind: str
    number: str | None
    amount_cents: int | None
    currency: str | None
    problem: str
    received_at: datetime


async def open_task(db: Connection, order_id: int, position: int, part: str, reason: str, now: datetime) -> None:
    """Ask staff to do a part of a line, unless they were asked already."""
    await db.execute(
        """
        insert into staff_task (purchase_id, position, part, reason, opened_at) values (%s, %s, %s, %s, %s)
        on conflict do nothing
        """,
        (order_id, position, part, reason, now),
    )


async def close_for_refund(db: Connection, order_id: int, positions: Sequence[int] | None, now: datetime) -> None:
    """Close the open tasks of these lines (or of all lines): there is nothing left to do."""
    await db.execute(
        "update staff_task set finished_at = %s, note = 'The order was refunded.'"
        " where purchase_id = %s and finished_at is null and (%s::int[] is null or position = any(%s))",
        (now, order_id, positions, positions),
    )


async def list_open(db: Connection) -> list[Task]:
    return await db.all_as(
        Task,
        """
        select task.id, purchase.number, line.product, line.listing_id, line.listing_name, line.options,
            task.reason, task.opened_at
        from staff_task task join purchase on purchase.id = task.purchase_id
        join purchase_line line on line.purchase_id = task.purchase_id and line.position = task.position
        where task.finished_at is null order by task.id
        """,
    )


async def finish(
    db: Connection, task: int, by: int | None, note: str | None, at: datetime
) -> tuple[int, int, str] | None:
    """Mark a task as done. Returns its order, line and part; None if no such task is open."""
    row = await db.one(
        """
        update staff_task set finished_at = %s, finished_by = %s, note = %s where id = %s and finished_at is null
        returning purchase_id, position, part
        """,
        (at, by, note, task),
    )
    return (row[0], row[1], row[2]) if row else None


async def list_problems(db: Connection, number: str | None = None) -> list[PaymentProblem]:
    """Events that nobody has dealt with: those that name this order, or all of them."""
    return await db.all_as(
        PaymentProblem,
        """
        select id, provider, event_id, kind, number, amount_cents, currency, problem, received_at
        from payment_event
        where problem is not null and handled_at is null and (%(number)s::text is null or number = %(number)s)
        order by id
        """,
        {"number": number},
    )


async def handle_problem(db: Connection, event: int, at: datetime) -> bool:
    done = await db.execute(
        "update payment_event set handled_at = %s where id = %s and problem is not null and handled_at is null",
        (at, event),
    )
    return done.rowcount == 1
