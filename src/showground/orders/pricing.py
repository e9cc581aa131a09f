"""Prices an order, unless `item_checks.py` finds errors. Pure; used by quote, checkout and the checkout page."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from showground import launches
from showground.core.calls.errors import FieldError
from showground.orders.item_checks import check_item, check_together
from showground.orders.models import OrderItem, QuoteLine
from showground.orders.pricing_facts import PricingFacts, parts_of, read_monday
from showground.orders.product_models import Product


@dataclass(frozen=True, slots=True)
class Priced:
    """The lines of an order; or all field errors and no lines."""

    lines: list[QuoteLine]
    errors: list[FieldError]


def price(items: Sequence[OrderItem], known: PricingFacts) -> Priced:
    """Price every item at current prices. Nothing a caller sends can change a price."""
    wrong: list[FieldError] = []
    lines: list[QuoteLine] = []
    for n, item in enumerate(items):
        found = check_item(n, items, known)
        wrong += found
        if not found:
            lines.append(_line(item, known.products[item.product], known))
    wrong += check_together(items, known)
    return Priced([], wrong) if wrong else Priced(lines, [])


def net_of(lines: Sequence[QuoteLine]) -> int:
    return sum(line.price_cents for line in lines)


def _line(item: OrderItem, product: Product, known: PricingFacts) -> QuoteLine:
    week = read_monday(item.week) if item.week else None
    launch_week = week or _week_without_choice(item, product, known)
    chosen = item.amount_cents if product.min_amount_cents is not None else None
    amount = product.min_amount_cents if chosen is None else chosen
    return QuoteLine(
        product=product.code,
        listing_id=item.listing_id,
        week=week,
        launch_week=launch_week,
        voting_ends_at=launches.end_of(launch_week) if launch_week else None,
        amount_cents=amount,
        categories=item.categories,
        options=item.options or None,
        price_cents=product.price_cents if amount is None else amount,
        supply=product.supply,
    )


def _week_without_choice(item: OrderItem, product: Product, known: PricingFacts) -> date | None:
    """A launch without a week goes live in the current one. A live listing is only upgraded."""
    listing = known.listings.get(item.listing_id or 0)
    return known.this_week if "launch" in parts_of(product) and listing and listing.status != "live" else None
