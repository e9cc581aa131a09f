"""SQL on refunds. Each is requested once, and is done when the provider says so."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from showground.core.data_model import DataModel
from showground.core.database.pool import Connection
from showground.orders.providers.interface import RefundInfo
from showground.orders.queries.payments import Payment

Reason = Literal["staff", "surplus", "provider", "week_full", "no_access"]
"""Why: staff decided so; the order did not need the money; somebody did it at the provider; a launch week was full; the
account that made the order could not act for the listing any more."""
SELECT = """
select id, payment_id, purchase_id, amount_cents, reason, state, reference, positions, problem, created_at, finished_at,
    currency, attempts, retry_at, failed_references,
    (select surplus from payment where payment.id = refund.payment_id) as surplus,
    handled_at is not null or (select payment.state from payment where payment.id = refund.payment_id) = 'refunded'
        as handled
from refund
"""


@dataclass(frozen=True, slots=True)
class Refund:
    """A refund of a payment, pending or done."""

    id: int
    payment_id: int
    purchase_id: int
    amount_cents: int
    reason: Reason
    state: Literal["requested", "pending", "succeeded", "failed"]
    reference: str | None
    positions: list[int] | None
    """The lines whose effects are reversed; None for all of them."""
    problem: str | None
    created_at: datetime
    finished_at: datetime | None
    currency: str
    attempts: int
    retry_at: datetime | None
    failed_references: list[str]
    """The provider's ids of earlier attempts."""
    surplus: bool
    """Whether the order did not need the payment, or it came too late."""
    handled: bool
    """If it failed: whether staff have handled it, or the whole payment was refunded in another way."""


class FailedRefund(DataModel):
    """A failed refund."""

    id: int
    number: str
    amount_cents: int
    currency: str
    problem: str | None
    finished_at: datetime
    surplus: bool
    """Whether the order did not need the money."""


class Returned(DataModel):
    """A payment that the order did not need, or that came too late, and why it is refunded."""

    cents: int
    currency: str
    reason: Reason
    failed: bool
    """Whether the refund failed and nobody has handled it."""


class AutomaticRefund(DataModel):
    """An automatic refund, pending or done."""

    number: str
    amount_cents: int
    currency: str
    reason: Reason
    state: str
    created_at: datetime


async def add(
    db: Connection,
    payment: Payment,
    amount_cents: int,
    reason: Reason,
    at: datetime,
    *,
    positions: Sequence[int] | None = None,
    by: int | None = None,
    correction: bool = False,
) -> int:
    """Add a refund. Returns its number. `correction`: it refunds tax that a corrected invoice no longer charges."""
    row = await db.one(
        """
        insert into refund (payment_id, purchase_id, amount_cents, currency, reason, state, positions, requested_by,
            created_at, correction)
        values (%s, %s, %s, %s, %s, 'requested', %s, %s, %s, %s) returning id
        """,
        (
            payment.id,
            payment.purchase_id,
            amount_cents,
            payment.received_currency,
            reason,
            list(positions) if positions is not None else None,
            by,
            at,
            correction,
        ),
    )
    return row[0] if row else 0


async def find(db: Connection, refund: int) -> Refund | None:
    return await db.one_as(Refund, SELECT + "where id = %s", (refund,))


async def find_by_reference(db: Connection, reference: str) -> Refund | None:
    return await db.one_as(Refund, SELECT + "where reference = %s", (reference,))


async def list_of_payment(db: Connection, payment: int) -> list[Refund]:
    return await db.all_as(Refund, SELECT + "where payment_id = %s order by id", (payment,))


async def list_of_order(db: Connection, order_id: int) -> list[Refund]:
    return await db.all_as(Refund, SELECT + "where purchase_id = %s order by id", (order_id,))


async def sum_of_order(db: Connection, order_id: int) -> int:
    """Refunds of the payment that paid an order, pending or done."""
    row = await db.one(
        """
        select coalesce(sum(refund.amount_cents), 0)::bigint from refund join payment on payment.id = refund.payment_id
        where refund.purchase_id = %s and refund.state <> 'failed' and not payment.surplus
        """,
        (order_id,),
    )
    return row[0] if row else 0


async def list_returned(db: Connection, order_id: int) -> list[Returned]:
    """Payments that an order did not need or that came too late, by currency. They are refunded."""
    return await db.all_as(
        Returned,
        """
        select sum(cents)::bigint as cents, currency, min(reason) as reason, bool_or(failed) as failed from (
            select coalesce(paid_cents, amount_cents) as cents, coalesce(paid_currency, currency) as currency,
                (select reason from refund where payment_id = payment.id order by id limit 1) as reason,
                state = 'paid' and not exists (
                    select from refund where payment_id = payment.id
                    and (refund.state <> 'failed' or handled_at is not null)) as failed
            from payment where purchase_id = %s and surplus and state in ('paid', 'refunded')
        ) each where reason is not null group by currency order by currency
        """,
        (order_id,),
    )


