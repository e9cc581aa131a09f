"""Whether money is real. What was paid in test mode makes test documents, whatever the settings say later."""

from showground.orders.queries.payments import Payment
from showground.orders.seller import Shop


def is_test(shop: Shop, payment: Payment | None) -> bool:
    """Whether no money moves with a payment; without one (an order that costs nothing), with any new one."""
    if payment is None:
        return shop.provider.test_mode
    if payment.test is not None:
        return payment.test
    provider = shop.provider_named(payment.provider)
    return payment.provider == "sandbox" or (provider is not None and provider.test_mode)
