"""Dashboard pages for a listing's alternatives and its revenue."""

from typing import Any

from starlette.responses import Response

from showground.core.calls.errors import FieldError, InvalidInput
from showground.core.languages import Text, text_with
from showground.listings.operations.search_listings import search_listings
from showground.orders import localized_amount
from showground.ownership import OwnedListing
from showground.ownership.actions.alternatives import (
    ListNamedAlternatives,
    approve_alternative,
    list_named_alternatives,
    remove_alternative,
)
from showground.ownership.actions.revenue import ReadRevenue, read_revenue, state_revenue
from showground.surfaces.web.amounts import read_dollars
from showground.surfaces.web.dashboard.common import get_listing, page_of
from showground.surfaces.web.formatting import number
from showground.surfaces.web.forms import NO_RESULT, FormResult
from showground.surfaces.web.sessions import for_a_person
from showground.surfaces.web.visit import Visit

MATCHES = 8  # listings looked at for one with exactly this name
NOT_AN_AMOUNT = Text("Enter an amount in US dollars, such as 1,200 or 1,200.50.")


@for_a_person
async def show_named(visit: Visit) -> Response:
    return await _show_named(visit, await get_listing(visit), "", NO_RESULT)


@for_a_person
async def change_named(visit: Visit) -> Response:
    """Name another listing, approve one that was proposed, or remove it."""
    listing, form = await get_listing(visit), await visit.form()
    typed = form.get("slug", "").strip()
    slug = typed.rstrip("/").rpartition("/")[2]  # a full URL works too
    act = remove_alternative if form.get("do") == "remove" else approve_alternative
    result = await visit.submit_with(act, listing_id=listing.listing_id, slug=slug)
    if result.failure is not None and act is approve_alternative and slug != listing.slug:
        result = await _approve_by_name(visit, listing, typed)
    if result.failure is not None:
        return await _show_named(visit, listing, form.get("slug", ""), result)
    return visit.go(page_of(listing, "/alternatives"))


async def _approve_by_name(visit: Visit, listing: OwnedListing, name: str) -> FormResult[Any]:
    try:
        found = (await visit.ask(search_listings, search_listings.parse({"q": name, "per_page": MATCHES}))).items
    except InvalidInput:
        found = []
    slugs = [item.slug for item in found if item.name.casefold() == name.casefold()]
    if not slugs:
        message = text_with("No live listing is called “%(name)s”. Enter its exact name or its link.", name=name)
        return FormResult(None, InvalidInput(errors=[FieldError(field="slug", message=message)]))
    return await visit.submit_with(approve_alternative, listing_id=listing.listing_id, slug=slugs[0])


async def _show_named(visit: Visit, listing: OwnedListing, slug: str, result: FormResult[Any]) -> Response:
    named = await visit.ask(list_named_alternatives, ListNamedAlternatives(listing_id=listing.listing_id))
    return visit.show(
        "dashboard/alternatives.html",
        status=result.status,
        private=True,
        listing=listing,
        named=named.items,
        slug=slug,
        result=result,
    )


@for_a_person
async def show_revenue(visit: Visit) -> Response:
    return await _show_revenue(visit, await get_listing(visit), None, NO_RESULT)


@for_a_person
async def save_revenue(visit: Visit) -> Response:
    listing, amount = await get_listing(visit), (await visit.form()).get("monthly_cents", "").strip()
    cents = read_dollars(amount) if amount else None
    if amount and cents is None:
        error = FieldError(field="monthly_cents", message=NOT_AN_AMOUNT)
        return await _show_revenue(visit, listing, amount, FormResult(None, InvalidInput(errors=[error])))
    result = await visit.submit_with(state_revenue, listing_id=listing.listing_id, monthly_cents=cents)
    if result.failure is not None:
        return await _show_revenue(visit, listing, amount, result)
    return visit.go(f"{page_of(listing, '/revenue')}?saved={'yes' if amount else 'gone'}")


async def _show_revenue(visit: Visit, listing: OwnedListing, amount: str | None, result: FormResult[Any]) -> Response:
    """Show what was typed, or else the stored amount."""
    said = await visit.ask(read_revenue, ReadRevenue(listing_id=listing.listing_id))
    cents = said.monthly_cents
    stands = "" if cents is None else localized_amount(cents) if cents % 100 else number(cents // 100)
    return visit.show(
        "dashboard/revenue.html",
        status=result.status,
        private=True,
        listing=listing,
        said=said,
        amount=stands if amount is None else amount,
        result=result,
        saved=visit.query.get("saved"),
    )
