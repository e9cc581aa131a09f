"""Issues tax documents: what they say is decided here once, and stored."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from showground.core.database.pool import Connection
from showground.orders.documents import rules
from showground.orders.documents.exchange import find_exchange, state_exchange
from showground.orders.documents.models import (
    Document,
    DocumentKind,
    DocumentLine,
    Language,
    Party,
    Reference,
    TaxPart,
)
from showground.orders.documents.periods import find_periods
from showground.orders.documents.queries import documents
from showground.orders.documents.rules import Sold
from showground.orders.documents.wording import WORDS, say_product, say_tax_notes
from showground.orders.models import Vat
from showground.orders.product_models import Supply
from showground.orders.queries.lines import list_priced
from showground.orders.queries.orders import LockedOrder
from showground.orders.queries.refunds import Refund
from showground.orders.seller import Seller, Shop
from showground.orders.tax.vat_number_formats import normal_form


@dataclass(frozen=True, slots=True)
class Issuer:
    """Who issues documents of an order, and when."""

    shop: Shop
    order: LockedOrder
    at: datetime

    async def number(self, db: Connection, kind: DocumentKind, *, test: bool) -> str:
        prefix = self.shop.credit_note_prefix if kind == "credit_note" else self.shop.invoice_prefix
        count = await documents.take_number(db, rules.choose_series(kind, test=test), self.at.year)
        return rules.format_number(prefix, self.at.year, count, test=test)


async def issue_invoice(db: Connection, issuer: Issuer, *, test: bool, site_language: str) -> Document:
    """Issue the invoice of an order that was just paid."""
    order, shop, today = issuer.order, issuer.shop, issuer.at.date()
    buyer = _describe_buyer(order.billing or {})
    language = rules.choose_language(buyer.country, site_language)
    taxed = rules.parts_of_order(order.net_cents, Vat(**order.vat) if order.vat else None)
    parts = rules.describe_parts(taxed)
    exchange = await find_exchange(db, order.currency, shop.seller.currency, today)
    document = Document(
        kind="invoice",
        number=await issuer.number(db, "invoice", test=test),
        test=test,
        language=language,
        order=order.number,
        issued_on=today,
        supplied_on=today,
        paid_on=today if order.total_cents else None,
        seller=_describe_seller(shop.seller),
        buyer=buyer,
        lines=rules.tax_lines(await _read_sold(db, order, today, language), taxed),
        parts=parts,
        currency=order.currency,
        net_cents=order.net_cents,
        vat_cents=sum(part.tax_cents for part in parts),
        total_cents=order.total_cents,
        notes=say_tax_notes(parts, shop.seller.exemption_words, language),
        coupon=order.coupon,
    )
    document = state_exchange(document, exchange)
    await documents.add(db, order.id, document, issuer.at, seller_currency=shop.seller.currency)
    await documents.add_for_version_before(db, order.id, document, issuer.at, _earlier_form(issuer, document))
    return document


async def issue_credit_note(db: Connection, issuer: Issuer, refund: Refund) -> Document | None:
    """Issue the credit note of a refund that succeeded; None if the documents do not state that money any more."""
    order = issuer.order
    issued = await documents.read_all_of_order(db, order.id)
    invoice = next((each for each in reversed(issued) if each.kind != "credit_note"), None)
    if invoice is None:
        return None
    earlier = [each for each in issued if each.refers_to and each.refers_to.number == invoice.number]
    left = rules.subtract_parts(invoice.parts, [part for credit in earlier for part in credit.parts])
    due = await documents.get_due(db, order.id)
    amount = min(due, refund.amount_cents, sum(part.net_cents + part.tax_cents for part in left))
    if amount <= 0:
        return None
    words = WORDS[invoice.language]
    lines, parts = credit_lines(invoice, earlier, left, amount, refund.positions or (), words)
    document = await _credit(db, issuer, invoice, lines, parts, earlier, words["refund"])
    await documents.add(
        db, order.id, document, issuer.at, seller_currency=issuer.shop.seller.currency, refund=refund.id
    )
    return document


async def issue_correction(
    db: Connection, issuer: Issuer, invoice: Document, vat: Vat, vat_number: str
) -> tuple[Document, Document]:
    """Cancel an invoice by a credit note, and issue a corrected one with the buyer's VAT number.

    Two documents rather than one that amends the other (which Article 219 would allow), so that each states whole sums
    and the books add up without exceptions.
    """
    shop, order, language = issuer.shop, issuer.order, invoice.language
    reason = WORDS[language]["vat_number_later"]
    credit = await _credit(db, issuer, invoice, invoice.lines, invoice.parts, (), reason)
    notes = [*credit.notes, WORDS[language]["cancelled_by"]]
    credit = credit.model_copy(update={"notes": notes, "paid_on": None})  # no such sum goes back
    await documents.add(db, order.id, credit, issuer.at, seller_currency=shop.seller.currency)
    parts = rules.describe_parts(vat.parts)
    corrected = Document(
        kind="corrected_invoice",
        number=await issuer.number(db, "corrected_invoice", test=invoice.test),
        test=invoice.test,
        language=language,
        order=order.number,
        issued_on=issuer.at.date(),
        supplied_on=invoice.supplied_on,
        paid_on=invoice.paid_on,
        refers_to=Reference(number=invoice.number, issued_on=invoice.issued_on),
        reason=reason,
        seller=_describe_seller(shop.seller),
        buyer=invoice.buyer.model_copy(update={"vat_number": vat_number}),
        lines=rules.tax_lines(await _sold_again(db, order, invoice), vat.parts),
        parts=parts,
        currency=order.currency,
        net_cents=order.net_cents,
        vat_cents=vat.cents,
        total_cents=order.net_cents + vat.cents,
        notes=say_tax_notes(parts, shop.seller.exemption_words, language),
        coupon=invoice.coupon,
    )
    corrected = state_exchange(corrected, invoice.exchange)
    await documents.add(db, order.id, corrected, issuer.at, seller_currency=shop.seller.currency)
    return credit, corrected


def credit_lines(
    invoice: Document,
    earlier: Sequence[Document],
    left: Sequence[TaxPart],
    amount: int,
    positions: Sequence[int],
    words: Mapping[str, str],
) -> tuple[list[DocumentLine], list[TaxPart]]:
    """What a credit note lists, and its tax by rate.

    A first refund of everything lists the lines of the invoice, and one of the whole price of chosen lines lists
    those. Any other amount is one line for each rate.
    """
    taken = [line for line in invoice.lines if line.position is not None and line.position in positions]
    if not earlier and amount == invoice.total_cents:
        return list(invoice.lines), list(invoice.parts)
    if taken and not earlier and amount == sum(line.net_cents + (line.tax_cents or 0) for line in taken):
        return taken, rules.sum_lines(taken, invoice.parts)
    preferred = [
        sum(line.net_cents + (line.tax_cents or 0) for line in taken if rules.is_of(line, part)) for part in left
    ]
    parts = [part for part in rules.credit_parts(left, amount, preferred) if part.net_cents or part.tax_cents]
    whole = amount == sum(part.net_cents + part.tax_cents for part in left)
    name = words["refund"] if whole else words["partial_refund"]
    if taken:
        name = words["refund_of"].format(name=", ".join(line.name for line in taken))
    return [rules.line_of_part(name, part) for part in parts], parts


async def _credit(
    db: Connection,
    issuer: Issuer,
    invoice: Document,
    lines: Sequence[DocumentLine],
    parts: Sequence[TaxPart],
    earlier: Sequence[Document],
    reason: str,
) -> Document:
    """A credit note with these lines. It has the parties, language and exchange rates of the invoice."""
    net, tax = sum(part.net_cents for part in parts), sum(part.tax_cents for part in parts)
    document = invoice.model_copy(
        update={
            "kind": "credit_note",
            "number": await issuer.number(db, "credit_note", test=invoice.test),
            "issued_on": issuer.at.date(),
            "paid_on": issuer.at.date(),
            "refers_to": Reference(number=invoice.number, issued_on=invoice.issued_on),
            "reason": reason,
            "lines": list(lines),
            "parts": list(parts),
            "net_cents": net,
            "vat_cents": tax,
            "total_cents": net + tax,
        }
    )
    return state_exchange(document, invoice.exchange, [part for credit in earlier for part in credit.parts])


def _describe_seller(seller: Seller) -> Party:
    number = seller.vat_number
    return Party(
        name=seller.name,
        address=[part.strip() for part in (seller.address or "").split(";") if part.strip()],
        country=seller.country,
        vat_number=(normal_form(number, seller.country) or number) if number else None,
        tax_number=seller.tax_number,
    )


def _describe_buyer(billing: Mapping[str, Any]) -> Party:
    name, company = billing.get("name", ""), billing.get("company")
    return Party(
        name=company or name,
        contact=name if company and company != name else None,
        address=[text for text in (billing.get("address"), billing.get("city")) if text],
        country=billing.get("country", ""),
        place=billing.get("place"),
        vat_number=billing.get("vat_number"),
        email=billing.get("email"),
    )


async def _read_sold(db: Connection, order: LockedOrder, today: date, language: Language) -> list[Sold]:
    periods = await find_periods(db, order.id, today)
    return [
        Sold(
            rules.plain_line(
                line.position,
                say_product(line.name, language),
                line.listing_name,
                line.price_cents,
                periods.get(line.position),
                line.discount_cents,
            ),
            line.supply,
        )
        for line in await list_priced(db, order.id)
    ]


async def _sold_again(db: Connection, order: LockedOrder, invoice: Document) -> list[Sold]:
    """The lines of an invoice, to be taxed again."""
    supplies: dict[int, Supply] = {line.position: line.supply for line in await list_priced(db, order.id)}
    return [
        Sold(line, supplies.get(number if line.position is None else line.position, "electronic"))
        for number, line in enumerate(invoice.lines)
    ]


def _earlier_form(issuer: Issuer, document: Document) -> dict[str, Any]:
    """The invoice as the version before writes and shows it."""
    order, seller = issuer.order, issuer.shop.seller
    return {
        "order": order.number,
        "seller": {
            "name": seller.name,
            "country": seller.country,
            "address": seller.address,
            "vat_number": seller.vat_number,
            "exemption_words": seller.exemption_words,
        },
        "buyer": order.billing,
        "lines": [
            {
                "name": line.name,
                "listing": line.listing,
                "week": line.period_from.isoformat() if line.period_from else None,
                "price_cents": line.net_cents,
            }
            for line in document.lines
        ],
        "currency": order.currency,
        "net_cents": order.net_cents,
        "vat": order.vat,
        "vat_note": " ".join(document.notes) or None,
        "total_cents": order.total_cents,
    }
