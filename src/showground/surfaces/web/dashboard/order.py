"""Ordering a launch or add-ons for a listing: select products, see the price, continue to checkout."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from starlette.responses import RedirectResponse, Response

from showground.categories.operations.list_categories import ListCategories, list_categories
from showground.core.calls.models import NoInput
from showground.orders import OrderQuote, Product
from showground.orders.operations.checkout_order import checkout_order
from showground.orders.operations.list_products import list_products
from showground.orders.operations.quote_order import quote_order
from showground.ownership import OwnedListing
from showground.surfaces.web.countries import country_names
from showground.surfaces.web.dashboard.common import get_listing
from showground.surfaces.web.forms import NOT_TRIED, Form, Tried
from showground.surfaces.web.sessions import for_a_person
from showground.surfaces.web.visit import Visit

# Products that make no sense for a listing with this status. Anything else unavailable is reported by the quote.
NOT_FOR = {"live": ("skip_queue",)}
ONLY_LIVE = ("relaunch",)


@dataclass(frozen=True, slots=True)
class OrderChoice:
    """What was selected and typed: products by code, each with its own fields."""

    form: Form

    @property
    def products(self) -> list[str]:
        return list(dict.fromkeys(self.form.getlist("product")))

    def get(self, product: str, name: str) -> str:
        return self.form.get(f"{product}.{name}", "").strip()

    def categories(self, product: str) -> list[str]:
        return [slug for slug in self.form.getlist(f"{product}.categories") if slug]


@for_a_person
async def show_launch(visit: Visit) -> Response:
    listing = await get_listing(visit)
    chosen = visit.query.get("product") or ("launch" if listing.plan != "paid" else "")
    wanted = OrderChoice(Form([("product", chosen)] if chosen else []))
    return await _show(visit, listing, await _on_offer(visit, listing), wanted, NOT_TRIED, None)


@for_a_person
async def order_launch(visit: Visit) -> Response:
    """Show the price, or continue to checkout."""
    listing, wanted = await get_listing(visit), OrderChoice(await visit.form())
    offers = await _on_offer(visit, listing)
    body: dict[str, Any] = {"items": _items(listing, offers, wanted)}
    if country := wanted.form.get("billing_country"):
        body["billing_country"] = country
    if wanted.form.get("do") == "checkout":
        order = await visit.attempt_with(checkout_order, **body)
        if order.answer is None:
            return await _show(visit, listing, offers, wanted, order, None)
        return RedirectResponse(order.answer.checkout_url, 303, {"Cache-Control": "no-store"})
    quote = await visit.attempt_with(quote_order, **body)
    return await _show(visit, listing, offers, wanted, quote, quote.answer)


async def _on_offer(visit: Visit, listing: OwnedListing) -> list[Product]:
    products = await visit.ask(list_products, NoInput())
    out = (*NOT_FOR.get(listing.status, ()), *(() if listing.status == "live" else ONLY_LIVE))
    return [product for product in products.items if product.needs_listing and product.code not in out]


def _items(listing: OwnedListing, offers: Sequence[Product], wanted: OrderChoice) -> list[dict[str, Any]]:
    known = {product.code: product for product in offers}
    return [_item(listing, known[code], wanted) for code in wanted.products if code in known]


def _item(listing: OwnedListing, product: Product, wanted: OrderChoice) -> dict[str, Any]:
    code = product.code
    item: dict[str, Any] = {"product": code, "listing_id": listing.listing_id}
    if product.week != "none" and (week := wanted.get(code, "week")):
        item["week"] = week
    if product.min_amount_cents is not None and (amount := wanted.get(code, "amount")):
        cents = read_dollars(amount)
        item["amount_cents"] = amount if cents is None else cents
    if product.max_categories is not None:
        item["categories"] = wanted.categories(code)
    options = {key: text for key in product.options or {} if (text := wanted.get(code, key))}
    return item | ({"options": options} if options else {})


def read_dollars(text: str) -> int | None:
    """The cents of an amount such as 25, 25.50 or $1,200; None if it is not an amount."""
    whole, point, part = text.replace(",", "").removeprefix("$").strip().partition(".")
    if not whole.isascii() or not whole.isdigit() or len(whole) > 12 or (point and not part.isdigit()) or len(part) > 2:
        return None
    return int(whole) * 100 + int(part.ljust(2, "0") or 0)


async def _show(
    visit: Visit,
    listing: OwnedListing,
    offers: Sequence[Product],
    wanted: OrderChoice,
    tried: Tried[Any],
    quote: OrderQuote | None,
) -> Response:
    codes = [code for code in wanted.products if any(code == product.code for product in offers)]
    tree = await visit.ask(list_categories, ListCategories())
    return visit.show(
        "dashboard/launch.html",
        status=200 if wanted.form.get("do") == "quote" else tried.status,
        private=True,
        listing=listing,
        offers=offers,
        names={product.code: product.name for product in offers},
        wanted=wanted,
        quote=quote,
        faults=_by_product(codes, tried),
        tried=tried,
        categories=tree.items,
        countries=country_names(),
    )


def _by_product(codes: Sequence[str], tried: Tried[Any]) -> dict[str, list[str]]:
    """Error messages by product code; those about the whole order are under an empty code."""
    found: dict[str, list[str]] = {}
    for fault in tried.failure.faults if tried.failure else ():
        place = fault["field"].removeprefix("items[").partition("]")[0]
        code = codes[int(place)] if place.isdigit() and int(place) < len(codes) else ""
        found.setdefault(code, []).append(fault["message"])
    if tried.failure and not tried.failure.faults:
        found[""] = [tried.failure.detail]
    return found
