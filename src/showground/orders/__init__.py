"""What can be bought, and orders of it: prices, VAT, checkout, payment and fulfilment."""

from showground.orders.store import add_shipped_products

__all__ = ["add_shipped_products"]
