"""SQL on one order at a time: locked, billed, paid and closed."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from psycopg.types.json import Jsonb

from showground.core.database.pool import Connection
from showground.orders.models import OrderStatus
from showground.orders.withdrawal import Consent


@dataclass(frozen=True, slots=True)
class LockedOrder:
    """An order, locked until the end of the transaction."""

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
    coupon: str | None
    discount_cents: int
    price_version: int
    test: bool
    typed_billing: dict[str, str] | None
    """What was typed at the checkout before the order was changed; not checked."""
    coupon_released: bool
    """Whether another order has got the use of its coupon, because this one could not be paid."""


SELECT_ORDER = """
select id, number, account_id, status, created_at, expires_at, currency, net_cents, vat, vat_number, total_cents,
    billing, billing_version, coupon, discount_cents, price_version, test_order as test, typed_billing,
    coupon_released
from purchase
"""


async def lock_order(db: Connection, number: str) -> LockedOrder | None:
    return await db.one_as(LockedOrder, SELECT_ORDER + "where number = %s for update", (number,))


async def lock_order_by_id(db: Connection, order_id: int) -> LockedOrder | None:
    return await db.one_as(LockedOrder, SELECT_ORDER + "where id = %s for update", (order_id,))


async def find(db: Connection, number: str) -> LockedOrder | None:
    return await db.one_as(LockedOrder, SELECT_ORDER + "where number = %s", (number,))


async def is_test(db: Connection, order_id: int) -> bool:
    """Whether an order was made with a test key."""
    return await db.one("select from purchase where id = %s and test_order", (order_id,)) is not None


async def set_billing(
    db: Connection,
    order_id: int,
    billing: Mapping[str, Any],
    vat: Mapping[str, Any] | None,
    total_cents: int,
    evidence: Mapping[str, Any],
    consent: Mapping[str, Any] | None,
) -> None:
    """Store the buyer and the sums for them. If they change, earlier payment pages are out of date.

    A consent to the same words keeps the time at which it was first given.
    """
    await db.execute(
        """
        update purchase set billing = %(billing)s, vat = %(vat)s, total_cents = %(total)s, tax_evidence = %(evidence)s,
            withdrawal_consent = case when withdrawal_consent->>'text' = %(consent)s::jsonb->>'text'
                then withdrawal_consent else coalesce(%(consent)s, withdrawal_consent) end,
            typed_billing = null,
            billing_version = billing_version + case
                when billing is distinct from %(billing)s or total_cents <> %(total)s then 1 else 0 end
        where id = %(id)s
        """,
        {
            "id": order_id,
            "billing": Jsonb(billing),
            "vat": Jsonb(vat) if vat else None,
            "total": total_cents,
            "evidence": Jsonb(evidence),
            "consent": Jsonb(consent) if consent else None,
        },
    )


async def set_typed_billing(db: Connection, order_id: int, typed: Mapping[str, str]) -> None:
    await db.execute("update purchase set typed_billing = %s where id = %s", (Jsonb(typed), order_id))


async def set_vat_number(
    db: Connection, order_id: int, billing: Mapping[str, Any], check: Mapping[str, Any] | None
) -> None:
    """Store the buyer with a corrected VAT number, and the register's answer if the order has tax evidence."""
    await db.execute(
        """
        update purchase set billing = %s,
            tax_evidence = case when tax_evidence is null then null else tax_evidence || %s end
        where id = %s
        """,
        (Jsonb(billing), Jsonb({"number_check": check}), order_id),
    )


async def find_consent(db: Connection, order_id: int) -> Consent | None:
    row = await db.one("select withdrawal_consent from purchase where id = %s", (order_id,))
    return Consent(**row[0]) if row and row[0] else None


async def mark_paid(db: Connection, order: LockedOrder, at: datetime) -> None:
    """Mark an order as paid, with the buyer and sums of the page on which it was paid."""
    await db.execute(
        """
        update purchase set status = 'paid', paid_at = %s, billing = %s, vat = %s, total_cents = %s,
            typed_billing = null, coupon_released = false
        where id = %s
        """,
        (
            at,
            Jsonb(order.billing) if order.billing else None,
            Jsonb(order.vat) if order.vat else None,
            order.total_cents,
            order.id,
        ),
    )


async def mark_closed(db: Connection, order_id: int, status: OrderStatus, at: datetime) -> None:
    await db.execute(
        "update purchase set status = %s, closed_at = %s, typed_billing = null where id = %s", (status, at, order_id)
    )


async def store_refund(db: Connection, order_id: int, told: Mapping[str, Any]) -> None:
    await db.execute("update purchase set refund = %s where id = %s", (Jsonb(told), order_id))


async def read_refund(db: Connection, order_id: int) -> dict[str, list[str]]:
    """What was taken back with a refund, and what was not."""
    row = await db.one("select refund from purchase where id = %s", (order_id,))
    return row[0] if row and row[0] else {"undone": [], "kept": []}


async def expire(db: Connection, now: datetime) -> list[int]:
    """Close overdue orders, except those whose payment is on its way."""
    rows = await db.all(
        """
        update purchase set status = 'expired', closed_at = %s, typed_billing = null
        where status = 'pending' and expires_at <= %s and not exists (
            select from payment where payment.purchase_id = purchase.id and payment.state = 'processing')
        returning id
        """,
        (now, now),
    )
    return [number for (number,) in rows]
