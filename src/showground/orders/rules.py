"""Rules for products and orders. Pure functions; the time is a parameter."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta

from showground import launches
from showground.orders.models import Vat
from showground.orders.product_models import AvailableWeek, Product
from showground.orders.tax.rules import Taxable

WEEKS_AHEAD = 12
PLACES_A_WEEK = 25


def price_with_tax(chosen: Sequence[Taxable], all_lines: Sequence[Taxable], vat: Vat | None) -> int:
    """What these lines of an order cost with their part of its tax, rounded half up.

    Tax is charged by rate, on all lines of one kind of supply together; so a line's part follows from what it costs.
    """
    cents = sum(line.net_cents for line in chosen)
    if vat is None:
        return cents
    supplies = list(dict.fromkeys(line.supply for line in all_lines))  # the parts of the tax are in this order
    if len(vat.parts) != len(supplies):  # all of them have one rate
        return cents + _share(vat.cents, cents, sum(line.net_cents for line in all_lines))
    for part, supply in zip(vat.parts, supplies, strict=True):
        net = sum(line.net_cents for line in chosen if line.supply == supply)
        cents += _share(part.cents, net, part.net_cents)
    return cents


def _share(tax: int, net: int, taxed: int) -> int:
    return (2 * tax * net + taxed) // (2 * taxed) if taxed else 0


def weeks_ahead(now: datetime) -> list[date]:
    """The Mondays after the current week that can be chosen."""
    present = launches.this_week(now)
    return [present + timedelta(weeks=n) for n in range(1, WEEKS_AHEAD + 1)]


def weeks_on_offer(taken: Mapping[date, int]) -> list[AvailableWeek]:
    """Weeks with their places; what is shown can be had, so that a full week is not."""
    left = {week: PLACES_A_WEEK - count for week, count in taken.items()}
    return [AvailableWeek(week=week, places_left=places) for week, places in left.items() if places > 0]


def limit_product(product: Product, limit: int, sold: Mapping[tuple[str, date], int], this_week: date) -> Product:
    """A product with what is left of it this week and in each week that can be chosen."""
    left = {each.week: limit - sold.get((product.code, each.week), 0) for each in product.weeks}
    weeks = [
        AvailableWeek(week=each.week, places_left=min(each.places_left, left[each.week]))
        for each in product.weeks
        if left[each.week] > 0
    ]
    left_now = max(limit - sold.get((product.code, this_week), 0), 0)
    return product.model_copy(update={"weeks": weeks, "left_this_week": left_now})
