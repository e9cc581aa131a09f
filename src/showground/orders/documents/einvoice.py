"""A tax document as XML by EN 16931, in the syntax of UN/CEFACT (CII), as Factur-X and ZUGFeRD embed it in PDFs.

Names of elements are those of the standard. The tests check what is made here with the standard's own schema and rules.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from xml.etree import ElementTree as ET  # it only writes here  # nosec B405

from showground.orders.documents import wording
from showground.orders.documents.models import Document, DocumentKind, DocumentLine, Party, TaxPart
from showground.orders.documents.wording import WORDS, say_rates, say_reference
from showground.orders.models import VatKind

NAMESPACES = {
    "rsm": "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100",
    "ram": "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100",
    "udt": "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100",
}
PROFILE = "urn:cen.eu:en16931:2017"
TYPE_CODES: dict[DocumentKind, str] = {"invoice": "380", "credit_note": "381", "corrected_invoice": "384"}
CATEGORIES: dict[VatKind, str] = {
    "standard": "S",
    "reverse_charge": "AE",
    "exempt": "E",
    "outside_eu": "O",
    "seller_outside_eu": "O",
}
REASON_CODES = {"AE": "VATEX-EU-AE", "O": "VATEX-EU-O"}
ONE = "C62"  # the unit "one"
NOT_SUBJECT = "O"
MAX_ADDRESS_LINES = 3
NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class XmlElement:
    """An element, and a short way to add others below it."""

    def __init__(self, element: ET.Element) -> None:
        self.element = element

    def add(self, name: str, text: str | None = None, **attributes: str) -> "XmlElement":
        prefix, _, local = name.rpartition(":")
        child = ET.SubElement(self.element, f"{{{NAMESPACES[prefix or 'ram']}}}{local}", attributes)
        child.text = NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text) if text else text
        return XmlElement(child)

    def add_day(self, name: str, day: date) -> None:
        self.add(name).add("udt:DateTimeString", f"{day:%Y%m%d}", format="102")


def make_xml(document: Document) -> bytes:
    for prefix, namespace in NAMESPACES.items():
        ET.register_namespace(prefix, namespace)
    root = XmlElement(ET.Element(f"{{{NAMESPACES['rsm']}}}CrossIndustryInvoice"))
    context = root.add("rsm:ExchangedDocumentContext")
    context.add("GuidelineSpecifiedDocumentContextParameter").add("ID", PROFILE)
    _add_head(root.add("rsm:ExchangedDocument"), document)
    transaction = root.add("rsm:SupplyChainTradeTransaction")
    category_of = _Categories(document)
    for number, line in enumerate(document.lines, 1):
        item = transaction.add("IncludedSupplyChainTradeLineItem")
        _add_line(item, number, line, category_of, wording.say_discount(document, line))
    agreement = transaction.add("ApplicableHeaderTradeAgreement")
    _add_party(agreement.add("SellerTradeParty"), document.seller, without_vat=category_of.not_subject, seller=True)
    _add_party(agreement.add("BuyerTradeParty"), document.buyer, without_vat=category_of.not_subject)
    agreement.add("SellerOrderReferencedDocument").add("IssuerAssignedID", document.order)
    delivery = transaction.add("ApplicableHeaderTradeDelivery").add("ActualDeliverySupplyChainEvent")
    delivery.add_day("OccurrenceDateTime", document.supplied_on)
    _add_settlement(transaction.add("ApplicableHeaderTradeSettlement"), document, category_of)
    ET.indent(root.element)
    return ET.tostring(root.element, encoding="UTF-8", xml_declaration=True)


class _Categories:
    """The category of each kind of tax in one document.

    "Not subject to VAT" may not be mixed with others on an invoice. Where it would be, that part counts as exempt.
    """

    def __init__(self, document: Document) -> None:
        plain = {CATEGORIES[part.kind] for part in document.parts}
        self.not_subject = plain == {NOT_SUBJECT}

    def __call__(self, each: TaxPart | DocumentLine) -> str:
        category = CATEGORIES[each.kind]
        if category == "S" and not each.rate:
            return "Z"
        return "E" if category == NOT_SUBJECT and not self.not_subject else category


def _add_head(node: XmlElement, document: Document) -> None:
    words = WORDS[document.language]
    node.add("ID", document.number)
    node.add("TypeCode", TYPE_CODES[document.kind])
    node.add_day("IssueDateTime", document.issued_on)
    notes = [words["test"]] if document.test else []
    notes += filter(None, [say_reference(document)])
    notes += [*document.notes, *filter(None, [document.reason, say_rates(document)])]
    for note in notes:
        node.add("IncludedNote").add("Content", note)


def _add_line(
    node: XmlElement, number: int, line: DocumentLine, category_of: _Categories, discount: str | None
) -> None:
    node.add("AssociatedDocumentLineDocument").add("LineID", str(number))
    product = node.add("SpecifiedTradeProduct")
    product.add("Name", line.name)
    if line.listing:
        product.add("Description", line.listing)
    price = node.add("SpecifiedLineTradeAgreement").add("NetPriceProductTradePrice")
    price.add("ChargeAmount", _amount(line.net_cents + line.discount_cents))
    node.add("SpecifiedLineTradeDelivery").add("BilledQuantity", "1", unitCode=ONE)
    settlement = node.add("SpecifiedLineTradeSettlement")
    tax, category = settlement.add("ApplicableTradeTax"), category_of(line)
    tax.add("TypeCode", "VAT")
    tax.add("CategoryCode", category)
    if category != NOT_SUBJECT:
        tax.add("RateApplicablePercent", f"{line.rate:f}")
    if line.period_from and line.period_until:
        period = settlement.add("BillingSpecifiedPeriod")
        period.add_day("StartDateTime", line.period_from)
        period.add_day("EndDateTime", line.period_until)
    if discount:
        allowance = settlement.add("SpecifiedTradeAllowanceCharge")
        allowance.add("ChargeIndicator").add("udt:Indicator", "false")
        allowance.add("ActualAmount", _amount(line.discount_cents))
        allowance.add("Reason", discount)
    settlement.add("SpecifiedTradeSettlementLineMonetarySummation").add("LineTotalAmount", _amount(line.net_cents))


def _add_party(node: XmlElement, party: Party, *, without_vat: bool, seller: bool = False) -> None:
    """A party. Where nothing is subject to VAT the standard takes no VAT number; the seller's is a tax number then."""
    if seller and (without_vat or not party.vat_number):
        node.add("ID", party.vat_number or party.tax_number or party.name)
    node.add("Name", party.name)
    if party.contact:
        node.add("DefinedTradeContact").add("PersonName", party.contact)
    address = node.add("PostalTradeAddress")
    lines = [*party.address[: MAX_ADDRESS_LINES - 1], ", ".join(party.address[MAX_ADDRESS_LINES - 1 :])]
    for name, text in zip(("LineOne", "LineTwo", "LineThree"), filter(None, lines), strict=False):
        address.add(name, text)
    address.add("CountryID", party.country)
    if party.email:
        node.add("URIUniversalCommunication").add("URIID", party.email, schemeID="EM")
    if party.vat_number and not without_vat:
        node.add("SpecifiedTaxRegistration").add("ID", party.vat_number, schemeID="VA")
    if seller and (number := party.tax_number or (party.vat_number if without_vat else None)):
        node.add("SpecifiedTaxRegistration").add("ID", number, schemeID="FC")


