"""Invoices: numbered without gaps, and kept as they were issued."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from psycopg.types.json import Jsonb

from showground.core.database import Connection
from showground.orders.models import Vat
from showground.orders.queries.orders import Held
from showground.orders.shop import Seller
from showground.orders.tax.wording import invoice_note


async def issue(db: Connection, order: Held, seller: Seller, prefix: str, now: datetime) -> str:
    """Issue the invoice of an order that was just paid; returns its number."""
    row = await db.one(
        """
        insert into invoice_counter (year, last) values (%s, 1)
        on conflict (year) do update set last = invoice_counter.last + 1 returning last
        """,
        (now.year,),
    )
    number = f"{prefix}-{now.year}-{row[0] if row else 0:06d}"
    lines = await db.all(
        "select name, listing_name, week::text, price_cents from purchase_line"
        " where purchase_id = %s order by position",
        (order.id,),
    )
    document: dict[str, Any] = {
        "order": order.number,
        "seller": asdict(seller),
        "buyer": order.billing,
        "lines": [
            {"name": name, "listing": listing, "week": week, "price_cents": price}
            for name, listing, week, price in lines
        ],
        "currency": order.currency,
        "net_cents": order.net_cents,
        "vat": order.vat,
        "vat_note": invoice_note(Vat(**order.vat), seller.exemption_words) if order.vat else None,
        "total_cents": order.total_cents,
    }
    await db.execute(
        "insert into invoice (number, purchase_id, issued_at, document) values (%s, %s, %s, %s)",
        (number, order.id, now, Jsonb(document)),
    )
    return number


async def find(db: Connection, purchase: int) -> tuple[str, datetime, Mapping[str, Any]] | None:
    row = await db.one("select number, issued_at, document from invoice where purchase_id = %s", (purchase,))
    return (row[0], row[1], row[2]) if row else None


async def read_lines(db: Connection, purchase: int) -> Sequence[Mapping[str, Any]]:
    """The lines of an order, as mails name them."""
    rows = await db.all(
        "select name, listing_name, price_cents from purchase_line where purchase_id = %s order by position",
        (purchase,),
    )
    return [{"name": name, "listing": listing, "price_cents": price} for name, listing, price in rows]
