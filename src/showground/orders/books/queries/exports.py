"""SQL of the exports: one row per order, document, rate, payment or refund, by day, read one page at a time."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, LiteralString

from psycopg.rows import dict_row

from showground.core.database.pool import Connection
from showground.core.english_names import title_of
from showground.core.languages import Text
from showground.orders.books.models import Column, Cursor, Dataset, ExportPage, Row
from showground.orders.books.periods import Period

PAGE = 500


def _columns(*names: str, money: tuple[str, ...] = ()) -> list[Column]:
    return [Column(name=name, heading=title_of(name), kind="money" if name in money else "text") for name in names]


@dataclass(frozen=True, slots=True)
class Export:
    """How a dataset is read. The query selects `key_at` and `key_id`; the next page starts after the last of these."""

    about: str
    columns: list[Column]
    query: LiteralString


ORDERS: LiteralString = """
select p.created_at as key_at, p.id as key_id, p.number, p.status, p.created_at as ordered_at, p.paid_at, p.closed_at,
    coalesce(p.billing->>'company', p.billing->>'name') as buyer, p.billing->>'email' as buyer_email,
    p.billing->>'country' as buyer_country, p.billing->>'vat_number' as buyer_vat_number,
    array_to_string(array(
        select name from purchase_line line where line.purchase_id = p.id order by position), '; ') as products,
    p.currency, p.net_cents as net, p.total_cents - p.net_cents as vat, p.total_cents as total, (
        select coalesce(sum(refund.amount_cents), 0)::bigint from refund join payment on payment.id = refund.payment_id
        where refund.purchase_id = p.id and refund.state = 'succeeded' and not payment.surplus) as refunded,
    p.coupon, p.discount_cents as discount
from purchase p
where p.created_at >= %(from)s and p.created_at < %(until)s
    and (p.created_at, p.id) > (%(after_at)s::timestamptz, %(after_id)s::bigint)
    and %(test)s = (exists (select from payment where payment.purchase_id = p.id
            and coalesce(payment.test, payment.provider = 'sandbox'))
        or exists (select from tax_document where purchase_id = p.id and test))
order by p.created_at, p.id limit %(most)s
"""
DOCUMENTS: LiteralString = """
select doc.issued_on as key_at, doc.number as key_id, doc.number, doc.kind, doc.series, p.number as "order",
    doc.refers_to, doc.issued_on, doc.supplied_on, doc.paid_on, doc.buyer, doc.buyer_country, doc.buyer_place,
    doc.buyer_vat_number, doc.currency, doc.net_cents as net, doc.vat_cents as vat, doc.total_cents as total,
    doc.seller_currency, doc.seller_vat_cents as seller_vat, doc.exchange_on, doc.language,
    doc.document->>'coupon' as coupon, case when doc.kind = 'credit_note' then -1 else 1 end * (
        select coalesce(sum((line->>'discount_cents')::bigint), 0)::bigint
        from jsonb_array_elements(doc.document->'lines') line) as discount
from tax_document doc join purchase p on p.id = doc.purchase_id
where doc.issued_on >= %(first)s and doc.issued_on < %(last)s and doc.test = %(test)s
    and (doc.issued_on, doc.number) > (%(after_at)s::date, %(after_id)s::text)
order by doc.issued_on, doc.number limit %(most)s
"""
DOCUMENT_TAXES: LiteralString = """
with doc as (
    select * from tax_document doc
    where doc.issued_on >= %(first)s and doc.issued_on < %(last)s and doc.test = %(test)s
        and (doc.issued_on, doc.number) > (%(after_at)s::date, %(after_id)s::text)
    order by doc.issued_on, doc.number limit %(most)s
)
select doc.issued_on as key_at, doc.number as key_id, doc.number, doc.kind, p.number as "order", doc.issued_on,
    doc.supplied_on, doc.buyer_country, doc.buyer_vat_number, part.kind as treatment, part.tax, part.rule, part.rate,
    part.rate_of, doc.currency, part.net_cents as net, part.tax_cents as vat, doc.seller_currency,
    part.seller_net_cents as seller_net, part.seller_tax_cents as seller_vat
from doc join tax_document_part part on part.number = doc.number join purchase p on p.id = doc.purchase_id
order by doc.issued_on, doc.number, part.position
"""
PAYMENTS: LiteralString = """
select payment.paid_at as key_at, payment.id as key_id, payment.id, p.number as "order", payment.provider,
    payment.reference, payment.intent, payment.charge, payment.state, payment.surplus, payment.paid_at,
    payment.card_country, payment.currency, payment.amount_cents as amount, (
        select coalesce(sum(amount_cents), 0)::bigint from refund
        where refund.payment_id = payment.id and refund.state = 'succeeded') as refunded
