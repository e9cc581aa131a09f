"""Documents of every kind, as they are issued: for the tests of PDF and XML, and to look at.

`python -m tests.orders.documents.samples FOLDER` draws them all into a folder.
"""

import sys
from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pypdfium2

from showground.orders.documents import rules
from showground.orders.documents.einvoice import make_xml
from showground.orders.documents.issuance import credit_lines
from showground.orders.documents.models import (
    Document,
    DocumentLine,
    Exchange,
    Language,
    Party,
    Reference,
    TaxPart,
)
from showground.orders.documents.pdf import make_pdf
from showground.orders.documents.wording import WORDS, say_tax_notes
from showground.orders.models import VatKind

DAY = date(2026, 11, 16)
GERMAN_SELLER = Party(
    name="Plainhand Software GmbH", address=["Lindenallee 12", "10117 Berlin"], country="DE", vat_number="DE136695976"
)
SMALL_SELLER = Party(name="Freja Brandt", address=["Am Deich 4", "24103 Kiel"], country="DE", tax_number="20/123/45678")
UK_SELLER = Party(name="Harrow & Pell Ltd", address=["18 Wharf Road", "Leeds LS1 4DY"], country="GB",
                  vat_number="GB123456782")  # fmt: skip
EXEMPTION = "Steuerfrei nach § 19 UStG (Steuerbefreiung für Kleinunternehmer)."
RATES = {"EUR": "1", "SEK": "10.9340", "GBP": "0.8412"}
GERMAN, UK = "Plainhand", "GBP"


def buyer(name: str, country: str, *address: str, **more: Any) -> Party:
    return Party(name=name, country=country, place=country, address=list(address), email="edda@buyer.example", **more)


def line(name: str, cents: int, listing: str | None = "Quince", weeks: int = 0, position: int = 0) -> DocumentLine:
    begins = date(2026, 11, 23)
    until = begins + timedelta(days=7 * weeks - 1)
    period = (begins, until) if weeks else None
    return rules.plain_line(position, name, listing, cents, period)


def make(
    number: str,
    seller: Party,
    to: Party,
    taxed: Sequence[tuple[VatKind, str, str | None, Sequence[DocumentLine]]],
    *,
    language: Language = "en",
    test: bool = False,
    currency: str | None = "EUR",
    tax: str = "VAT",
) -> Document:
    lines: list[DocumentLine] = []
    parts: list[TaxPart] = []
    for kind, rate, rate_of, mine in taxed:
        net = sum(each.net_cents for each in mine)
        cents = int((net * Decimal(rate) / 100).to_integral_value())
        parts.append(
            TaxPart(kind=kind, tax=tax, rule="Article 58", rate=Decimal(rate), rate_of=rate_of, net_cents=net,
                    tax_cents=cents)
        )  # fmt: skip
        shares = rules.split(cents, [each.net_cents for each in mine])
        rated = {"kind": kind, "tax": tax, "rate": Decimal(rate), "rate_of": rate_of}
        lines += [each.model_copy(update=rated | {"tax_cents": n}) for each, n in zip(mine, shares, strict=True)]
    lines = [each.model_copy(update={"position": n}) for n, each in enumerate(lines)]
    net, vat = sum(part.net_cents for part in parts), sum(part.tax_cents for part in parts)
    document = Document(
        kind="invoice", number=f"TEST-{number}" if test else number, test=test, language=language,
        order="SG-2026-000123", issued_on=DAY, supplied_on=DAY, paid_on=DAY, seller=seller, buyer=to, lines=lines,
        parts=parts, currency="USD", net_cents=net, vat_cents=vat, total_cents=net + vat,
        notes=say_tax_notes(parts, EXEMPTION, language),
    )  # fmt: skip
    return convert(document, currency)


