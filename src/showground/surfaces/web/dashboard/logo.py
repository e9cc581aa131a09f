"""The form that chooses a logo or uploads one, for a listing and for a draft."""

import re
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from showground.core.calls.errors import ApiError
from showground.ownership import MAX_LOGO_BYTES, OwnedListing, refuse_logo, refuse_too_large
from showground.ownership.actions.logos import ListLogoChoices, choose_logo, list_logo_choices, upload_logo
from showground.surfaces.web.dashboard.common import get_listing, page_of
from showground.surfaces.web.forms import NOT_TRIED, Tried
from showground.surfaces.web.sessions import for_a_person
from showground.surfaces.web.uploads import read_upload
from showground.surfaces.web.visit import Visit

NONE = "none"
SHOWN_WITH_FORM = (400, 413)  # statuses of errors that the form shows; others have a page of their own


@for_a_person
async def show_logo(visit: Visit) -> Response:
    return await _show(visit, await get_listing(visit), NOT_TRIED)


@for_a_person
async def save_logo(visit: Visit) -> Response:
    listing = await get_listing(visit)
    try:
        content, choice = await read_logo_form(visit.request)
        if content:
            await visit.ask(upload_logo, upload_logo.input(listing_id=listing.listing_id, content=content))
        else:
            await visit.ask(choose_logo, choose_logo.input(listing_id=listing.listing_id, name=choice))
    except ApiError as failure:
        if failure.status not in SHOWN_WITH_FORM:
            raise
        return await _show(visit, listing, Tried(None, failure))
    return visit.go(f"{page_of(listing, '/logo')}?saved=1")


async def read_logo_form(request: Request) -> tuple[bytes, str | None]:
    """The uploaded file, or the name of the chosen picture; without either, no logo is wanted. A file goes first."""
    content, fields = await read_upload(request, "logo", MAX_LOGO_BYTES, refuse_too_large)
    choice = fields.get("choice", "")
    if content or choice == NONE:
        return content, None
    if re.fullmatch(r"[0-9a-f]{40}\.webp", choice) is None:
        raise refuse_logo("Choose a picture, or a file to upload.")
    return content, choice


async def _show(visit: Visit, listing: OwnedListing, tried: Tried[Any]) -> Response:
    choices = await visit.ask(list_logo_choices, ListLogoChoices(listing_id=listing.listing_id))
    return visit.show(
        "dashboard/logo.html",
        status=tried.status,
        private=True,
        listing=listing,
        choices=choices.items,
        tried=tried,
        saved="saved" in visit.query,
    )
