"""What a coupon takes off an order. Pure; time is an argument."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from showground.core.languages import Text, deferred, text_with
from showground.core.languages.formats import day
from showground.orders.documents.rules import split
from showground.orders.models import Coupon


@dataclass(frozen=True, slots=True)
class DiscountableLine:
    """A line of an order, as coupons see it."""

    position: int
    product: str
    amount_cents: int | None
    list_price_cents: int
    """The price without a coupon."""
    discount_cents: int


def judge(coupon: Coupon, lines: Sequence[DiscountableLine], today: date) -> Text | None:
    """Why a coupon does not apply to an order; None if it does. How often it was used is checked elsewhere."""
    if not coupon.active:
        return Text("This coupon is not valid.")
    if coupon.first_day and today < coupon.first_day:
        return text_with("This coupon is valid from %(first_day)s.", first_day=deferred(day, coupon.first_day))
    if coupon.last_day and today > coupon.last_day:
        return text_with("This coupon was valid until %(last_day)s.", last_day=deferred(day, coupon.last_day))
    if not any(_weights(coupon, lines)):
        return Text("This coupon is not for anything in this order.")
    return None


def discount(coupon: Coupon, lines: Sequence[DiscountableLine]) -> list[int]:
    """What the coupon takes off each line, in cents; never more than the line costs.

    It is computed once for all lines that the coupon is for, rounded half up, and then split in proportion to their
    prices: 15 % of three items at $0.33 each is $0.15 off, not three times $0.05.
    """
    weights = _weights(coupon, lines)
    whole = sum(weights)
    if coupon.percent is not None:
        amount = (whole * coupon.percent + 50) // 100
    else:
        amount = min(coupon.amount_cents or 0, whole)
    return split(amount, weights)


def _weights(coupon: Coupon, lines: Sequence[DiscountableLine]) -> list[int]:
    """The list price of each line that the coupon is for; 0 for the others. What a buyer gives as they like, such as
    for the billboard, is never discounted: it is a ranking by money."""
    return [
        line.list_price_cents
        if line.amount_cents is None and (not coupon.products or line.product in coupon.products)
        else 0
        for line in lines
    ]
