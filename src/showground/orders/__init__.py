"""What can be bought, and orders of it: prices, VAT, checkout, payment and fulfilment."""

from showground.orders.failures import OrderClosed, PaymentUnavailable
from showground.orders.models import Product, Quote
from showground.orders.money import dollars
from showground.orders.store import add_shipped_products

__all__ = ["OrderClosed", "PaymentUnavailable", "Product", "Quote", "add_shipped_products", "dollars"]
