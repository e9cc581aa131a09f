"""The words of tax documents, in each language that we have. Nothing is claimed of tax but what we charge."""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from functools import cache
from typing import cast

from showground.core import languages
from showground.core.languages import in_language, open_languages, translated
from showground.orders.documents.models import Document, DocumentLine, Language, TaxPart
from showground.orders.models import VatKind
from showground.orders.tax.wording import USUAL_EXEMPTION_WORDS

WORDS: Mapping[Language, Mapping[str, str]] = {
    "en": {
        "invoice": "Invoice",
        "credit_note": "Credit note",
        "corrected_invoice": "Corrected invoice",
        "test": "TEST: Not valid for tax purposes. No money moved.",
        "order": "Order",
        "issued_on": "Date of issue",
        "issued_on_credit": "Date of issue",
        "supplied_on": "Date of supply",
        "refunded_on": "Date of refund",
        "paid_on": "Date of payment",
        "credit_note_for": "This credit note corrects invoice {number} of {day}.",
        "corrected_invoice_for": "This invoice replaces invoice {number} of {day}.",
        "seller": "Seller",
        "buyer": "Buyer",
        "vat_number": "VAT number",
        "tax_number": "Tax number",
        "service": "Service",
        "net": "Net",
        "rate": "Rate",
        "total": "Total",
        "total_credited": "Total credited",
        "total_net": "Total without tax",
        "from": "on",
        "page": "Page",
        "page_of": "of",
        "paid": "Paid in full.",
        "credited": "This amount was refunded.",
        "cancelled_by": "A corrected invoice replaces the original one.",
        "in_currency": "{tax} in {currency}",
        "rates": "European Central Bank reference rates of {day}: {rates}.",
        "discount": "Price {price}, less {discount} (coupon {coupon})",
        "refund": "Refund",
        "partial_refund": "Partial refund",
        "refund_of": "Refund: {name}",
        "vat_number_later": "The buyer's VAT number was added after payment.",
        "reverse_charge": "Reverse charge",
        "exempt": "VAT exempt",
        "outside_eu": "No VAT",
        "seller_outside_eu": "No VAT",
    },
    "de": {
        "invoice": "Rechnung",
        "credit_note": "Rechnungskorrektur",
        "corrected_invoice": "Berichtigte Rechnung",
        "test": "TEST: Kein Beleg für das Finanzamt. Es ist kein Geld geflossen.",
        "order": "Bestellung",
        "issued_on": "Rechnungsdatum",
        "issued_on_credit": "Ausstellungsdatum",
        "supplied_on": "Leistungsdatum",
        "refunded_on": "Erstattungsdatum",
        "paid_on": "Zahlungsdatum",
        "credit_note_for": "Diese Rechnungskorrektur berichtigt die Rechnung {number} vom {day}.",
        "corrected_invoice_for": "Diese Rechnung ersetzt die Rechnung {number} vom {day}.",
        "seller": "Verkäufer",
        "buyer": "Käufer",
        "vat_number": "USt-IdNr.",
        "tax_number": "Steuernummer",
        "service": "Leistung",
        "net": "Netto",
        "rate": "Satz",
        "total": "Gesamtbetrag",
        "total_credited": "Gutgeschriebener Betrag",
        "total_net": "Summe netto",
        "from": "auf",
        "page": "Seite",
        "page_of": "von",
        "paid": "Vollständig bezahlt.",
        "credited": "Dieser Betrag wurde erstattet.",
        "cancelled_by": "Eine berichtigte Rechnung ersetzt die ursprüngliche.",
        "in_currency": "{tax} in {currency}",
        "rates": "Referenzkurse der Europäischen Zentralbank vom {day}: {rates}.",
        "discount": "Preis {price}, abzüglich {discount} (Gutschein {coupon})",
        "refund": "Erstattung",
        "partial_refund": "Teilerstattung",
        "refund_of": "Erstattung: {name}",
        "vat_number_later": "Die USt-IdNr. des Käufers wurde nach der Zahlung ergänzt.",
        "reverse_charge": "Reverse charge",
        "exempt": "Steuerfrei",
        "outside_eu": "Ohne Umsatzsteuer",
        "seller_outside_eu": "Ohne Umsatzsteuer",
    },
}
TAX_NAMES: Mapping[Language, Mapping[str, str]] = {"en": {}, "de": {"VAT": "USt."}}
MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
          "December")  # fmt: skip