def convert(document: Document, currency: str | None, earlier: Sequence[TaxPart] = ()) -> Document:
    if currency is None:
        return document
    exchange = Exchange(
        currency=currency, day=date(2026, 11, 13), document_per_euro=Decimal("1.0850"),
        seller_per_euro=Decimal(RATES[currency]), vat_cents=0,
    )  # fmt: skip
    parts = rules.convert_parts(document.parts, exchange, earlier)
    exchange.vat_cents = sum(part.seller_tax_cents or 0 for part in parts)
    return document.model_copy(update={"parts": parts, "exchange": exchange})


def credit(invoice: Document, amount: int, positions: Sequence[int] = (), number: str = "CN-2026-000004") -> Document:
    words = WORDS[invoice.language]
    lines, parts = credit_lines(invoice, (), invoice.parts, amount, positions, words)
    net, vat = sum(part.net_cents for part in parts), sum(part.tax_cents for part in parts)
    changed = invoice.model_copy(
        update={
            "kind": "credit_note", "number": number, "issued_on": date(2026, 12, 2), "paid_on": date(2026, 12, 2),
            "refers_to": Reference(number=invoice.number, issued_on=invoice.issued_on), "reason": words["refund"],
            "lines": lines, "parts": parts, "net_cents": net, "vat_cents": vat, "total_cents": net + vat,
        }
    )  # fmt: skip
    return convert(changed, invoice.exchange.currency if invoice.exchange else None)


def discount(line: DocumentLine, cents: int) -> DocumentLine:
    return line.model_copy(update={"net_cents": line.net_cents - cents, "discount_cents": cents})


