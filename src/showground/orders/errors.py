"""Errors about orders."""

from showground.core.calls.errors import ApiError, NotFound


class NoSuchOrder(NotFound):
    """You have no order with this number."""


class NoSuchCheckout(NotFound):
    """No order has this link. The link may be incomplete; copy it again."""


class NoSuchDocument(NotFound):
    """This order has no invoice or credit note with this number."""


class NotCorrectable(ApiError):
    """The invoice of this order cannot be corrected."""

    status = 409


class RegisterUnavailable(ApiError):
    """The VAT register is not responding, so we could not check the number. Try again later."""

    status = 503


class OrderClosed(ApiError):
    """This order can no longer be paid or cancelled."""


class NoLongerOnOffer(ApiError):
    """Something in this order is no longer available as ordered. Cancel the order and create a new one."""


class CouponGone(ApiError):
    """While this order could not be paid, others used up its coupon. Nothing was charged. Remove the coupon to pay the
    full price, or cancel the order."""


class WeekFull(ApiError):
    """A launch week in this order is full. Nothing was charged. Cancel the order and create a new one for
    another week."""


class SoldOut(WeekFull):
    """Nothing was charged. It is available again next week."""


class PaymentProcessing(ApiError):
    """A payment for this order is being processed, which can take a few days. We will email you when it is done."""


class PaymentRefused(ApiError):
    """The payment provider cannot accept this payment. Nothing was charged."""


class CannotTakePayments(ApiError):
    """Payments are unavailable right now. Nothing was charged. Your order is saved; try again later."""


class PaymentUnavailable(ApiError):
    """The payment page could not be opened. Nothing was charged. Try again in a minute."""

    status = 503


class NotSandbox(ApiError):
    """Orders can be paid without their payment page only if SHOWGROUND_PAYMENTS is sandbox."""


class NotRefundable(ApiError):
    """Only a paid order can be refunded."""


class NoSuchTask(NotFound):
    """No open task has this id."""


class NoSuchProblem(NotFound):
    """No open problem has this id."""


class NoSuchProduct(NotFound):
    """No product has this code."""


class ProductExists(ApiError):
    """A product with this code already exists."""


class ProductInUse(ApiError):
    """Other products include this one. Delete those first, or take this one off sale."""


class ShippedProduct(ApiError):
    """This product comes with Showground and can't be deleted. Take it off sale instead."""


class NoSuchCoupon(NotFound):
    """No coupon has this code."""


class CouponExists(ApiError):
    """A coupon with this code already exists."""


class CouponUsed(ApiError):
    """Orders use this coupon, so it can't be deleted. Turn it off instead."""


class NoSuchPayment(NotFound):
    """This test payment does not exist, or was already decided."""


class NoSuchWithdrawal(NotFound):
    """No open withdrawal has this id."""