async def sum_failed(db: Connection, order_id: int) -> int:
    """Failed refunds of the payment that paid an order, which nobody has handled."""
    row = await db.one(
        """
        select coalesce(sum(refund.amount_cents), 0)::bigint from refund join payment on payment.id = refund.payment_id
        where refund.purchase_id = %s and refund.state = 'failed' and handled_at is null and not payment.surplus
        and payment.state = 'paid'
        """,
        (order_id,),
    )
    return row[0] if row else 0


async def sum_left(db: Connection, order_id: int) -> int:
    """The part of the payment that paid an order which is not refunded, nor about to be."""
    row = await db.one(
        """
        select amount_cents - (
            select coalesce(sum(amount_cents), 0)::bigint from refund
            where payment_id = payment.id and state <> 'failed')
        from payment where purchase_id = %s and state = 'paid' and not surplus
        """,
        (order_id,),
    )
    return row[0] if row else 0


async def note(db: Connection, refund: int, told: RefundInfo, at: datetime) -> None:
    """Store the state of a refund at the provider."""
    await db.execute(
        """
        update refund set state = %(state)s, reference = coalesce(nullif(%(reference)s, ''), reference),
            problem = %(problem)s, finished_at = case when %(state)s = 'pending' then null else %(at)s end
        where id = %(refund)s
        """,
        {
            "refund": refund,
            "state": told.state,
            "reference": told.reference,
            "problem": told.problem,
            "at": at,
        },
    )


async def retry_later(db: Connection, refund: int, told: RefundInfo, at: datetime) -> None:
    """Record a failed attempt and when to try again, as a new refund at the provider."""
    await db.execute(
        """
        update refund set state = 'requested', attempts = attempts + 1, retry_at = %(at)s, problem = %(problem)s,
            failed_references = failed_references || array_remove(array[nullif(%(reference)s, '')], null),
            reference = null, finished_at = null
        where id = %(refund)s
        """,
        {"refund": refund, "at": at, "problem": told.problem, "reference": told.reference},
    )


async def list_failed(db: Connection) -> list[FailedRefund]:
    """Failed refunds that nobody has handled, unless the whole payment was refunded in another way."""
    return await db.all_as(
        FailedRefund,
        """
        select refund.id, purchase.number, refund.amount_cents, refund.currency, refund.problem, refund.finished_at,
            payment.surplus
        from refund join payment on payment.id = refund.payment_id join purchase on purchase.id = refund.purchase_id
        where refund.state = 'failed' and refund.handled_at is null and payment.state <> 'refunded' order by refund.id
        """,
    )


async def list_automatic(db: Connection, since: datetime) -> list[AutomaticRefund]:
    """Automatic refunds since then, newest first."""
    return await db.all_as(
        AutomaticRefund,
        """
        select purchase.number, refund.amount_cents, refund.currency, refund.reason, refund.state, refund.created_at
        from refund join purchase on purchase.id = refund.purchase_id
        where refund.reason in ('surplus', 'week_full', 'no_access') and refund.created_at > %s
        order by refund.id desc limit 100
        """,
        (since,),
    )


async def handle_failed(db: Connection, refund: int, at: datetime) -> bool:
    done = await db.execute(
        "update refund set handled_at = %s where id = %s and state = 'failed' and handled_at is null", (at, refund)
    )
    return done.rowcount == 1


async def handle_repeated(db: Connection, payment: int, amount_cents: int, at: datetime, *, whole: bool) -> None:
    """Mark failed refunds as handled, because staff refund the payment again: those of this amount, or all of them."""
    await db.execute(
        """
        update refund set handled_at = %s
        where payment_id = %s and state = 'failed' and handled_at is null and (%s or amount_cents = %s)
        """,
        (at, payment, whole, amount_cents),
    )


async def find_open(db: Connection, before: datetime, most: int) -> list[int]:
    """Pending refunds, oldest first, without those to be retried later."""
    rows = await db.all(
        """
        select id from refund where state in ('requested', 'pending') and created_at < %(before)s
        and (retry_at is null or retry_at < %(before)s) order by id limit %(most)s
        """,
        {"before": before, "most": most},
    )
    return [number for (number,) in rows]
