"""What can go wrong with orders."""

from showground.core.calls.errors import ApiError, NotFound


class NoSuchOrder(NotFound):
    """You have no order with this number."""


class NoSuchCheckout(NotFound):
    """No order has this link. It may have been cut short when it was copied."""


class NoSuchDocument(NotFound):
    """This order has no invoice or credit note with this number."""


class NotCorrectable(ApiError):
    """The invoice of this order cannot be corrected."""

    status = 409


class RegisterUnavailable(ApiError):
    """The VAT register does not answer, so the number could not be checked. Try again later."""

    status = 503


class OrderClosed(ApiError):
    """This order can no longer be paid or cancelled."""


class NoLongerOnOffer(ApiError):
    """Something in this order can no longer be had as it was ordered. Cancel it and make a new order."""


class WeekFull(ApiError):
    """A launch week of this order is full. Nothing was charged. Cancel it and make a new order for another week."""


class PaymentProcessing(ApiError):
    """A payment for this order is being processed, which can take some days. We email you when it is done."""


class PaymentRefused(ApiError):
    """The payment provider cannot take this payment. Nothing was charged."""


class CannotTakePayments(ApiError):
    """Payments are unavailable right now. Nothing was charged. Your order is kept; try again later."""


class PaymentUnavailable(ApiError):
    """The payment page could not be opened. Nothing was charged; try again in a minute."""

    status = 503


class NotSandbox(ApiError):
    """Orders can be paid without their page only where SHOWGROUND_PAYMENTS is sandbox."""


class NotRefundable(ApiError):
    """Only a paid order can be refunded."""


class NoSuchTask(NotFound):
    """No open task has this number."""


class NoSuchProblem(NotFound):
    """Nothing of this number waits for staff."""


class NoSuchProduct(NotFound):
    """No product has this code."""


class ProductExists(ApiError):
    """A product of this code exists already; change its price instead."""


class NoSuchPayment(NotFound):
    """There is no such test payment, or it was decided already."""
