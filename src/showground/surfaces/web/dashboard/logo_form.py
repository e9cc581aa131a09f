"""The form that chooses a logo or uploads one, of a draft or a listing."""

import re
from typing import Any

from starlette.requests import Request

from showground.core.calls.action import Action
from showground.core.calls.errors import ApiError
from showground.core.languages import Text
from showground.ownership import MAX_LOGO_BYTES, refuse_logo, refuse_too_large
from showground.surfaces.web.forms import FormResult
from showground.surfaces.web.uploads import read_upload
from showground.surfaces.web.visit import Visit

NONE = "none"
SHOWN_WITH_FORM = (400, 413)  # statuses of errors that the form shows; others have a page of their own


async def submit_logo(
    visit: Visit, upload: Action[Any, Any], choose: Action[Any, Any], **of: Any
) -> FormResult[Any] | None:
    """Save the logo of the draft or listing `of`; returns the failure to show with the form, if there is one."""
    try:
        content, choice = await _read_logo_form(visit.request)
        if content:
            await visit.ask(upload, upload.input(**of, content=content))
        else:
            await visit.ask(choose, choose.input(**of, name=choice))
    except ApiError as failure:
        if failure.status not in SHOWN_WITH_FORM:
            raise
        return FormResult(None, failure)
    return None


async def _read_logo_form(request: Request) -> tuple[bytes, str | None]:
    """The uploaded file, or the name of the chosen picture; without either, no logo is wanted. A file goes first."""
    content, fields = await read_upload(request, "logo", MAX_LOGO_BYTES, refuse_too_large)
    choice = fields.get("choice", "")
    if content or choice == NONE:
        return content, None
    if re.fullmatch(r"[0-9a-f]{40}\.webp", choice) is None:
        raise refuse_logo(Text("Choose a picture, or a file to upload."))
    return content, choice
