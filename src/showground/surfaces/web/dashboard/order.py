"""Ordering a launch or add-ons for a listing: select products, see the price, continue to checkout."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from starlette.responses import RedirectResponse, Response

from showground.categories.operations.list_categories import ListCategories, list_categories
from showground.core.calls.errors import ApiError
from showground.orders import OrderQuote, Product
from showground.orders.actions.offers import ListOffers, Offers, list_offers
from showground.orders.operations.checkout_order import checkout_order
from showground.orders.operations.quote_order import quote_order
from showground.ownership import OwnedListing
from showground.surfaces.web.countries import country_names
from showground.surfaces.web.dashboard.common import get_listing
from showground.surfaces.web.forms import NOT_TRIED, Form, Tried
from showground.surfaces.web.sessions import for_a_person
from showground.surfaces.web.visit import Visit

NOW = "now"  # the week of a launch that does not wait for the next full week


class NothingSelected(ApiError):
    """Select at least one item."""


@dataclass(frozen=True, slots=True)
class OrderChoice:
    """What was selected and typed for a listing: products by code, each with its own fields."""

    form: Form
    listing: OwnedListing
    offers: Sequence[Product]

    @property
    def products(self) -> list[Product]:
        """The selected products, in the order of the form. What the listing can't buy is left out."""
        known = {product.code: product for product in self.offers}
        return [known[code] for code in dict.fromkeys(self.form.getlist("product")) if code in known]

    @property
    def codes(self) -> list[str]:
        return [product.code for product in self.products]

    def get(self, product: str, name: str) -> str:
        return self.form.get(f"{product}.{name}", "").strip()

    def categories(self, product: str) -> list[str]:
        return [slug for slug in self.form.getlist(f"{product}.categories") if slug]

    def week(self, product: Product) -> str:
        """The chosen week, `now`, or nothing. Unless chosen otherwise, a listing launches in the next full week.

        A live listing that is upgraded does not launch again unless its owner chooses a week.
        """
        chosen = self.get(product.code, "week")
        if chosen or product.week == "none" or self.upgrades(product):
            return chosen
        return product.weeks[0].week.isoformat() if product.weeks else NOW if product.week == "optional" else ""

    def upgrades(self, product: Product) -> bool:
        return product.week == "optional" and self.listing.status == "live"

    def launches_now(self) -> bool:
        return any(self.week(product) == NOW for product in self.products)

    def waiting(self) -> "OrderChoice":
        """The same, but whatever would launch now launches in the next full week."""
        changed = {
            f"{product.code}.week": product.weeks[0].week.isoformat()
            for product in self.products
            if self.week(product) == NOW and product.weeks
        }
        others = [(name, text) for name, text in self.form.multi_items() if name not in changed]
        return OrderChoice(Form([*others, *changed.items()]), self.listing, self.offers)

    def order_body(self) -> dict[str, Any]:
        """The input of quote_order and checkout_order."""
        body: dict[str, Any] = {"items": [self._item(product) for product in self.products]}
        country = self.form.get("billing_country")
        return body | ({"billing_country": country} if country else {})

    def _item(self, product: Product) -> dict[str, Any]:
        code = product.code
        item: dict[str, Any] = {"product": code}
        if product.needs_listing:
            item["listing_id"] = self.listing.listing_id
        if (week := self.week(product)) and week != NOW and product.week != "none":
            item["week"] = week
        if product.min_amount_cents is not None and (amount := self.get(code, "amount")):
            cents = read_dollars(amount)
            item["amount_cents"] = amount if cents is None else cents
        if product.max_categories is not None:
            item["categories"] = self.categories(code)
        options = {key: text for key in product.options or {} if (text := self.get(code, key))}
        return item | ({"options": options} if options else {})


@for_a_person
async def show_launch(visit: Visit) -> Response:
    """The page with what its address preselects, already priced."""
    listing = await get_listing(visit)
    offers = await _list_offers(visit, listing)
    wanted = OrderChoice(Form(_preselect(visit, listing, offers.items)), listing, offers.items)
    quote = await visit.attempt_with(quote_order, **wanted.order_body()) if wanted.products else NOT_TRIED
    return await _show(visit, offers, wanted, NOT_TRIED, quote.answer)


@for_a_person
async def order_launch(visit: Visit) -> Response:
    """Show the price, ask before a launch into the current week, or continue to checkout."""
    listing = await get_listing(visit)
    offers = await _list_offers(visit, listing)
    wanted = OrderChoice(await visit.form(), listing, offers.items)
    do = wanted.form.get("do", "quote")
    if not wanted.products:
        tried: Tried[Any] = NOT_TRIED if do == "quote" else Tried(None, NothingSelected())
        return await _show(visit, offers, wanted, tried, None)
    if do == "checkout-next":
        wanted = wanted.waiting()
    asks = do == "checkout" and wanted.launches_now()
    if do == "quote" or asks:
        quote = await visit.attempt_with(quote_order, **wanted.order_body())
        return await _show(visit, offers, wanted, quote, quote.answer, asks=asks and quote.answer is not None)
    order = await visit.attempt_with(checkout_order, **wanted.order_body())
    if order.answer is None:
        return await _show(visit, offers, wanted, order, None)
    return RedirectResponse(order.answer.checkout_url, 303, {"Cache-Control": "no-store"})


async def _list_offers(visit: Visit, listing: OwnedListing) -> Offers:
    return await visit.ask(list_offers, ListOffers(listing_id=listing.listing_id))


def _preselect(visit: Visit, listing: OwnedListing, offers: Iterable[Product]) -> list[tuple[str, str]]:
    """The product and week that the page was opened with; without them, a launch unless the listing has one."""
    product = visit.query.get("product") or ("launch" if listing.plan != "paid" else "")
    week = visit.query.get("week")
    offered = next((offer for offer in offers if offer.code == product), None)
    if offered is None:
        return []
    known = any(week == each.week.isoformat() for each in offered.weeks)
    return [("product", product), *([(f"{product}.week", week)] if known else [])]


def read_dollars(text: str) -> int | None:
    """The cents of an amount such as 25, 25.50 or $1,200; None if it is not an amount."""
    whole, point, part = text.replace(",", "").removeprefix("$").strip().partition(".")
    if not whole.isascii() or not whole.isdigit() or len(whole) > 12 or (point and not part.isdigit()) or len(part) > 2:
        return None
    return int(whole) * 100 + int(part.ljust(2, "0") or 0)


async def _show(
    visit: Visit,
    offers: Offers,
    wanted: OrderChoice,
    tried: Tried[Any],
    quote: OrderQuote | None,
    *,
    asks: bool = False,
) -> Response:
    tree = await visit.ask(list_categories, ListCategories())
    return visit.show(
        "dashboard/launch.html",
        status=200 if wanted.form.get("do") == "quote" else tried.status,
        private=True,
        listing=wanted.listing,
        offers=offers.items,
        left=offers.week_ends_at - visit.now,
        names={product.code: product.name for product in offers.items},
        wanted=wanted,
        quote=quote,
        asks=asks,
        next_week=next((week for p in wanted.products if wanted.week(p) == NOW for week in p.weeks[:1]), None),
        faults=_by_product(wanted.codes, tried),
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
