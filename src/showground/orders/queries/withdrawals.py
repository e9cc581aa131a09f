"""SQL on withdrawal: what an order still allows, and the statements that consumers sent."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, LiteralString

from psycopg import sql

from showground.accounts import rows_of
from showground.core.data_model import DataModel
from showground.core.database.pool import Connection
from showground.orders.models import OrderStatus
from showground.orders.withdrawal import OrderedLine

Sender = Literal["link", "account", "email", "unknown"]
"""What speaks for the sender being the buyer: the order's secret link, their account, their email address, nothing."""


@dataclass(frozen=True, slots=True)
class WithdrawableOrder:
    """An order, as far as it matters for a withdrawal."""

    id: int
    number: str
    account_id: int | None
    status: OrderStatus
    paid_at: datetime | None
    net_cents: int
    billing: dict[str, Any] | None


@dataclass(frozen=True, slots=True)
class WithdrawalStatement:
    """What a consumer stated."""

    fingerprint: bytes
    purchase_id: int | None
    account_id: int | None
    sender: Sender
    stated_order: str
    positions: list[int] | None
    """The lines of the order that are meant; None for all of them, or if the order is not known."""
    name: str
    email: str
    body: str


@dataclass(frozen=True, slots=True)
class Stated:
    """When something was stated for the first time, and whether staff have something to do that they had not before."""

    stated_at: datetime
    opened: bool


class StoredWithdrawal(DataModel):
    """A statement, the order that it is about, if that is known, and what became of it."""

    id: int
    number: str | None
    test: bool | None
    order_status: OrderStatus | None
    order_email: str | None
    billing: dict[str, Any] | None
    net_cents: int | None
    paid_at: datetime | None
    sender: Sender
    stated_order: str
    name: str
    email: str
    body: str
    stated_at: datetime
    repeated_at: datetime | None
    answered_at: datetime | None
    note: str | None
    open: bool


MAX_SHOWN = 500  # to staff at once; the next appear when these are done

FIND: LiteralString = "select id, number, account_id, status, paid_at, net_cents, billing from purchase "
# Refunds that failed count as none, and those that correct an invoice or return surplus money are about something else.
REFUNDS = sql.SQL("""
refund join payment on payment.id = refund.payment_id where refund.purchase_id = statement.purchase_id
    and refund.state <> 'failed' and not refund.correction and not payment.surplus
""")
# The order was refunded in full. If the buyer's bank returned the money later, the payment is `paid` again.
SETTLED = sql.SQL("""
(p.status is not distinct from 'refunded' and not exists (
    select from payment where payment.purchase_id = p.id and payment.state = 'paid' and not payment.surplus))
""")
# What the statement is about was refunded: each item, and some of it after the buyer last wrote. A refund without items
# (`{}`) is an amount of which we don't know what it is for; one with null is of everything that was left.
REFUNDED = sql.SQL("""
(exists (select from {refunds} and refund.created_at >= coalesce(statement.repeated_at, statement.stated_at)
        and (refund.positions is null or coalesce(refund.positions && statement.positions, refund.positions <> '{{}}')))
    and not exists (select from purchase_line line where line.purchase_id = statement.purchase_id
        and line.price_cents > 0 and (statement.positions is null or line.position = any(statement.positions))
        and not exists (select from {refunds}
            and (refund.positions is null or line.position = any(refund.positions)))))
""").format(refunds=REFUNDS)
OPEN = sql.SQL("(statement.answered_at is null and not {} and not {})").format(SETTLED, REFUNDED)
SELECT = sql.SQL("""
select statement.id, p.number, p.test_order as test, p.status as order_status, p.billing->>'email' as order_email,
    p.billing, p.net_cents, p.paid_at, statement.sender, statement.stated_order, statement.name, statement.email,
    statement.body, statement.stated_at, statement.repeated_at, statement.answered_at, statement.note, {} as open
from withdrawal_statement statement left join purchase p on p.id = statement.purchase_id
""").format(OPEN)
# A repeat opens a statement again if it counted as done because of a refund before it.
STATE = sql.SQL("""
with before as (
    select {refunded} and not {settled} as opens
    from withdrawal_statement statement left join purchase p on p.id = statement.purchase_id
    where statement.fingerprint = %(fingerprint)s and statement.answered_at is null)
insert into withdrawal_statement (fingerprint, purchase_id, account_id, sender, stated_order, positions, name, email,
    body, stated_at)
values (%(fingerprint)s, %(purchase_id)s, %(account_id)s, %(sender)s, %(stated_order)s, %(positions)s, %(name)s,
    %(email)s, %(body)s, %(at)s)
on conflict (fingerprint) where answered_at is null do update set repeated_at = %(at)s
returning stated_at, repeated_at is null or coalesce((select opens from before), false) as opened
""").format(refunded=REFUNDED, settled=SETTLED)


