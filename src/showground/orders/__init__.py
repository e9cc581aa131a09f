"""Products and orders: prices, VAT, checkout, payment and fulfilment."""

from showground.orders.books.sentences import BOOKS_SENTENCES
from showground.orders.documents import wording as document_wording
from showground.orders.documents.currencies import is_currency, needed_currencies, usual_currency
from showground.orders.documents.exchange_source import EUROPEAN_CENTRAL_BANK, ExchangeSource
from showground.orders.documents.files import DocumentFile
from showground.orders.documents.models import Document
from showground.orders.errors import (
    CannotTakePayments,
    CouponGone,
    OrderClosed,
    PaymentProcessing,
    PaymentRefused,
    PaymentUnavailable,
    WeekFull,
)
from showground.orders.models import MAX_AMOUNT_CENTS, Order, OrderQuote
from showground.orders.money import dollars, localized_amount, localized_dollars, localized_money
from showground.orders.offers import describe_audience, is_placement
from showground.orders.pricing_facts import parts_of
from showground.orders.product_models import Product
from showground.orders.queries.coupons import StaffCoupon
from showground.orders.queries.lines import OrderedListing
from showground.orders.queries.products import StaffProduct, add_shipped_products
from showground.orders.rules import PLACES_A_WEEK, weeks_ahead
from showground.orders.seller_details import SellerDetails, SellerSource, complete_shop, list_missing
from showground.orders.stored_sentences import STORED_SENTENCES
from showground.orders.tax.rates import load_rates
from showground.orders.tax.regimes import REGIMES, TaxSeller, describe_seller, find_conflicts, read_registrations
from showground.orders.tax.territories import TERRITORY_NAMES

__all__ = [
    "BOOKS_SENTENCES",
    "EUROPEAN_CENTRAL_BANK",
    "MAX_AMOUNT_CENTS",
    "PLACES_A_WEEK",
    "REGIMES",
    "STORED_SENTENCES",
    "TERRITORY_NAMES",
    "CannotTakePayments",
    "CouponGone",
    "Document",
    "DocumentFile",
    "ExchangeSource",
    "Order",
    "OrderClosed",
    "OrderQuote",
    "OrderedListing",
    "PaymentProcessing",
    "PaymentRefused",
    "PaymentUnavailable",
    "Product",
    "SellerDetails",
    "SellerSource",
    "StaffCoupon",
    "StaffProduct",
    "TaxSeller",
    "WeekFull",
    "add_shipped_products",
    "complete_shop",
    "describe_audience",
    "describe_seller",
    "document_wording",
    "dollars",
    "find_conflicts",
    "is_currency",
    "is_placement",
    "list_missing",
    "load_rates",
    "localized_amount",
    "localized_dollars",
    "localized_money",
    "needed_currencies",
    "parts_of",
    "read_registrations",
    "usual_currency",
    "weeks_ahead",
]