def _add_settlement(node: XmlElement, document: Document, category_of: _Categories) -> None:
    if document.exchange and document.vat_cents:
        node.add("TaxCurrencyCode", document.exchange.currency)
    node.add("InvoiceCurrencyCode", document.currency)
    for category, rate, parts in _group_parts(document.parts, category_of):
        tax = node.add("ApplicableTradeTax")
        tax.add("CalculatedAmount", _amount(sum(part.tax_cents for part in parts)))
        tax.add("TypeCode", "VAT")
        if category not in ("S", "Z"):
            tax.add("ExemptionReason", " ".join(document.notes) or parts[0].rule)
        tax.add("BasisAmount", _amount(sum(part.net_cents for part in parts)))
        tax.add("CategoryCode", category)
        if category in REASON_CODES:
            tax.add("ExemptionReasonCode", REASON_CODES[category])
        if category != NOT_SUBJECT:
            tax.add("RateApplicablePercent", f"{rate:f}")
    _add_sums(node.add("SpecifiedTradeSettlementHeaderMonetarySummation"), document)
    if document.refers_to:
        reference = node.add("InvoiceReferencedDocument")
        reference.add("IssuerAssignedID", document.refers_to.number)
        day = reference.add("FormattedIssueDateTime")
        # This one date is of another type than all others.
        qualified = "urn:un:unece:uncefact:data:standard:QualifiedDataType:100"
        ET.register_namespace("qdt", qualified)
        text = ET.SubElement(day.element, f"{{{qualified}}}DateTimeString", {"format": "102"})
        text.text = f"{document.refers_to.issued_on:%Y%m%d}"


def _add_sums(node: XmlElement, document: Document) -> None:
    node.add("LineTotalAmount", _amount(document.net_cents))
    node.add("TaxBasisTotalAmount", _amount(document.net_cents))
    node.add("TaxTotalAmount", _amount(document.vat_cents), currencyID=document.currency)
    if document.exchange and document.vat_cents:
        node.add("TaxTotalAmount", _amount(document.exchange.vat_cents), currencyID=document.exchange.currency)
    node.add("GrandTotalAmount", _amount(document.total_cents))
    node.add("TotalPrepaidAmount", _amount(document.total_cents))
    node.add("DuePayableAmount", _amount(0))


def _group_parts(
    parts: Sequence[TaxPart], category_of: _Categories
) -> Iterator[tuple[str, Decimal, Sequence[TaxPart]]]:
    """Parts by category and rate: the standard does not tell two countries with the same rate apart."""
    groups: dict[tuple[str, Decimal], list[TaxPart]] = {}
    for part in parts:
        groups.setdefault((category_of(part), part.rate), []).append(part)
    for (category, rate), group in groups.items():
        yield category, rate, group


def _amount(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}"
