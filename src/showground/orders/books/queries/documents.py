"""SQL that finds tax documents for staff."""

from dataclasses import dataclass
from datetime import date
from typing import LiteralString

from psycopg import sql

from showground.core.database.pool import Connection
from showground.orders.documents.models import DocumentKind


@dataclass(frozen=True, slots=True)
class FoundDocument:
    """A document in the list; amounts of credit notes are negative."""

    number: str
    kind: DocumentKind
    test: bool
    order: str
    refers_to: str | None
    issued_on: date
    buyer: str
    buyer_country: str
    buyer_vat_number: str | None
    listings: list[str]
    currency: str
    net_cents: int
    vat_cents: int
    total_cents: int


@dataclass(frozen=True, slots=True)
class DocumentFilter:
    """Filters for documents. `q` is part of a number, an order, a buyer, a VAT number or a listing's name."""

    q: str | None
    kind: DocumentKind | None
    country: str | None
    test: bool | None
    first: date | None
    last: date | None


SELECT: LiteralString = """
select doc.number, doc.kind, doc.test, p.number as "order", doc.refers_to, doc.issued_on, doc.buyer, doc.buyer_country,
    doc.buyer_vat_number, array(
        select distinct listing_name from purchase_line
        where purchase_id = p.id and listing_name is not null order by listing_name) as listings,
    doc.currency, doc.net_cents, doc.vat_cents, doc.total_cents
"""
FROM: LiteralString = "from tax_document doc join purchase p on p.id = doc.purchase_id where true"
NEWEST_FIRST: LiteralString = " order by doc.issued_on desc, doc.number desc offset %(skip)s limit %(most)s"
CONDITIONS: dict[str, LiteralString] = {
    "q": """ and (strpos(lower(doc.number), %(q)s) > 0 or strpos(lower(p.number), %(q)s) > 0
        or strpos(lower(doc.buyer), %(q)s) > 0 or strpos(lower(doc.buyer_vat_number), %(q)s) > 0
        or exists (select from purchase_line
            where purchase_id = p.id and strpos(lower(listing_name), %(q)s) > 0))""",
    "kind": " and doc.kind = %(kind)s",
    "country": " and doc.buyer_country = %(country)s",
    "test": " and doc.test = %(test)s",
    "first": " and doc.issued_on >= %(first)s",
    "last": " and doc.issued_on <= %(last)s",
}


async def find_documents(
    db: Connection, wanted: DocumentFilter, *, skip: int, most: int
) -> tuple[list[FoundDocument], int]:
    """One page of matches, newest first, and the total number."""
    values = {name: getattr(wanted, name) for name in CONDITIONS}
    values["q"] = wanted.q.strip().lower() if wanted.q else None
    conditions = sql.SQL("").join(sql.SQL(text) for name, text in CONDITIONS.items() if values[name] is not None)
    chosen = sql.SQL(FROM) + conditions
    found = await db.all_as(
        FoundDocument,
        sql.SQL(SELECT)
        + chosen
        + sql.SQL(" order by doc.issued_on desc, doc.number desc offset %(skip)s limit %(most)s"),
        values | {"skip": skip, "most": most},
    )
    total = await (await db.execute(sql.SQL("select count(*) ") + chosen, values)).fetchone()
    return found, total[0] if total else 0


async def list_countries(db: Connection) -> list[str]:
    """The buyer countries of all documents. Jumps along the index from country to country; reads few rows."""
    rows = await db.all(
        """
        with recursive known as (
            (select buyer_country from tax_document order by buyer_country limit 1)
            union all
            select (select buyer_country from tax_document where buyer_country > known.buyer_country
                order by buyer_country limit 1)
            from known where known.buyer_country is not null
        ) select buyer_country from known where buyer_country is not null
        """
    )
    return [country for (country,) in rows]
