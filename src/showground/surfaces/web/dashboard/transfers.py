"""Handing a listing over to another owner: the owner's page, and the page on which the other one accepts."""

from typing import Any

from starlette.responses import Response

from showground.ownership import OwnedListing
from showground.ownership.actions.transfers import (
    NoSuchOffer,
    OfOwnListing,
    accept_offer,
    cancel_transfer,
    get_transfer,
    offer_listing,
    read_offer,
)
from showground.surfaces.web.account.sign_in import NO_REFERRER_PATH
from showground.surfaces.web.dashboard.common import get_listing, page_of
from showground.surfaces.web.emailed_offers import accept_offered, read_offered
from showground.surfaces.web.forms import NO_RESULT, FormResult
from showground.surfaces.web.sessions import for_a_person
from showground.surfaces.web.visit import Visit


@for_a_person
async def show_transfer(visit: Visit) -> Response:
    return await _show(visit, await get_listing(visit))


@for_a_person
async def offer(visit: Visit) -> Response:
    listing, email = await get_listing(visit), (await visit.form()).get("email", "").strip()
    result = await visit.submit_with(offer_listing, listing_id=listing.listing_id, email=email)
    return (
        visit.go(page_of(listing, "/transfer"))
        if result.failure is None
        else await _show(visit, listing, result, email)
    )


@for_a_person
async def take_back(visit: Visit) -> Response:
    listing = await get_listing(visit)
    result = await visit.submit_with(cancel_transfer, listing_id=listing.listing_id)
    return visit.go(page_of(listing, "/transfer")) if result.failure is None else await _show(visit, listing, result)


async def _show(visit: Visit, listing: OwnedListing, result: FormResult[Any] = NO_RESULT, email: str = "") -> Response:
    found = await visit.ask(get_transfer, OfOwnListing(listing_id=listing.listing_id))
    return visit.show(
        "dashboard/transfer.html",
        status=result.status,
        private=True,
        listing=listing,
        transfer=found.transfer,
        result=result,
        email=email,
        recent=visit.access is not None and visit.access.recent,
    )


async def show_offer(visit: Visit) -> Response:
    offer = await read_offered(visit, read_offer, NoSuchOffer)
    return visit.show("dashboard/offer.html", headers=NO_REFERRER_PATH, offer=offer)


accept = accept_offered(accept_offer, lambda taken: f"/dashboard/listings/{taken.listing_id}")
