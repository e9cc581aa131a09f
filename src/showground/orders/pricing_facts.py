"""What prices and checks of an order depend on."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import date

from showground.core.dates import read_day
from showground.listings import owned
from showground.orders.product_models import Product


@dataclass(frozen=True, slots=True, kw_only=True)
class PricingFacts:
    """What prices depend on: the products, the caller's listings that the order names, and the categories."""

    this_week: date
    products: Mapping[str, Product]
    listings: Mapping[int, owned.Owned] = field(default_factory=dict[int, owned.Owned])
    categories: Collection[str] = ()
    weeks: Mapping[int, Collection[date]] = field(default_factory=dict[int, Collection[date]])  # launches, by listing


def parts_of(product: Product) -> list[str]:
    """What a product does: the codes of the products it includes, or its own."""
    return list(product.includes) or [product.code]


def read_monday(text: str) -> date | None:
    day = read_day(text)
    return day if day and day.weekday() == 0 else None
