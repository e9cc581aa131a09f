"""What books are made of: rows as they are read, and tables as they are shown and exported."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Literal

from pydantic import BaseModel

Cell = str | int | bool | date | datetime | Decimal | None
Row = dict[str, Cell]
ColumnKind = Literal["text", "money", "count"]
"""Money is in cents until it is written."""
Dataset = Literal["orders", "documents", "document-taxes", "payments", "refunds"]
ReportName = Literal["vat", "home", "ec-sales", "income", "products"]
DifferenceKind = Literal[
    "paid_without_payment",
    "paid_without_invoice",
    "payment_without_order",
    "event_without_order",
    "amount_differs",
    "paid_twice",
    "surplus_kept",
    "refund_without_credit_note",
    "credit_note_without_refund",
    "refund_not_recorded",
    "refund_failed",
    "refund_pending",
    "payment_pending",
    "dispute_lost",
]


class Column(BaseModel):
    """A column: its name in exports, which never changes, and its heading on a page."""

    name: str
    heading: str
    kind: ColumnKind = "text"
    on_page: bool = True
    """Whether pages show it, which have less room than files."""


class Table(BaseModel):
    """Rows with their columns, and the sums below them."""

    columns: list[Column]
    rows: list[Row]
    totals: list[Row] = []


class Report(Table):
    """A report of one period."""

    name: ReportName
    title: str
    about: str
    period: str
    test: bool
    notes: list[str] = []


@dataclass(frozen=True, slots=True)
class EuroRate:
    """A reference rate of the European Central Bank: US dollars for one euro."""

    day: date
    per_euro: Decimal


@dataclass(frozen=True, slots=True)
class TaxSum:
    """Parts of documents that are alike, added up. Credit notes are negative."""

    seller_country: str
    supplied: date
    """First day of the quarter of the supply."""
    buyer_country: str
    buyer_vat_number: str | None
    """Only of what the buyer accounts for."""
    treatment: str
    tax: str
    rate: Decimal
    rate_of: str | None
    currency: str
    net_cents: int
    tax_cents: int
    seller_currency: str
    seller_net_cents: int | None
    """Null if one of the documents states no amount in the seller's currency."""
    seller_tax_cents: int | None


@dataclass(frozen=True, slots=True)
class IncomeSum:
    """Documents of a month, added up: invoices, or credit notes."""

    month: date
    credit: bool
    count: int
    currency: str
    net_cents: int
    vat_cents: int
    seller_currency: str
    seller_vat_cents: int | None
    seller_net_cents: int | None


@dataclass(frozen=True, slots=True)
class ProductSum:
    """What was sold of one product in a month, less what was credited."""

    month: date
    product: str | None
    """Null for credit notes that name no line of the order."""
    currency: str
    count: int
    net_cents: int


@dataclass(frozen=True, slots=True)
class MoneySum:
    """Money of one kind in a month."""

    month: date
    what: Literal[
        "taken",
        "surplus_taken",
        "refunded",
        "surplus_refunded",
        "corrections",
        "corrections_refunded",
        "documents",
        "owed",
    ]
    """`corrections`: tax that corrected invoices took off, by when they did; `corrections_refunded`: by when it went
    back, which is part of `refunded`."""
    cents: int


class Difference(BaseModel):
    """Something that does not add up, or that waits for too long."""

    kind: DifferenceKind
    number: str | None
    """The order."""
    about: str
    at: datetime
    amount_cents: int
    advice: str = ""


class Month(BaseModel):
    """What came in, what went back, and whether the documents say the same."""

    month: str
    taken_cents: int = 0
    surplus_cents: int = 0
    """Of it, money that no order needed."""
    refunded_cents: int = 0
    kept_cents: int = 0
    documents_cents: int = 0
    """Invoices less credit notes."""
    owed_cents: int = 0
    """What still has to go back, by the month in which it came."""
    difference_cents: int = 0


class Reconciliation(BaseModel):
    """Payments against orders and documents."""

    period: str
    test: bool
    months: list[Month]
    total: Month
    differences: list[Difference]
    more: bool
    """Whether there are more differences than are listed."""

    @property
    def fits(self) -> bool:
        return not self.differences and all(month.difference_cents == 0 for month in self.months)


class Cursor(BaseModel):
    """After which row the next page of an export begins."""

    at: str
    id: str


@dataclass(frozen=True, slots=True)
class ExportPage:
    rows: Sequence[Row]
    after: Cursor | None
