"""SQL on payment events. Each event that a provider sends is stored once."""

from datetime import datetime
from typing import Any

from psycopg.types.json import Jsonb

from showground.core.database.pool import Connection
from showground.orders.providers.interface import Event
from showground.orders.queries.payments import Payment


async def add(db: Connection, provider: str, event: Event, at: datetime) -> int | None:
    """Store an event; None if it was stored before. Waits if the same event is being handled elsewhere."""
    row = await db.one(
        """
        insert into payment_event (provider, event_id, kind, number, reference, intent, amount_cents, currency, body,
            received_at)
        values (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s) on conflict (provider, event_id) do nothing returning id
        """,
        (
            provider,
            event.id,
            event.kind,
            event.number,
            event.reference,
            event.intent,
            event.amount_cents,
            event.currency,
            Jsonb(event.body),
            at,
        ),
    )
    return row[0] if row else None


async def settle(db: Connection, event: int, at: datetime, problem: str | None = None) -> None:
    await db.execute("update payment_event set settled_at = %s, problem = %s where id = %s", (at, problem, event))


async def find_waiting(db: Connection, payment: Payment) -> list[tuple[int, dict[str, Any]]]:
    """Refund events that arrived before their payment: the event's number and its content."""
    rows = await db.all(
        """
        select id, body from payment_event
        where provider = %s and kind in ('refund', 'refunds_changed') and settled_at is null
        and (intent = %s or reference = %s) order by id
        """,
        (payment.provider, payment.intent, payment.reference),
    )
    return [(number, body) for number, body in rows]
