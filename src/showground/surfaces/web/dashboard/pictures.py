"""A listing's pictures: upload, view and remove."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from showground.core.calls.errors import ApiError, FieldError, InvalidInput
from showground.core.languages import Text
from showground.ownership import MAX_PICTURE_BYTES, OwnedListing
from showground.ownership.actions.media import remove_media, upload_media
from showground.surfaces.web.dashboard.common import get_listing, number_of, page_of
from showground.surfaces.web.forms import NO_RESULT, FormResult
from showground.surfaces.web.sessions import for_a_person
from showground.surfaces.web.uploads import read_upload
from showground.surfaces.web.visit import Visit


@for_a_person
async def show_pictures(visit: Visit) -> Response:
    return _show(visit, await get_listing(visit), "", NO_RESULT)


@for_a_person
async def send_picture(visit: Visit) -> Response:
    listing = await get_listing(visit)
    alt = ""
    try:
        content, alt = await _read(visit.request)
        if not content:
            raise InvalidInput(errors=[FieldError(field="picture", message=Text("Choose a picture first."))])
        given = upload_media.input(listing_id=listing.listing_id, content=content, alt=alt or None)
        await visit.ask(upload_media, given)
    except ApiError as failure:
        if failure.status not in (400, 413):
            raise
        return _show(visit, listing, alt, FormResult(None, failure))
    return visit.go(page_of(listing, "/pictures"))


@for_a_person
async def drop_picture(visit: Visit) -> Response:
    """Removing a picture twice is not an error."""
    listing = await get_listing(visit)
    number = number_of(visit, "media_id")
    await visit.submit_with(remove_media, listing_id=listing.listing_id, media_id=number)
    return visit.go(page_of(listing, "/pictures"))


async def _read(request: Request) -> tuple[bytes, str]:
    """The file and its alt text."""
    too_large = ApiError(Text("The picture is larger than 5 MB. Upload a smaller one."))
    content, fields = await read_upload(request, "picture", MAX_PICTURE_BYTES, lambda _: too_large)
    return content, fields.get("alt", "").strip()[:301]


def _show(visit: Visit, listing: OwnedListing, alt: str, result: FormResult[Any]) -> Response:
    return visit.show(
        "dashboard/pictures.html", status=result.status, private=True, listing=listing, alt=alt, result=result
    )
