"""SQL on the payments of the sandbox provider, which moves no money."""

from typing import Any

from psycopg.rows import dict_row

from showground.core.database.pool import Connection
from showground.orders.providers.interface import Charge


async def add(db: Connection, reference: str, charge: Charge) -> str:
    """Store a payment to be made; returns its reference, which for a charge with the same key is the first one."""
    row = await db.one(
        """
        insert into sandbox_payment (reference, key, site, number, amount_cents, currency, return_url,
            cancel_url)
        values (%s, %s, %s, %s, %s, %s, %s, %s)
        on conflict (key) do update set key = excluded.key returning reference
        """,
        (
            reference,
            charge.key,
            charge.site,
            charge.number,
            charge.total_cents,
            charge.currency,
            charge.return_url,
            charge.cancel_url,
        ),
    )
    return row[0] if row else ""


async def add_refund(db: Connection, reference: str, key: str, payment: str, amount_cents: int | None) -> str:
    """Store a refund, by default of the whole payment; returns its reference, which for the same key is the first."""
    row = await db.one(
        """
        insert into sandbox_refund (reference, key, payment, amount_cents)
        select %s, %s, reference, coalesce(%s, amount_cents) from sandbox_payment where reference = %s
        on conflict (key) do update set key = excluded.key returning reference
        """,
        (reference, key, amount_cents, payment),
    )
    await db.execute(
        """
        update sandbox_payment set state = 'refunded' where reference = %(payment)s and amount_cents <= (
            select sum(amount_cents) from sandbox_refund where payment = %(payment)s)
        """,
        {"payment": payment},
    )
    return row[0] if row else ""


async def find(db: Connection, reference: str) -> dict[str, Any] | None:
    async with db.cursor(row_factory=dict_row) as cursor:
        await cursor.execute(
            "select reference, key, site, number, amount_cents, currency, return_url, cancel_url, state"
            " from sandbox_payment where reference = %s",
            (reference,),
        )
        return await cursor.fetchone()


async def move(db: Connection, reference: str, before: str, after: str) -> None:
    """Change the state of a payment that is in the state `before`."""
    await db.execute(
        "update sandbox_payment set state = %s where reference = %s and state = %s", (after, reference, before)
    )