def make_all() -> dict[str, Document]:
    """Every document by what it shows."""
    edda = buyer("Edda Falk", "AT", "Hafenstraße 9", "4020 Linz")
    firm = buyer("Marrowfat OG", "AT", "Hafenstraße 9", "4020 Linz", contact="Edda Falk", vat_number="ATU13585627")
    irish = buyer("Saoirse Ní Bhriain", "IE", "4 Quay Street", "Galway H91 X2P7")
    launch, featured = line("Launch", 4900, weeks=1), line("Featured for 30 days", 7900, weeks=4)
    person = line("Done for you", 19900)
    consumer = make("INV-2026-000041", GERMAN_SELLER, irish, [("standard", "23", "IE", [launch, featured])])
    mixed = make(
        "INV-2026-000042", GERMAN_SELLER, irish,
        [("standard", "23", "IE", [launch, featured]), ("standard", "19", "DE", [person])],
    )  # fmt: skip
    reverse = make("INV-2026-000043", GERMAN_SELLER, firm, [("reverse_charge", "0", None, [launch])], language="de")
    corrected = reverse.model_copy(
        update={
            "kind": "corrected_invoice", "number": "INV-2026-000044", "issued_on": date(2026, 12, 2),
            "refers_to": Reference(number="INV-2026-000041", issued_on=DAY),
            "reason": WORDS["de"]["vat_number_later"],
        }
    )  # fmt: skip
    long = buyer(
        "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft mit beschränkter Haftung"
        " und Compagnie Kommanditgesellschaft",
        "DE", "Straße der Deutsch-Sowjetischen Freundschaft 1234, Hinterhaus, Aufgang C, vierter Stock links, bei"
        " Familie Müller-Lüdenscheidt", "01097 Dresden",
    )  # fmt: skip
    many = [line(f"Featured for 30 days, a product with quite a long name, number {n}", 7900, weeks=4)
            for n in range(1, 21)]  # fmt: skip
    cheaper = make(
        "INV-2026-000051", GERMAN_SELLER, irish,
        [("standard", "23", "IE", [discount(launch, 490), featured]), ("standard", "19", "DE", [discount(person, 1)])],
    ).model_copy(update={"coupon": "WELCOME"})  # fmt: skip
    free = make("INV-2026-000052", GERMAN_SELLER, edda, [("standard", "20", "AT", [discount(launch, 4900)])],
                language="de").model_copy(update={"coupon": "SPRING-100"})  # fmt: skip
    return {
        "eu-consumer": consumer,
        "coupon": cheaper,
        "coupon-free-german": free,
        "coupon-credit-note": credit(cheaper, cheaper.total_cents),
        "eu-consumer-german": make(
            "INV-2026-000045", GERMAN_SELLER, edda, [("standard", "20", "AT", [launch, featured])], language="de"
        ),
        "reverse-charge": reverse,
        "small-business": make(
            "INV-2026-000003", SMALL_SELLER, edda, [("exempt", "0", None, [launch])], language="de"
        ),
        "own-tax-uk": make(
            "INV-2026-000007", UK_SELLER, buyer("Imogen Vale", "GB", "3 Hope Street", "Leeds LS2 7EW"),
            [("standard", "20", "GB", [featured])], currency="GBP",
        ),
        "outside-eu": make(
            "INV-2026-000046", GERMAN_SELLER, buyer("Avery Stone", "US", "500 Pine St", "Seattle, WA 98101"),
            [("outside_eu", "0", None, [launch, person])],
        ),
        "mixed-rates": mixed,
        "mixed-with-untaxed": make(
            "INV-2026-000047", GERMAN_SELLER, buyer("Imogen Vale", "GB", "3 Hope Street", "Leeds LS2 7EW"),
            [("standard", "20", "GB", [launch]), ("outside_eu", "0", None, [person])],
        ),
        "seller-in-sweden": make(
            "INV-2026-000002", GERMAN_SELLER.model_copy(
                update={"name": "Björk & Ek AB", "country": "SE", "vat_number": "SE123456789701",
                        "address": ["Storgatan 5", "411 38 Göteborg"]}
            ), irish, [("standard", "23", "IE", [featured])], currency="SEK",
        ),
        "seller-with-dollars": make(
            "INV-2026-000009", Party(name="Tin Roof LLC", address=["500 Pine St", "Seattle, WA 98101"], country="US"),
            irish, [("seller_outside_eu", "0", None, [launch])], currency=None,
        ),
        "credit-note-full": credit(mixed, mixed.total_cents),
        "credit-note-amount": credit(mixed, 5000),
        "credit-note-line": credit(consumer, 4900 + (consumer.lines[0].tax_cents or 0), [0]),
        "credit-note-german": credit(
            make("INV-2026-000045", GERMAN_SELLER, edda, [("standard", "20", "AT", [launch])], language="de"), 1200
        ),
        "corrected-invoice": corrected,
        "long": make("INV-2026-000048", GERMAN_SELLER, long, [("standard", "19", "DE", many)], language="de"),
        "scripts": make(
            "INV-2026-000049", GERMAN_SELLER,
            buyer("Ωραία Εφαρμογή ΕΠΕ · Мария Петрова · Nguyễn Thị Hường · 株式会社サクラ · 김철수 · 王小明", "GR",
                  "Οδός Ερμού 5 · ул. Ленина 7", "10563 Αθήνα", contact="Łukasz Żółć · Şebnem Çığ"),
            [("standard", "24", "GR", [line("Launch", 4900, "桜ノート · Чайка")])],
        ),
        "unknown-scripts": make(
            "INV-2026-000050", GERMAN_SELLER,
            buyer("विकास शर्मा ไทย 🚀 دانا שלום", "GR", "Οδός Ερμού 5", "10563 Αθήνα"),
            [("standard", "24", "GR", [launch])],
        ),
        "test": make(
            "INV-2026-000001", GERMAN_SELLER, irish, [("standard", "23", "IE", many)], test=True
        ),
    }  # fmt: skip


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, document in make_all().items():
        (folder / f"{name}.xml").write_bytes(make_xml(document))
        (folder / f"{name}.pdf").write_bytes(made := make_pdf(document))
        pages: Any = pypdfium2.PdfDocument(made)
        for number, page in enumerate(pages, 1):
            page.render(scale=1.4).to_pil().save(folder / f"{name}-{number}.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
