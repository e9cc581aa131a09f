"""What can be bought, and orders of it: prices, VAT, checkout, payment and fulfilment."""

from showground.orders.failures import (
    CannotTakePayments,
    OrderClosed,
    PaymentProcessing,
    PaymentRefused,
    PaymentUnavailable,
    WeekFull,
)
from showground.orders.models import Product, Quote
from showground.orders.money import dollars, format_money
from showground.orders.store import add_shipped_products
from showground.orders.tax.places import TERRITORY_NAMES
from showground.orders.tax.rates import load_rates
from showground.orders.tax.regimes import (
    REGIMES,
    TaxSeller,
    describe_seller,
    find_conflicts,
    find_missing,
    read_registrations,
)

__all__ = [
    "REGIMES",
    "TERRITORY_NAMES",
    "CannotTakePayments",
    "OrderClosed",
    "PaymentProcessing",
    "PaymentRefused",
    "PaymentUnavailable",
    "Product",
    "Quote",
    "TaxSeller",
    "WeekFull",
    "add_shipped_products",
    "describe_seller",
    "dollars",
    "find_conflicts",
    "find_missing",
    "format_money",
    "load_rates",
    "read_registrations",
]
