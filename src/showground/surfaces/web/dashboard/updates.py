"""Dashboard pages for a listing's updates: post, edit and delete them."""

from typing import Any

from starlette.responses import Response

from showground.listings import ListingUpdate
from showground.ownership import OwnedListing
from showground.ownership.actions.updates import (
    ListOwnUpdates,
    ReadUpdate,
    delete_update,
    edit_update,
    list_own_updates,
    read_update,
)
from showground.ownership.operations.post_listing_update import post_listing_update
from showground.surfaces.web.dashboard.common import get_listing, number_of, page_asked, page_of
from showground.surfaces.web.forms import NO_RESULT, FormResult
from showground.surfaces.web.pager import make_pager
from showground.surfaces.web.sessions import for_a_person
from showground.surfaces.web.visit import Visit

DONE = ("posted", "saved", "deleted")  # what the page can say after a redirect


@for_a_person
async def show_updates(visit: Visit) -> Response:
    return await _show_updates(visit, await get_listing(visit), {}, NO_RESULT)


@for_a_person
async def post_update(visit: Visit) -> Response:
    listing, given = await get_listing(visit), await _read_given(visit)
    result = await visit.submit_with(post_listing_update, listing_id=listing.listing_id, **given)
    if result.failure is not None:
        return await _show_updates(visit, listing, given, result)
    return visit.go(f"{page_of(listing, '/updates')}?done=posted")


@for_a_person
async def show_update(visit: Visit) -> Response:
    listing = await get_listing(visit)
    update = await _get_update(visit, listing)
    return _show_update(visit, listing, update, {"title": update.title, "body": update.body}, NO_RESULT)


@for_a_person
async def save_update(visit: Visit) -> Response:
    listing, given = await get_listing(visit), await _read_given(visit)
    update = await _get_update(visit, listing)
    result = await visit.submit_with(edit_update, listing_id=listing.listing_id, update_id=update.id, **given)
    if result.failure is not None:
        return _show_update(visit, listing, update, given, result)
    return visit.go(f"{page_of(listing, '/updates')}?done=saved")


@for_a_person
async def drop_update(visit: Visit) -> Response:
    """Deleting an update twice is not an error."""
    listing = await get_listing(visit)
    await visit.submit_with(delete_update, listing_id=listing.listing_id, update_id=number_of(visit, "update_id"))
    return visit.go(f"{page_of(listing, '/updates')}?done=deleted")


async def _read_given(visit: Visit) -> dict[str, str]:
    form = await visit.form()
    return {name: form.get(name, "") for name in ("title", "body")}


async def _get_update(visit: Visit, listing: OwnedListing) -> ListingUpdate:
    asked = ReadUpdate(listing_id=listing.listing_id, update_id=number_of(visit, "update_id"))
    return await visit.ask(read_update, asked)


async def _show_updates(
    visit: Visit, listing: OwnedListing, given: dict[str, str], result: FormResult[Any]
) -> Response:
    found = await visit.ask(
        list_own_updates, ListOwnUpdates(listing_id=listing.listing_id, page=page_asked(visit), per_page=10)
    )
    done = visit.query.get("done")
    return visit.show(
        "dashboard/updates.html",
        status=result.status,
        private=True,
        listing=listing,
        updates=found.items,
        pager=make_pager(visit, found),
        given={"title": "", "body": "", **given},
        result=result,
        done=done if done in DONE else None,
    )


def _show_update(
    visit: Visit, listing: OwnedListing, update: ListingUpdate, given: dict[str, str], result: FormResult[Any]
) -> Response:
    return visit.show(
        "dashboard/update.html",
        status=result.status,
        private=True,
        listing=listing,
        update=update,
        given=given,
        result=result,
    )