TAX_NOTES: Mapping[Language, Mapping[VatKind, str]] = {
    "en": {
        "reverse_charge": "Reverse charge: the recipient accounts for the VAT (Articles 44 and 196 of Directive"
        " 2006/112/EC).",
        "outside_eu": "We charge no VAT: the place of supply is outside the European Union.",
        "seller_outside_eu": "We charge no VAT.",
    },
    "de": {
        "reverse_charge": "Steuerschuldnerschaft des Leistungsempfängers (Reverse charge, Artikel 44 und 196 der"
        " Richtlinie 2006/112/EG).",
        "outside_eu": "Wir berechnen keine Umsatzsteuer: Der Leistungsort liegt außerhalb der Europäischen Union.",
        "seller_outside_eu": "Wir berechnen keine Umsatzsteuer.",
    },
}
# Where other items of the document are taxed.
MIXED_TAX_NOTES: Mapping[Language, Mapping[VatKind, str]] = {
    "en": {
        "outside_eu": "We charge no VAT on items without a rate: their place of supply is outside the European Union.",
        "seller_outside_eu": "We charge no VAT on items without a rate.",
    },
    "de": {
        "outside_eu": "Auf Leistungen ohne Satz berechnen wir keine Umsatzsteuer: Ihr Leistungsort liegt außerhalb der"
        " Europäischen Union.",
        "seller_outside_eu": "Auf Leistungen ohne Satz berechnen wir keine Umsatzsteuer.",
    },
}


def say_product(name: str, language: Language) -> str:
    """A shipped product in the document's language; one of the operator's own as they called it."""
    with in_language(_open(language)):
        return translated(name)


@cache
def _open(language: Language) -> languages.Language:
    """The shipped texts, because a document may be in a language that the site itself doesn't use."""
    return open_languages([language]).site


def say_tax_notes(parts: Sequence[TaxPart], exemption: str | None, language: Language) -> list[str]:
    """The sentences that the law asks for where no tax is charged. An exemption has the words of the seller's law."""
    notes: list[str] = []
    words = TAX_NOTES[language]
    if any(part.kind == "standard" for part in parts):
        words = {**words, **MIXED_TAX_NOTES[language]}
    for part in parts:
        note = words.get(part.kind)
        if part.kind == "exempt":
            note = exemption or USUAL_EXEMPTION_WORDS
        if note and note not in notes:
            notes.append(note)
    return notes


def say_country(code: str, language: Language) -> str:
    from babel import Locale  # noqa: PLC0415 - large, and needed only where a document is shown

    return cast("Mapping[str, str]", Locale(language).territories).get(code, code)


def say_reference(document: Document) -> str | None:
    """Which document this one corrects or replaces."""
    if document.refers_to is None:
        return None
    day = say_day(document.refers_to.issued_on, document.language)
    return WORDS[document.language][f"{document.kind}_for"].format(number=document.refers_to.number, day=day)


def say_tax(name: str, language: Language) -> str:
    return TAX_NAMES[language].get(name, name)


def say_day(day: date, language: Language) -> str:
    return f"{day:%d.%m.%Y}" if language == "de" else f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def say_amount(cents: int, language: Language) -> str:
    """`1,250.80` or `1.250,80`"""
    text = f"{abs(cents) // 100:,}.{abs(cents) % 100:02d}"
    if language == "de":
        text = text.translate(str.maketrans(",.", ".,"))
    return f"-{text}" if cents < 0 else text


def say_rate(rate: Decimal, language: Language) -> str:
    """`20%` or `8,1 %`"""
    text = f"{rate.normalize():f}"
    return f"{text.replace('.', ',')} %" if language == "de" else f"{text}%"


def say_discount(document: Document, line: DocumentLine) -> str | None:
    """The price before the discount, the discount and where it is from (Article 226(8))."""
    if not line.discount_cents:
        return None
    price = say_amount(line.net_cents + line.discount_cents, document.language)
    off = say_amount(line.discount_cents, document.language)
    return WORDS[document.language]["discount"].format(price=price, discount=off, coupon=document.coupon)


def say_rates(document: Document) -> str | None:
    """The exchange rates that the tax was converted at, where there is any."""
    exchange = document.exchange
    if exchange is None or not document.vat_cents:
        return None
    rates = f"1 EUR = {exchange.document_per_euro} {document.currency}"
    if exchange.currency != "EUR":
        rates += f" = {exchange.seller_per_euro} {exchange.currency}"
    if document.language == "de":
        rates = rates.replace(".", ",")
    return WORDS[document.language]["rates"].format(day=say_day(exchange.day, document.language), rates=rates)
