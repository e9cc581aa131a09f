"""SQL on everyone's orders, as staff see them."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any, LiteralString

from psycopg import sql
from psycopg.rows import dict_row

from showground.core.data_model import DataModel
from showground.core.database.pool import Connection
from showground.orders.documents.queries.documents import DocumentSummary
from showground.orders.documents.queries.documents import list_of_order as list_documents
from showground.orders.models import OrderStatus
from showground.orders.queries.disputes import Dispute
from showground.orders.queries.disputes import list_of_order as list_disputes
from showground.orders.queries.lines import LAUNCH_WEEK
from showground.orders.queries.refunds import Refund, list_of_order, sum_left
from showground.orders.queries.tasks import PaymentProblem, list_problems
from showground.orders.tax.evidence import TaxEvidence
from showground.orders.withdrawal import Consent


class StaffOrder(DataModel):
    """An order, and whose it is."""

    number: str
    status: OrderStatus
    test: bool
    account: int | None
    email: str | None
    buyer: str | None
    created_at: datetime
    paid_at: datetime | None
    net_cents: int
    total_cents: int
    coupon: str | None
    discount_cents: int
    products: list[str]


class StaffOrderLine(DataModel):
    """A line of an order, and its progress."""

    name: str
    listing_id: int | None
    listing_name: str | None
    week: date | None
    launch_week: date | None
    categories: list[str] | None
    options: dict[str, Any] | None
    price_cents: int
    discount_cents: int
    fulfilled_at: datetime | None
    waits_for: str | None
    position: int
    taken_back_at: datetime | None


class StaffPayment(DataModel):
    """A page at the provider on which the order was or could have been paid."""

    provider: str
    reference: str
    amount_cents: int
    state: str
    created_at: datetime
    surplus: bool
    card_country: str | None


class StaffOrderShown(StaffOrder):
    """An order with all that happened to it."""

    refundable_cents: int
    """The part of the order's payment that is not refunded, nor about to be."""
    lines: list[StaffOrderLine]
    payments: list[StaffPayment]
    documents: list[DocumentSummary]
    billing: dict[str, Any] | None
    refund: dict[str, list[str]] | None
    evidence: TaxEvidence | None
    consent: Consent | None
    refunds: list[Refund]
    disputes: list[Dispute]
    problems: list[PaymentProblem]
    """Events about the order that we could not apply."""


COLUMNS: LiteralString = """
select p.id, p.number, p.status, p.test_order as test, p.account_id as account, account.email,
    p.billing->>'name' as buyer, p.created_at, p.paid_at, p.net_cents, p.total_cents, p.coupon, p.discount_cents,
    p.billing, p.refund, p.tax_evidence, p.withdrawal_consent as consent,
    array(select name from purchase_line line where line.purchase_id = p.id order by position) as products
from purchase p left join account on account.id = p.account_id
"""
LIST_LINES = sql.SQL("""
select name, listing_id, listing_name, week, categories, options, price_cents, discount_cents, fulfilled_at,
    waits_for, position, taken_back_at, {}
from purchase_line line where purchase_id = %(order_id)s order by position
""").format(LAUNCH_WEEK)
CHOSEN: LiteralString = """
where (%(status)s::text is null or p.status = %(status)s) and (%(q)s::text is null
    or strpos(lower(p.number), %(q)s) > 0 or strpos(lower(account.email::text), %(q)s) > 0
    or strpos(lower(p.billing->>'name'), %(q)s) > 0)
"""


async def list_orders(
    db: Connection, status: OrderStatus | None, q: str | None, *, skip: int, most: int
) -> tuple[list[StaffOrder], int]:
    """Orders, newest first, and how many there are. `q` is part of a number, an email address or a name."""
    values = {"status": status, "q": q.strip().lower() if q else None, "skip": skip, "most": most}
    async with db.cursor(row_factory=dict_row) as cursor:
        await cursor.execute(COLUMNS + CHOSEN + "order by p.id desc offset %(skip)s limit %(most)s", values)
        rows = await cursor.fetchall()
    counted = "select count(*) from purchase p left join account on account.id = p.account_id "
    total = await db.one(counted + CHOSEN, values)
    return [StaffOrder(**row) for row in rows], total[0] if total else 0


async def find_paid(db: Connection, listings: Sequence[int]) -> dict[int, list[str]]:
    """The numbers of paid orders for these listings, newest first; those of test payments don't count."""
    rows = await db.all(
        """
        select line.listing_id, array_agg(distinct p.number order by p.number desc)
        from purchase_line line join purchase p on p.id = line.purchase_id
        where line.listing_id = any(%s) and p.status = 'paid' and not p.test_order group by line.listing_id
        """,
        (list(listings),),
    )
    return dict(rows)


async def find_order(db: Connection, number: str, this_week: date) -> StaffOrderShown | None:
    async with db.cursor(row_factory=dict_row) as cursor:
        await cursor.execute(COLUMNS + "where p.number = %s", (number,))
        order = await cursor.fetchone()
        if order is None:
            return None
        await cursor.execute(LIST_LINES, {"order_id": order["id"], "this_week": this_week})
        lines = [StaffOrderLine(**row) for row in await cursor.fetchall()]
        await cursor.execute(
            """
            select provider, reference, amount_cents, state, created_at, surplus, card_country from payment
            where purchase_id = %s order by id
            """,
            (order["id"],),
        )
        payments = [StaffPayment(**row) for row in await cursor.fetchall()]
    evidence: dict[str, Any] | None = order.pop("tax_evidence")
    paid = next(
        (payment for payment in payments if payment.state in ("paid", "refunded") and not payment.surplus), None
    )
    return StaffOrderShown(
        **order,
        lines=lines,
        payments=payments,
        evidence=TaxEvidence.model_validate(evidence | {"card_country": paid.card_country if paid else None})
        if evidence
        else None,
        documents=await list_documents(db, order["id"]),
        refundable_cents=await sum_left(db, order["id"]),
        refunds=await list_of_order(db, order["id"]),
        disputes=await list_disputes(db, number),
        problems=await list_problems(db, number),
    )
