"""Ordering a launch or add-ons for a listing: select products, see the price, continue to checkout."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from starlette.responses import RedirectResponse, Response

from showground.categories.operations.list_categories import ListCategories, list_categories
from showground.core.calls.errors import ApiError, InvalidInput
from showground.core.calls.models import NoInput
from showground.core.languages import translated
from showground.newsletter.actions.sponsors import find_free_edition
from showground.orders import Order, OrderQuote, Product
from showground.orders.actions.offers import ListOffers, Offers, list_offers
from showground.orders.operations.checkout_order import checkout_order
from showground.orders.operations.quote_order import quote_order
from showground.ownership import OwnedListing
from showground.surfaces.web.countries import billing_places
from showground.surfaces.web.dashboard.common import get_listing, page_of
from showground.surfaces.web.dashboard.order_form import NOW, OrderChoice, find_mistakes
from showground.surfaces.web.forms import NO_RESULT, Form, FormResult
from showground.surfaces.web.order_change import (
    cancel_replaced,
    find_own_order,
    is_for,
    keep_coupon,
    keep_details,
    read_typed,
    select_again,
)
from showground.surfaces.web.sales import current_sales
from showground.surfaces.web.sessions import for_a_person
from showground.surfaces.web.visit import Visit


class NothingSelected(ApiError):
    """Select at least one item."""


@for_a_person
async def show_launch(visit: Visit) -> Response:
    """The page with what its address preselects, already priced. Where nothing is sold, there is no such page."""
    listing = await get_listing(visit)
    if not current_sales().sells():
        return visit.go(page_of(listing))
    offers = await _list_offers(visit, listing)
    replaced = await _find_replaced(visit, listing, visit.query.get("order"))
    form = Form(_preselect(visit, listing, offers.items))
    if replaced:
        form = select_again(replaced, listing, offers.items)
    wanted = OrderChoice(form, listing, offers.items)
    complete = wanted.products and not find_mistakes(wanted)
    quote = await visit.submit_with(quote_order, **wanted.order_body()) if complete else NO_RESULT
    return await _show(visit, offers, wanted, NO_RESULT, quote.answer)


@for_a_person
async def order_launch(visit: Visit) -> Response:
    """Show the price, ask before a launch into the current week, or continue to checkout."""
    listing = await get_listing(visit)
    offers = await _list_offers(visit, listing)
    wanted = OrderChoice(await visit.form(), listing, offers.items)
    do = wanted.form.get("do", "quote")
    if not wanted.products:
        result: FormResult[Any] = NO_RESULT if do == "quote" else FormResult(None, NothingSelected())
        return await _show(visit, offers, wanted, result, None)
    if mistakes := find_mistakes(wanted):
        return await _show(visit, offers, wanted, FormResult(None, InvalidInput(errors=mistakes)), None)
    if do == "checkout-next":
        wanted = wanted.waiting()
    asks = do == "checkout" and wanted.launches_now()
    if do == "quote" or asks:
        quote = await visit.submit_with(quote_order, **wanted.order_body())
        return await _show(visit, offers, wanted, quote, quote.answer, asks=asks and quote.answer is not None)
    order = await _place(visit, wanted)
    if order.answer is None:
        return await _show(visit, offers, wanted, order, None)
    return RedirectResponse(order.answer.checkout_url, 303, {"Cache-Control": "no-store"})


async def _place(visit: Visit, wanted: OrderChoice) -> FormResult[Order]:
    """Place the order, instead of the one that it replaces, if that is still unpaid."""
    replaced = await _find_replaced(visit, wanted.listing, wanted.form.get("replaces", ""))
    typed: dict[str, str] = {}
    if replaced:
        typed = await read_typed(visit, replaced)
        quote = await visit.submit_with(quote_order, **wanted.order_body())
        failure = quote.failure or await cancel_replaced(visit, replaced)
        if failure:
            return FormResult(None, failure)
    order = await visit.submit_with(checkout_order, **wanted.order_body())
    if replaced and order.answer:
        await keep_coupon(visit, replaced, order.answer.checkout_url)
        await keep_details(visit, typed, order.answer.checkout_url)
    return order


async def _find_replaced(visit: Visit, listing: OwnedListing, number: str) -> Order | None:
    order = await find_own_order(visit, number)
    return order if order and is_for(order, listing.listing_id) else None


async def _list_offers(visit: Visit, listing: OwnedListing) -> Offers:
    return await visit.ask(list_offers, ListOffers(listing_id=listing.listing_id))


def _preselect(visit: Visit, listing: OwnedListing, offers: Iterable[Product]) -> list[tuple[str, str]]:
    """The product and week that the page was opened with; without them, a launch if the listing still needs one.

    For a live listing nothing is preselected: whoever comes for an add-on must not pay for an upgrade unasked.
    """
    needs_launch = listing.plan != "paid" and listing.status != "live"
    product = visit.query.get("product") or ("launch" if needs_launch else "")
    week = visit.query.get("week")
    offered = next((offer for offer in offers if offer.code == product), None)
    if offered is None:
        return []
    known = any(week == each.week.isoformat() for each in offered.weeks)
    return [("product", product), *([(f"{product}.week", week)] if known else [])]


async def _show(
    visit: Visit,
    offers: Offers,
    wanted: OrderChoice,
    result: FormResult[Any],
    quote: OrderQuote | None,
    *,
    asks: bool = False,
) -> Response:
    replaced = await _find_replaced(visit, wanted.listing, wanted.form.get("replaces", ""))
    tree = await visit.ask(list_categories, ListCategories())
    return visit.show(
        "dashboard/launch.html",
        status=200 if wanted.form.get("do") == "quote" else result.status,
        private=True,
        listing=wanted.listing,
        offers=offers.items,
        left=offers.week_ends_at - visit.now,
        names={product.code: product.name for product in offers.items},
        wanted=wanted,
        quote=quote,
        asks=asks,
        replaced=replaced if replaced and replaced.status == "pending" else None,
        free_edition=(await visit.ask(find_free_edition, NoInput())).week,
        next_week=next((week for p in wanted.products if wanted.week(p) == NOW for week in p.weeks[:1]), None),
        errors=_by_product(wanted, result),
        result=result,
        categories=tree.items,
        countries=billing_places(),
    )


def _by_product(wanted: OrderChoice, result: FormResult[Any]) -> dict[str, list[str]]:
    """Error messages by product code; those about the whole order are under an empty code."""
    codes, names = wanted.codes, [translated(product.name) for product in wanted.products]
    found: dict[str, list[str]] = {}
    for error in result.failure.errors if result.failure else ():
        place = error["field"].removeprefix("items[").partition("]")[0]
        code = codes[int(place)] if place.isdigit() and int(place) < len(codes) else ""
        found.setdefault(code, []).append(_with_names(error["message"], names))
    if result.failure and not result.failure.errors:
        found[""] = [result.failure.detail]
    return found


def _with_names(message: str, names: Sequence[str]) -> str:
    """The message with the names of products instead of their places in the request, such as `items[0]`."""
    return re.sub(
        r"items\[(\d+)\]",
        lambda place: names[int(place[1])] if int(place[1]) < len(names) else place[0],
        translated(message),
    )
