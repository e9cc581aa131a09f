"""A tax document as it was issued. It is stored whole and never changes: every page, PDF and XML is made from it.

Amounts are positive, on credit notes too; the columns of `tax_document` have the sign.
"""

from datetime import date
from decimal import Decimal
from typing import Literal

from pydantic import Field

from showground.core.data_model import DataModel
from showground.orders.models import VatKind

DocumentKind = Literal["invoice", "credit_note", "corrected_invoice"]
Series = Literal["invoice", "credit_note", "test_invoice", "test_credit_note"]
Language = Literal["en", "de"]


class Party(DataModel):
    """The seller or the buyer."""

    name: str
    contact: str | None = None
    """The person, where the name is that of a business."""
    address: list[str]
    country: str
    place: str | None = None
    """The territory with tax rules of its own, or else the country."""
    vat_number: str | None = None
    tax_number: str | None = None
    """The seller's national tax number."""
    email: str | None = None


class DocumentLine(DataModel):
    """Something that was bought, or is credited."""

    position: int | None = None
    """The line of the order; null if it represents several."""
    name: str
    listing: str | None = None
    net_cents: int
    discount_cents: int = 0
    """What a coupon took off; already subtracted from the net amount."""
    kind: VatKind
    tax: str
    rate: Decimal
    rate_of: str | None = None
    tax_cents: int | None = None
    """Null in documents of before version 0.2, which stated it for the whole order only."""
    period_from: date | None = None
    period_until: date | None = None


class TaxPart(DataModel):
    """Everything taxed at the same rate, and its tax."""

    kind: VatKind
    tax: str
    rule: str
    rate: Decimal
    rate_of: str | None
    net_cents: int
    tax_cents: int
    seller_net_cents: int | None = None
    """The same in the seller's currency, where that is another one and a rate was known."""
    seller_tax_cents: int | None = None


class Exchange(DataModel):
    """Reference rates of the European Central Bank, and the tax in the seller's currency at them."""

    currency: str
    day: date
    document_per_euro: Decimal
    """Units of the document's currency for one euro."""
    seller_per_euro: Decimal
    vat_cents: int


class Reference(DataModel):
    """An earlier document."""

    number: str
    issued_on: date


class Document(DataModel):
    """What the law asks for on an invoice (Article 226 of Directive 2006/112/EC), and what it refers to."""

    kind: DocumentKind
    number: str
    test: bool
    language: Language
    order: str
    issued_on: date
    supplied_on: date
    paid_on: date | None
    refers_to: Reference | None = None
    reason: str | None = None
    seller: Party
    buyer: Party
    lines: list[DocumentLine]
    parts: list[TaxPart]
    currency: str
    net_cents: int
    vat_cents: int
    total_cents: int
    notes: list[str] = Field(default=[])
    """Notes required by law, such as why no tax is charged, in the document's language."""
    exchange: Exchange | None = None
    coupon: str | None = None
    """The code of the coupon that the discounts are from."""
