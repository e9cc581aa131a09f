"""Models of the books: rows as read from the database, and tables as shown and exported."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Literal

from pydantic import Field

from showground.core.data_model import DataModel

Cell = str | int | bool | date | datetime | Decimal | None
Row = dict[str, Cell]
ColumnKind = Literal["text", "money", "count"]
"""Money is in cents until it is formatted for output."""
Dataset = Literal["orders", "documents", "document-taxes", "payments", "refunds"]
ReportName = Literal["vat", "home", "ec-sales", "income", "products", "coupons"]
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


class Column(DataModel):
    """A column: its name in exports, which never changes, and its heading on a page."""

    name: str
    heading: str
    kind: ColumnKind = "text"
    on_page: bool = True
    """Whether pages show it. Files have every column; pages have less room."""


class Table(DataModel):
    """Rows with their columns, and the sums below them."""

    columns: list[Column]
    rows: list[Row]
    totals: list[Row] = Field(default=[])


class BooksReport(Table):
    """A report of one period."""

    name: ReportName
    title: str
    about: str
    period: str
    test: bool
    notes: list[str] = Field(default=[])


@dataclass(frozen=True, slots=True)
class EuroRate:
    """A reference rate of the European Central Bank: US dollars for one euro."""

    day: date
    per_euro: Decimal


@dataclass(frozen=True, slots=True)
class TaxSum:
    """Document parts with the same tax treatment, added up. Credit notes are negative."""

    seller_country: str
    supplied: date
    """First day of the quarter of the supply."""
    buyer_country: str
    buyer_vat_number: str | None
    """Set only for reverse charge, where the buyer accounts for the tax."""
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
    """Sales of one product in a month, less credit notes."""

    month: date
    product: str | None
    """Null for credit notes that name no line of the order."""
    currency: str
    count: int
    net_cents: int


@dataclass(frozen=True, slots=True)
class CouponSum:
    """Sales with one coupon in a month, less credit notes."""

    month: date
    coupon: str
    currency: str
    count: int
    discount_cents: int
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
    """`corrections`: tax removed by corrected invoices, by the month of the correction. `corrections_refunded`: the
    same tax by the month of its refund, which is also part of `refunded`."""
    cents: int


class BooksDifference(DataModel):
    """Something that does not add up, or has been pending for too long."""

    kind: DifferenceKind
    number: str | None
    """The order."""
    about: str
    at: datetime
    amount_cents: int
    advice: str = ""


class Month(DataModel):
    """Money received and refunded in a month, compared with the documents."""

    month: str
    taken_cents: int = 0
    surplus_cents: int = 0
    """The part of `taken_cents` that no order needed."""
    refunded_cents: int = 0
    kept_cents: int = 0
    documents_cents: int = 0
    """Invoices less credit notes."""
    owed_cents: int = 0
    """What still has to be refunded, by the month in which it was received."""
    difference_cents: int = 0


class Reconciliation(DataModel):
    """Payments against orders and documents."""

    period: str
    test: bool
    months: list[Month]
    total: Month
    differences: list[BooksDifference]
    more: bool
    """Whether there are more differences than are listed."""

    @property
    def fits(self) -> bool:
        return not self.differences and all(month.difference_cents == 0 for month in self.months)


class Cursor(DataModel):
    """The last row of a page of an export; the next page starts after it."""

    at: str
    id: str


@dataclass(frozen=True, slots=True)
class ExportPage:
    rows: Sequence[Row]
    after: Cursor | None
