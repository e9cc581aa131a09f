"""SQL on tax documents: numbers without gaps, and documents that never change."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, LiteralString

from psycopg import sql
from psycopg.types.json import Jsonb

from showground.core.database.pool import Connection
from showground.orders.documents.models import Document, DocumentKind, Series
from showground.orders.documents.rules import choose_series


@dataclass(frozen=True, slots=True)
class DocumentSummary:
    """A document, as lists show it; amounts of credit notes are negative."""

    number: str
    kind: DocumentKind
    test: bool
    refers_to: str | None
    issued_on: date
    currency: str
    total_cents: int


async def take_number(db: Connection, series: Series, year: int) -> int:
    """The next number of a series. Others wait until this transaction ends, so that a rollback leaves no gap."""
    if series == "invoice":  # the version before counts these there as well
        row = await db.one(
            """
            insert into invoice_counter (year, last) values (%s, 1)
            on conflict (year) do update set last = invoice_counter.last + 1 returning last
            """,
            (year,),
        )
    else:
        row = await db.one(
            """
            insert into tax_document_counter (series, year, last) values (%s, %s, 1)
            on conflict (series, year) do update set last = tax_document_counter.last + 1 returning last
            """,
            (series, year),
        )
    return row[0] if row else 0


async def add(
    db: Connection, order_id: int, document: Document, at: datetime, *, seller_currency: str, refund: int | None = None
) -> None:
    """Store a document. Its columns are what reports need; they have the sign, which the document itself has not."""
    sign = -1 if document.kind == "credit_note" else 1
    exchange = document.exchange
    same_currency = seller_currency == document.currency
    seller_vat = document.vat_cents if same_currency else exchange.vat_cents if exchange else None
    await db.execute(
        """
        insert into tax_document (number, kind, series, test, purchase_id, refund_id, refers_to, language, issued_at,
            issued_on, supplied_on, paid_on, buyer, buyer_country, buyer_place, buyer_vat_number, currency, net_cents,
            vat_cents, total_cents, seller_currency, seller_vat_cents, exchange_on, document)
        values (%(number)s, %(kind)s, %(series)s, %(test)s, %(order_id)s, %(refund)s, %(refers_to)s, %(language)s,
            %(at)s, %(issued_on)s, %(supplied_on)s, %(paid_on)s, %(buyer)s, %(country)s, %(place)s, %(vat_number)s,
            %(currency)s, %(net)s, %(vat)s, %(total)s, %(seller_currency)s, %(seller_vat)s, %(exchange_on)s,
            %(document)s)
        """,
        {
            "number": document.number,
            "kind": document.kind,
            "series": choose_series(document.kind, test=document.test),
            "test": document.test,
            "order_id": order_id,
            "refund": refund,
            "refers_to": document.refers_to.number if document.refers_to else None,
            "language": document.language,
            "at": at,
            "issued_on": document.issued_on,
            "supplied_on": document.supplied_on,
            "paid_on": document.paid_on,
            "buyer": document.buyer.name,
            "country": document.buyer.country,
            "place": document.buyer.place or document.buyer.country,
            "vat_number": document.buyer.vat_number,
            "currency": document.currency,
            "net": sign * document.net_cents,
            "vat": sign * document.vat_cents,
            "total": sign * document.total_cents,
            "seller_currency": seller_currency,
            "seller_vat": None if seller_vat is None else sign * seller_vat,
            "exchange_on": exchange.day if exchange else None,
            "document": Jsonb(document.model_dump(mode="json")),
        },
    )
    await db.copy_rows(
        "tax_document_part (number, position, kind, tax, rule, rate, rate_of, net_cents, tax_cents, seller_net_cents,"
        " seller_tax_cents)",
        _part_rows(document, sign, same_currency=same_currency),
    )


def _part_rows(document: Document, sign: int, *, same_currency: bool) -> list[Sequence[Any]]:
    rows: list[Sequence[Any]] = []
    for position, part in enumerate(document.parts):
        net, tax = sign * part.net_cents, sign * part.tax_cents
        seller_net = net if same_currency else _signed(part.seller_net_cents, sign)
        seller_tax = tax if same_currency else _signed(part.seller_tax_cents, sign)
        which = (document.number, position, part.kind, part.tax, part.rule, part.rate, part.rate_of)
        rows.append((*which, net, tax, seller_net, seller_tax))
    return rows


def _signed(cents: int | None, sign: int) -> int | None:
    return None if cents is None else sign * cents


async def add_for_version_before(db: Connection, order_id: int, document: Document, at: datetime, earlier: Any) -> None:
    """Write an invoice where processes of the version before read it; the next release leaves this out."""
    await db.execute(
        "insert into invoice (number, purchase_id, issued_at, document) values (%s, %s, %s, %s)",
        (document.number, order_id, at, Jsonb(earlier)),
    )


async def find(db: Connection, number: str) -> Document | None:
    row = await db.one("select document from tax_document where number = %s", (number,))
    return Document.model_validate(row[0]) if row else None


async def find_of_order(db: Connection, order_id: int, number: str) -> Document | None:
    """A document, if it is one of this order."""
    row = await db.one("select document from tax_document where number = %s and purchase_id = %s", (number, order_id))
    return Document.model_validate(row[0]) if row else None


async def list_of_order(db: Connection, order_id: int) -> list[DocumentSummary]:
    """The documents of an order, in the order in which they were issued."""
    return await db.all_as(
        DocumentSummary,
        """
        select number, kind, test, refers_to, issued_on, currency, total_cents from tax_document
        where purchase_id = %s order by id
        """,
        (order_id,),
    )


async def read_all_of_order(db: Connection, order_id: int) -> list[Document]:
    """The same, whole."""
    rows = await db.all("select document from tax_document where purchase_id = %s order by id", (order_id,))
    return [Document.model_validate(document) for (document,) in rows]


# What the documents of an order come to, less what we have of its money: this is still to be credited. The sum counts
# and not single refunds. If a refund fails after it had succeeded, its credit note stays, since the money is still
# owed, and a second attempt at it gets none.
DUE: LiteralString = """
select payment.id, payment.purchase_id, (
    (select sum(total_cents) from tax_document where purchase_id = payment.purchase_id)
    - payment.amount_cents
    + (select coalesce(sum(amount_cents), 0) from refund where payment_id = payment.id and state = 'succeeded')
)::bigint as cents
from payment where payment.state in ('paid', 'refunded') and not payment.surplus
"""


async def get_due(db: Connection, order_id: int) -> int:
    """What of an order has gone back and is not credited yet, tax included."""
    row = await db.one(DUE + "and payment.purchase_id = %s", (order_id,))
    return max(row[2] or 0, 0) if row else 0


async def find_uncredited(db: Connection, most: int) -> list[int]:
    """Refunds that succeeded without a credit note, such as those that the version before noted."""
    statement = sql.SQL(
        """
        select refund.id from refund join ({due}) due on due.id = refund.payment_id
        where due.cents > 0 and refund.state = 'succeeded'
        and not exists (select from tax_document where refund_id = refund.id)
        order by refund.id limit %s
        """
    )
    rows = await (await db.execute(statement.format(due=sql.SQL(DUE)), (most,))).fetchall()
    return [number for (number,) in rows]