async def find_order(db: Connection, number: str) -> WithdrawableOrder | None:
    return await db.one_as(WithdrawableOrder, FIND + "where number = %s", (number,))


async def find_orders(db: Connection, numbers: Sequence[str], account: int) -> list[WithdrawableOrder]:
    """Those of these orders that belong to the account."""
    return await db.all_as(
        WithdrawableOrder, FIND + "where number = any(%s) and account_id = %s", (list(numbers), account)
    )


async def list_lines(db: Connection, order_ids: Sequence[int]) -> list[OrderedLine]:
    """The lines of these orders. The place of a listing in a newsletter may be later than the one that was arranged."""
    return await db.all_as(
        OrderedLine,
        """
        select purchase_id, position, name, listing_name as listing, fulfilled_at,
            greatest(
                coalesce(done->'launch'->>'week', done->'relaunch'->>'week', done->'skip_queue'->>'week')::timestamp
                    at time zone 'UTC',
                (done->'featured'->>'until')::timestamptz,
                newsletter.week::timestamp at time zone 'UTC', postponed.week::timestamp at time zone 'UTC'
            ) as lasts_until,
            taken_back_at is not null or exists (
                select from refund where refund.purchase_id = line.purchase_id and refund.state <> 'failed'
                and line.position = any(refund.positions)) as refunded
        from purchase_line line
            cross join lateral (select (done->'newsletter_sponsor'->>'week')::date as week) newsletter
            cross join lateral (
                select max(place.week) as week from newsletter_sponsor place
                where place.listing_id = line.listing_id and place.week > newsletter.week and not exists (
                    select from newsletter_sponsor kept
                    where kept.listing_id = line.listing_id and kept.week = newsletter.week)) postponed
        where purchase_id = any(%s) order by purchase_id, position
        """,
        (list(order_ids),),
    )


async def has_sold(db: Connection, since: datetime) -> bool:
    """Whether anything was paid for since then."""
    return await db.one("select from purchase where paid_at > %s limit 1", (since,)) is not None


async def state(db: Connection, stated: WithdrawalStatement, at: datetime) -> Stated:
    """Store a statement. A repeat of one that is not answered yet only notes the time."""
    row = await db.one_as(
        Stated,
        STATE,
        {
            "fingerprint": stated.fingerprint,
            "purchase_id": stated.purchase_id,
            "account_id": stated.account_id,
            "sender": stated.sender,
            "stated_order": stated.stated_order,
            "positions": stated.positions,
            "name": stated.name,
            "email": stated.email,
            "body": stated.body,
            "at": at,
        },
    )
    return row or Stated(at, opened=False)


async def count_unknown_since(db: Connection, since: datetime) -> int:
    """Statements that anyone could have sent."""
    row = await db.one(
        "select count(*) from withdrawal_statement where stated_at > %s and sender = 'unknown'", (since,)
    )
    return row[0] if row else 0


async def list_open(db: Connection) -> list[StoredWithdrawal]:
    """Statements that nobody has answered and that led to no refund, oldest first; last what anyone could have sent."""
    return await db.all_as(
        StoredWithdrawal,
        SELECT
        + sql.SQL(
            """
            where statement.answered_at is null and {} order by statement.sender = 'unknown', statement.id limit %s
            """
        ).format(OPEN),
        (MAX_SHOWN,),
    )


async def list_of_order(db: Connection, number: str) -> list[StoredWithdrawal]:
    return await db.all_as(StoredWithdrawal, SELECT + sql.SQL("where p.number = %s order by statement.id"), (number,))


async def answer(db: Connection, number: int, by: int | None, note: str | None, at: datetime) -> bool:
    done = await db.execute(
        """
        update withdrawal_statement set answered_at = %s, answered_by = %s, note = %s
        where id = %s and answered_at is null
        """,
        (at, by, note, number),
    )
    return done.rowcount == 1


async def export_withdrawals(db: Connection, account: int) -> list[dict[str, Any]]:
    """What the account's holder stated, signed in or with their email address."""
    return await rows_of(
        db,
        account,
        """
        select stated_order, name, email, body, stated_at, repeated_at, answered_at from withdrawal_statement
        where account_id = %(account)s or email = (select lower(email::text collate "C") from account
            where id = %(account)s)
        order by id
        """,
    )


async def erase_unrelated(db: Connection, account: int) -> None:
    """Delete what the account's holder stated about no order that was paid, if staff have answered it."""
    await db.execute(
        """
        delete from withdrawal_statement statement
        where (account_id = %(account)s or email = (select lower(email::text collate "C") from account
                where id = %(account)s))
            and answered_at is not null
            and not exists (select from purchase p where p.id = statement.purchase_id and p.paid_at is not null)
        """,
        {"account": account},
    )
