"""What can be bought for a listing, and for whom a product is. Pure; follows the rules by which orders are priced."""

from collections.abc import Sequence

from showground.core.languages import Text
from showground.listings import owned
from showground.orders.item_checks import has_week, judge_status
from showground.orders.models import OrderItem
from showground.orders.pricing_facts import PricingFacts, parts_of
from showground.orders.product_models import Product

# The parts that only some listings can have, the most restrictive first.
AUDIENCES = {
    "skip_queue": Text("For free listings that are waiting for their launch week."),
    "relaunch": Text("For live listings."),
    "launch": Text("For new listings, and for live free listings as an upgrade."),
    "extra_categories": Text("For paid listings, or together with a launch."),
}
PLACEMENTS = frozenset(
    {"featured", "billboard_min", "newsletter_sponsor"}
)  # parts that are shown to visitors and marked as paid


def find_offers(listing: owned.Owned, known: PricingFacts) -> list[Product]:
    """The products that can be bought for a listing, each with the weeks in which it does not launch already."""
    with_launch = _order_launch(listing, known)
    offers = (_fit(product, listing, with_launch, known) for product in known.products.values())
    return [offer for offer in offers if offer is not None]


def describe_audience(product: Product) -> str:
    """For whom a product is."""
    if not product.needs_listing:
        return Text("For everyone.")
    parts = parts_of(product)
    return next((words for part, words in AUDIENCES.items() if part in parts), Text("For any listing."))


def is_placement(product: Product) -> bool:
    """Whether all of it is advertising, which is marked as paid wherever it appears."""
    return PLACEMENTS.issuperset(parts_of(product))


def _fit(
    product: Product, listing: owned.Owned, with_launch: Sequence[OrderItem], known: PricingFacts
) -> Product | None:
    if not product.needs_listing:
        return product
    parts = parts_of(product)
    if listing.status == "suspended" or any(judge_status(part, listing, with_launch, known) for part in parts):
        return None
    weeks = [
        offered for offered in product.weeks if not any(has_week(part, offered.week, listing, known) for part in parts)
    ]
    if product.week == "required" and not weeks:
        return None
    return product.model_copy(update={"weeks": weeks})


def _order_launch(listing: owned.Owned, known: PricingFacts) -> list[OrderItem]:
    """An order that launches the listing, if it can be launched: some products can only be bought along with one."""
    if judge_status("launch", listing, (), known):
        return []
    return [
        OrderItem(product=product.code, listing_id=listing.id)
        for product in known.products.values()
        if "launch" in parts_of(product)
    ]