from payment join purchase p on p.id = payment.purchase_id
where payment.paid_at >= %(from)s and payment.paid_at < %(until)s and payment.state in ('paid', 'refunded')
    and (payment.paid_at, payment.id) > (%(after_at)s::timestamptz, %(after_id)s::bigint)
    and coalesce(payment.test, payment.provider = 'sandbox') = %(test)s
order by payment.paid_at, payment.id limit %(most)s
"""
REFUNDS: LiteralString = """
select coalesce(refund.finished_at, refund.created_at) as key_at, refund.id as key_id, refund.id, p.number as "order",
    payment.provider, refund.reference, payment.reference as payment_reference, refund.reason, refund.state,
    payment.surplus, refund.correction, refund.created_at as requested_at, refund.finished_at,
    (select number from tax_document where refund_id = refund.id) as credit_note, refund.problem, payment.currency,
    refund.amount_cents as amount
from refund join payment on payment.id = refund.payment_id join purchase p on p.id = refund.purchase_id
where coalesce(refund.finished_at, refund.created_at) >= %(from)s
    and coalesce(refund.finished_at, refund.created_at) < %(until)s
    and (coalesce(refund.finished_at, refund.created_at), refund.id) >
        (%(after_at)s::timestamptz, %(after_id)s::bigint)
    and coalesce(payment.test, payment.provider = 'sandbox') = %(test)s
order by coalesce(refund.finished_at, refund.created_at), refund.id limit %(most)s
"""

EXPORTS: Mapping[Dataset, Export] = {
    "orders": Export(
        Text("Every order, paid or not, by the day it was placed."),
        _columns(
            *("number", "status", "ordered_at", "paid_at", "closed_at", "buyer", "buyer_email", "buyer_country"),
            *("buyer_vat_number", "products", "currency", "net", "vat", "total", "refunded", "coupon", "discount"),
            money=("net", "vat", "total", "refunded", "discount"),
        ),
        ORDERS,
    ),
    "documents": Export(
        Text("Every invoice, credit note and corrected invoice, by its date. Amounts of credit notes are negative."),
        _columns(
            *("number", "kind", "series", "order", "refers_to", "issued_on", "supplied_on", "paid_on", "buyer"),
            *("buyer_country", "buyer_place", "buyer_vat_number", "currency", "net", "vat", "total"),
            *("seller_currency", "seller_vat", "exchange_on", "language", "coupon", "discount"),
            money=("net", "vat", "total", "seller_vat", "discount"),
        ),
        DOCUMENTS,
    ),
    "document-taxes": Export(
        Text("The tax of every document, one row per rate."),
        _columns(
            *("number", "kind", "order", "issued_on", "supplied_on", "buyer_country", "buyer_vat_number", "treatment"),
            *("tax", "rule", "rate", "rate_of", "currency", "net", "vat", "seller_currency", "seller_net"),
            "seller_vat",
            money=("net", "vat", "seller_net", "seller_vat"),
        ),
        DOCUMENT_TAXES,
    ),
    "payments": Export(
        Text("Every payment received, by day, with the amount refunded. “Surplus” is money that no order needed."),
        _columns(
            *("id", "order", "provider", "reference", "intent", "charge", "state", "surplus", "paid_at"),
            *("card_country", "currency", "amount", "refunded"),
            money=("amount", "refunded"),
        ),
        PAYMENTS,
    ),
    "refunds": Export(
        Text("Every refund, by the day it was completed, or requested if it is still pending."),
        _columns(
            *("id", "order", "provider", "reference", "payment_reference", "reason", "state", "surplus", "correction"),
            *("requested_at", "finished_at", "credit_note", "problem", "currency", "amount"),
            money=("amount",),
        ),
        REFUNDS,
    ),
}


async def read_page(
    db: Connection, dataset: Dataset, period: Period, *, test: bool, after: Cursor | None, most: int = PAGE
) -> ExportPage:
    """The next rows, and the cursor of the page after them; None at the end."""
    values: dict[str, Any] = {
        "from": period.begins_at,
        "until": period.ends_at,
        "first": period.first,
        "last": period.until,
        "test": test,
        "most": most,
        "after_at": after.at if after else "-infinity",
        "after_id": after.id if after else "" if dataset.startswith("document") else "0",
    }
    async with db.cursor(row_factory=dict_row) as cursor:
        await cursor.execute(EXPORTS[dataset].query, values)
        found = await cursor.fetchall()
    rows: list[Row] = [{name: row[name] for name in row if name not in ("key_at", "key_id")} for row in found]
    keys = {(row["key_at"], row["key_id"]) for row in found}
    if len(keys) < most:
        return ExportPage(rows, None)
    return ExportPage(rows, Cursor(at=found[-1]["key_at"].isoformat(), id=str(found[-1]["key_id"])))
