"""SQL on payments of orders, and on what providers told of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from psycopg.types.json import Jsonb

from showground.core.database import Connection
from showground.orders.models import OrderStatus
from showground.orders.providers.interface import Event, Opened


@dataclass(frozen=True, slots=True)
class Held:
    """An order that nobody else changes until the end of the transaction."""

    id: int
    number: str
    account_id: int | None
    status: OrderStatus
    created_at: datetime
    expires_at: datetime
    currency: str
    net_cents: int
    vat: dict[str, Any] | None
    vat_number: str | None
    total_cents: int
    billing: dict[str, Any] | None
    billing_version: int


@dataclass(frozen=True, slots=True)
class Payment:
    """A page of the provider's where an order can be paid."""

    id: int
    purchase_id: int
    provider: str
    reference: str
    url: str
    amount_cents: int
    currency: str
    billing: dict[str, Any]
    billing_version: int
    vat: dict[str, Any] | None
    state: str
    created_at: datetime


SELECT_ORDER = """
select id, number, account_id, status, created_at, expires_at, currency, net_cents, vat, vat_number, total_cents,
    billing, billing_version
from purchase
"""
SELECT_PAYMENT = """
select id, purchase_id, provider, reference, url, amount_cents, currency, billing, billing_version, vat, state,
    created_at
from payment
"""


async def hold(db: Connection, number: str) -> Held | None:
    return await db.one_as(Held, SELECT_ORDER + "where number = %s for update", (number,))


async def hold_by_id(db: Connection, purchase: int) -> Held | None:
    return await db.one_as(Held, SELECT_ORDER + "where id = %s for update", (purchase,))


async def find(db: Connection, number: str) -> Held | None:
    return await db.one_as(Held, SELECT_ORDER + "where number = %s", (number,))


async def set_billing(
    db: Connection, purchase: int, billing: Mapping[str, Any], vat: Mapping[str, Any] | None, total_cents: int
) -> None:
    """Keep who buys, and what the order comes to for them; a change makes earlier payment pages out of date."""
    await db.execute(
        """
        update purchase set billing = %(billing)s, vat = %(vat)s, total_cents = %(total)s,
            billing_version = billing_version + case
                when billing is distinct from %(billing)s or total_cents <> %(total)s then 1 else 0 end
        where id = %(id)s
        """,
        {"id": purchase, "billing": Jsonb(billing), "vat": Jsonb(vat) if vat else None, "total": total_cents},
    )


async def find_last_payment(db: Connection, purchase: int) -> Payment | None:
    return await db.one_as(Payment, SELECT_PAYMENT + "where purchase_id = %s order by id desc limit 1", (purchase,))


async def find_payment(db: Connection, provider: str, reference: str | None) -> Payment | None:
    return await db.one_as(Payment, SELECT_PAYMENT + "where provider = %s and reference = %s", (provider, reference))


async def find_paid(db: Connection, purchase: int) -> Payment | None:
    return await db.one_as(
        Payment, SELECT_PAYMENT + "where purchase_id = %s and state in ('paid', 'refunded')", (purchase,)
    )


async def count_payments(db: Connection, purchase: int) -> int:
    row = await db.one("select count(*) from payment where purchase_id = %s", (purchase,))
    return row[0] if row else 0


async def add_payment(db: Connection, order: Held, provider: str, opened: Opened, at: datetime) -> None:
    """Keep a payment page with the sums it was made for; its event may have been here first."""
    await db.execute(
        """
        insert into payment (purchase_id, provider, reference, url, amount_cents, currency, billing, billing_version,
            vat, state, created_at)
        values (%s, %s, %s, %s, %s, %s, %s, %s, %s, 'open', %s)
        on conflict (provider, reference) do update set url = excluded.url
        """,
        (
            order.id,
            provider,
            opened.reference,
            opened.url,
            order.total_cents,
            order.currency,
            Jsonb(order.billing),
            order.billing_version,
            Jsonb(order.vat) if order.vat else None,
            at,
        ),
    )


