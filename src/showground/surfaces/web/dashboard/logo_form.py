"""Reads the form that chooses a logo or uploads one."""

import re

from starlette.requests import Request

from showground.ownership import MAX_LOGO_BYTES, refuse_logo, refuse_too_large
from showground.surfaces.web.uploads import read_upload

NONE = "none"
SHOWN_WITH_FORM = (400, 413)  # statuses of errors that the form shows; others have a page of their own


async def read_logo_form(request: Request) -> tuple[bytes, str | None]:
    """The uploaded file, or the name of the chosen picture; without either, no logo is wanted. A file goes first."""
    content, fields = await read_upload(request, "logo", MAX_LOGO_BYTES, refuse_too_large)
    choice = fields.get("choice", "")
    if content or choice == NONE:
        return content, None
    if re.fullmatch(r"[0-9a-f]{40}\.webp", choice) is None:
        raise refuse_logo("Choose a picture, or a file to upload.")
    return content, choice
