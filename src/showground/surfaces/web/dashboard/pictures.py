"""A listing's pictures: upload, view and remove."""

from typing import Any

from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException
from starlette.requests import Request
from starlette.responses import Response

from showground.core.calls.errors import ApiError, FieldError, InvalidInput
from showground.ownership import OwnedListing
from showground.ownership.actions.media import remove_media, upload_media
from showground.surfaces.web.dashboard.common import get_listing, number_of, page_of
from showground.surfaces.web.forms import NOT_TRIED, FormRefused, Tried
from showground.surfaces.web.sessions import for_a_person
from showground.surfaces.web.visit import Visit

MAX_BYTES = 5_200_000  # a 5 MB picture plus the overhead of the form encoding


@for_a_person
async def show_pictures(visit: Visit) -> Response:
    return _show(visit, await get_listing(visit), "", NOT_TRIED)


@for_a_person
async def send_picture(visit: Visit) -> Response:
    listing = await get_listing(visit)
    alt = ""
    try:
        content, alt = await _read(visit.request)
        if not content:
            raise InvalidInput(faults=[FieldError(field="picture", message="Choose a picture first.")])
        given = upload_media.input(listing_id=listing.listing_id, content=content, alt=alt or None)
        await visit.ask(upload_media, given)
    except ApiError as failure:
        if failure.status not in (400, 413):
            raise
        return _show(visit, listing, alt, Tried(None, failure))
    return visit.go(page_of(listing, "/pictures"))


@for_a_person
async def drop_picture(visit: Visit) -> Response:
    """Removing a picture twice is not an error."""
    listing = await get_listing(visit)
    number = number_of(visit, "media_id")
    await visit.attempt_with(remove_media, listing_id=listing.listing_id, media_id=number)
    return visit.go(page_of(listing, "/pictures"))


async def _read(request: Request) -> tuple[bytes, str]:
    """The file and its alt text. A request without a length, or with too large a one, is refused unread."""
    length = request.headers.get("content-length", "")
    if not request.headers.get("content-type", "").lower().startswith("multipart/form-data") or not length.isdigit():
        raise FormRefused
    if int(length) > MAX_BYTES:
        raise ApiError("The picture is larger than 5 MB. Upload a smaller one.")
    try:
        async with request.form(max_files=1, max_fields=4, max_part_size=4_000) as form:
            picture, alt = form.get("picture"), form.get("alt")
            content = await picture.read() if isinstance(picture, UploadFile) else b""
            return content, alt.strip()[:301] if isinstance(alt, str) else ""
    except MultiPartException:
        message = "The upload could not be read. Choose the file again and retry."
        raise InvalidInput(faults=[FieldError(field="picture", message=message)]) from None


def _show(visit: Visit, listing: OwnedListing, alt: str, tried: Tried[Any]) -> Response:
    return visit.show(
        "dashboard/pictures.html", status=tried.status, private=True, listing=listing, alt=alt, tried=tried
    )