async def set_payment_state(db: Connection, provider: str, reference: str | None, state: str) -> None:
    """A paid payment stays paid, whatever is told late; only a refund comes after."""
    await db.execute(
        """
        update payment set state = %(state)s where provider = %(provider)s and reference = %(reference)s
        and (state not in ('paid', 'refunded') or %(state)s = 'refunded')
        """,
        {"state": state, "provider": provider, "reference": reference},
    )


async def mark_paid(db: Connection, order: Held, payment: Payment | None, at: datetime) -> None:
    """Paid, at the sums of the page on which it was paid."""
    await db.execute(
        "update purchase set status = 'paid', paid_at = %s where id = %s",
        (at, order.id),
    )
    if payment is not None:
        await db.execute(
            "update purchase set billing = %s, vat = %s, total_cents = %s where id = %s",
            (
                Jsonb(payment.billing),
                Jsonb(payment.vat) if payment.vat else None,
                payment.amount_cents,
                order.id,
            ),
        )


async def mark_closed(db: Connection, purchase: int, status: OrderStatus, at: datetime) -> None:
    await db.execute("update purchase set status = %s, closed_at = %s where id = %s", (status, at, purchase))


async def keep_refund(db: Connection, purchase: int, told: Mapping[str, Any]) -> None:
    await db.execute("update purchase set refund = %s where id = %s", (Jsonb(told), purchase))


async def read_refund(db: Connection, purchase: int) -> dict[str, list[str]]:
    """What was taken back with a refund, and what was not."""
    row = await db.one("select refund from purchase where id = %s", (purchase,))
    return row[0] if row and row[0] else {"undone": [], "kept": []}


async def add_event(db: Connection, provider: str, event: Event, at: datetime) -> int | None:
    """Keep what a provider told; None if it told the same before. A twin that is being settled is waited for."""
    row = await db.one(
        """
        insert into payment_event (provider, event_id, kind, number, reference, amount_cents, currency, body,
            received_at)
        values (%s, %s, %s, %s, %s, %s, %s, %s, %s) on conflict (provider, event_id) do nothing returning id
        """,
        (
            provider,
            event.id,
            event.kind,
            event.number,
            event.reference,
            event.amount_cents,
            event.currency,
            Jsonb(event.body),
            at,
        ),
    )
    return row[0] if row else None


async def settle_event(db: Connection, event: int, at: datetime, problem: str | None = None) -> None:
    await db.execute("update payment_event set settled_at = %s, problem = %s where id = %s", (at, problem, event))


async def find_waiting_refund(db: Connection, number: str) -> tuple[int, int | None] | None:
    """A refund that was told before the payment: the event's number, and its amount."""
    row = await db.one(
        "select id, amount_cents from payment_event where number = %s and kind = 'refunded' and settled_at is null"
        " order by id limit 1",
        (number,),
    )
    return (row[0], row[1]) if row else None


async def find_unsettled(db: Connection, before: datetime, most: int) -> list[tuple[str, str]]:
    """Open payments of pending orders that the provider was not asked about since then: provider and reference."""
    rows = await db.all(
        """
        update payment set asked_at = now() where id in (
            select payment.id from payment join purchase on purchase.id = payment.purchase_id
            where payment.state in ('open', 'processing') and purchase.status = 'pending'
            and payment.created_at < %s order by payment.asked_at nulls first, payment.id limit %s
        ) returning provider, reference
        """,
        (before, most),
    )
    return [(provider, reference) for provider, reference in rows]


async def expire(db: Connection, now: datetime) -> list[int]:
    """Close orders whose time is over, but for those whose payment is on its way."""
    rows = await db.all(
        """
        update purchase set status = 'expired', closed_at = %s
        where status = 'pending' and expires_at <= %s and not exists (
            select from payment where payment.purchase_id = purchase.id and payment.state = 'processing')
        returning id
        """,
        (now, now),
    )
    return [number for (number,) in rows]
