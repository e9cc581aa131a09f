"""Made-up sales: orders with their payments, refunds and documents, as the application would have written them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from random import Random

from psycopg.types.json import Jsonb

from showground.core.database.pool import Connection
from showground.orders.documents.models import Document, DocumentLine, Exchange, Party, Reference, TaxPart
from showground.orders.documents.queries import documents

PRODUCTS = {
    "launch": ("Launch", 4900),
    "featured": ("Featured for 30 days", 7900),
    "ai_review": ("Listing check", 1900),
}
RATES = {"DE": "19", "AT": "20", "FR": "20", "FI": "25.5", "HU": "27", "GB": "20", "CH": "8.1"}
NAMES = ("Edda Falk", "Jean Müller", "Aino Virtanen", "Szabó Ilona", "Ruth Okafor", "Li Wei")
SELLER = Party(name="Showground GmbH", address=["Hafen 1", "20457 Hamburg"], country="DE", vat_number="DE136695976")


@dataclass(frozen=True)
class Sale:
    """An order that was paid, and what happened to it."""

    paid_at: datetime
    products: tuple[str, ...] = ("launch",)
    country: str = "AT"
    kind: str = "standard"
    vat_number: str | None = None
    name: str = "Edda Falk"
    refunds: tuple[tuple[datetime, int | None], ...] = ()
    """When something was refunded, and how much of the net amount; all of it without a number."""
    surplus: bool = False
    exchange: bool = True
    test: bool = False
    listing: str = "Siltbase"


def make_sales(random: Random, count: int, year: int = 2026) -> list[Sale]:
    """Sales of every kind, spread over a year."""
    sales: list[Sale] = []
    for _ in range(count):
        paid = datetime(year, 1, 1, tzinfo=UTC) + timedelta(seconds=random.randrange(365 * 86_400))
        kind, country, number = random.choice(
            [
                *(("standard", country, None) for country in RATES),
                ("reverse_charge", "AT", "ATU13585627"),
                ("reverse_charge", "FR", f"FR{random.randrange(10**10, 10**11)}"),
                ("exempt", "DE", None),
                ("outside_eu", "US", None),
                ("seller_outside_eu", "BR", None),
            ]
        )
        back = paid + timedelta(days=random.randrange(120))
        products = tuple(random.choices(list(PRODUCTS), k=random.randrange(1, 4)))
        sale = Sale(paid, products, country, kind, number, random.choice(NAMES), exchange=random.random() < 0.9)
        if random.random() < 0.3:
            sale = replace(sale, refunds=((back, random.choice([None, 700])),))
        sales.append(replace(sale, surplus=random.random() < 0.1, test=random.random() < 0.1))
    return sales


async def add_sales(db: Connection, sales: Sequence[Sale]) -> list[str]:
    """Write sales; returns the numbers of their orders."""
    numbers: list[str] = []
    for sale in sales:
        row = await db.one("select nextval('purchase_number'), (select count(*) from tax_document)")
        count, documented = row or (0, 0)
        numbers.append(await _add(db, sale, f"SG-{sale.paid_at.year}-{count:06d}", documented))
    return numbers


async def _add(db: Connection, sale: Sale, number: str, count: int) -> str:
    net = sum(PRODUCTS[product][1] for product in sale.products)
    part = _part(sale, net)
    total = net + part.tax_cents
    billing = {"kind": "person", "name": sale.name, "email": "buyer@buyer.example", "country": sale.country}
    row = await db.one(
        """
        insert into purchase (number, status, created_at, expires_at, paid_at, net_cents, total_cents, billing)
        values (%s, 'paid', %s, %s, %s, %s, %s, %s) returning id
        """,
        (
            number,
            sale.paid_at - timedelta(minutes=5),
            sale.paid_at + timedelta(days=7),
            sale.paid_at,
            net,
            total,
            Jsonb(billing | {"vat_number": sale.vat_number}),
        ),
    )
    order_id = row[0] if row else 0
    await db.copy_rows(
        "purchase_line (purchase_id, position, product, name, parts, listing_name, price_cents, fulfilled_at)",
        (
            (order_id, place, code, PRODUCTS[code][0], [code], sale.listing, PRODUCTS[code][1], sale.paid_at)
            for place, code in enumerate(sale.products)
        ),
    )
    payment = await _add_payment(db, sale, order_id, total, surplus=False)
    prefix = "TEST-" if sale.test else ""
    invoice = _invoice(sale, number, f"{prefix}INV-{sale.paid_at.year}-{count + 1:06d}", part)
    await documents.add(db, order_id, invoice, sale.paid_at, seller_currency="EUR")
    if sale.surplus:
        second = await _add_payment(db, sale, order_id, total, surplus=True)
        await _add_refund(db, second, order_id, total, "surplus", sale.paid_at + timedelta(hours=1))
    for place, (at, share) in enumerate(sale.refunds):
        back = _part(sale, net if share is None else share)
        refund = await _add_refund(db, payment, order_id, back.net_cents + back.tax_cents, "staff", at)
        name = f"{prefix}CN-{at.year}-{count + 2 + place:06d}"
        credit = _credit(invoice, name, at, back, whole=share is None)
        await documents.add(db, order_id, credit, at, seller_currency="EUR", refund=refund)
        if share is None:
            await db.execute("update purchase set status = 'refunded', closed_at = %s where id = %s", (at, order_id))
            await db.execute("update payment set state = 'refunded' where id = %s", (payment,))
    return number


async def _add_payment(db: Connection, sale: Sale, order_id: int, cents: int, *, surplus: bool) -> int:
    row = await db.one(
        """
        insert into payment (purchase_id, provider, reference, url, amount_cents, currency, billing, billing_version,
            state, created_at, paid_at, surplus, test, card_country)
        values (%s, %s, gen_random_uuid()::text, '', %s, 'USD', '{}', 1, 'paid', %s, %s, %s, %s, %s) returning id
        """,
        (
            order_id,
            "sandbox" if sale.test else "stripe",
            cents,
            sale.paid_at,
            sale.paid_at,
            surplus,
            sale.test,
            sale.country,
        ),
    )
    return row[0] if row else 0


async def _add_refund(db: Connection, payment: int, order_id: int, cents: int, reason: str, at: datetime) -> int:
    row = await db.one(
        """
        insert into refund (payment_id, purchase_id, amount_cents, reason, state, created_at, finished_at)
        values (%s, %s, %s, %s, 'succeeded', %s, %s) returning id
        """,
        (payment, order_id, cents, reason, at - timedelta(minutes=1), at),
    )
    return row[0] if row else 0


def _in_euros(cents: int) -> int:
    return int((cents * Decimal("0.9")).quantize(Decimal(1), ROUND_HALF_UP))


def _part(sale: Sale, net: int) -> TaxPart:
    rate = Decimal(RATES[sale.country]) if sale.kind == "standard" else Decimal(0)
    tax = int((net * rate / 100).quantize(Decimal(1), ROUND_HALF_UP))
    return TaxPart(
        kind=sale.kind,  # pyright: ignore[reportArgumentType]
        tax="VAT",
        rule="Article 58",
        rate=rate,
        rate_of=sale.country if sale.kind == "standard" else None,
        net_cents=net,
        tax_cents=tax,
        seller_net_cents=_in_euros(net) if sale.exchange else None,
        seller_tax_cents=_in_euros(tax) if sale.exchange else None,
    )


def _invoice(sale: Sale, order: str, number: str, part: TaxPart) -> Document:
    day = sale.paid_at.date()
    exchange = Exchange(
        currency="EUR",
        day=day - timedelta(days=1),
        document_per_euro=Decimal("1.1111"),
        seller_per_euro=Decimal(1),
        vat_cents=part.seller_tax_cents or 0,
    )
    return Document(
        kind="invoice",
        number=number,
        test=sale.test,
        language="en",
        order=order,
        issued_on=day,
        supplied_on=day,
        paid_on=day,
        seller=SELLER,
        buyer=Party(
            name=sale.name, address=["Street 1", "1010 Town"], country=sale.country, vat_number=sale.vat_number
        ),
        lines=[_line(place, PRODUCTS[code][0], PRODUCTS[code][1], part) for place, code in enumerate(sale.products)],
        parts=[part],
        currency="USD",
        net_cents=part.net_cents,
        vat_cents=part.tax_cents,
        total_cents=part.net_cents + part.tax_cents,
        exchange=exchange if sale.exchange else None,
    )


def _credit(invoice: Document, number: str, at: datetime, part: TaxPart, *, whole: bool) -> Document:
    lines = invoice.lines if whole else [_line(None, "Partial refund", part.net_cents, part)]
    exchange = invoice.exchange
    return invoice.model_copy(
        update={
            "kind": "credit_note",
            "number": number,
            "issued_on": at.date(),
            "paid_on": at.date(),
            "refers_to": Reference(number=invoice.number, issued_on=invoice.issued_on),
            "lines": lines,
            "parts": [part],
            "net_cents": part.net_cents,
            "vat_cents": part.tax_cents,
            "total_cents": part.net_cents + part.tax_cents,
            "exchange": exchange.model_copy(update={"vat_cents": part.seller_tax_cents or 0}) if exchange else None,
        }
    )


def _line(position: int | None, name: str, net: int, part: TaxPart) -> DocumentLine:
    return DocumentLine(
        position=position,
        name=name,
        listing="Siltbase" if position is not None else None,
        net_cents=net,
        kind=part.kind,
        tax=part.tax,
        rate=part.rate,
        rate_of=part.rate_of,
        tax_cents=0,
    )
