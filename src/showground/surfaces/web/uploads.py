"""Reads forms with a file in them."""

from collections.abc import Callable

from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException
from starlette.requests import Request

from showground.core.calls.errors import ApiError, FieldError, InvalidInput
from showground.core.languages import Text
from showground.surfaces.web.forms import FormRefused

EMPTY = Text("This file is empty. Choose another one.")
OVERHEAD = 200_000  # what the form encoding may add to a file


async def read_upload(
    request: Request, name: str, max_bytes: int, tell_too_large: Callable[[int], ApiError]
) -> tuple[bytes, dict[str, str]]:
    """The file in the field `name`, empty if none was chosen, and the other fields.

    A request without a length, or with too large a one, is refused unread.
    """
    length = request.headers.get("content-length", "")
    if not request.headers.get("content-type", "").lower().startswith("multipart/form-data") or not length.isdigit():
        raise FormRefused
    if int(length) > max_bytes + OVERHEAD:
        raise tell_too_large(int(length))
    try:
        async with request.form(max_files=1, max_fields=4, max_part_size=4_000) as form:
            file = form.get(name)
            content = await file.read() if isinstance(file, UploadFile) else b""
            if not content and isinstance(file, UploadFile) and file.filename:  # without a choice, it has no name
                raise InvalidInput(errors=[FieldError(field=name, message=EMPTY)])
            return content, {key: value for key, value in form.items() if isinstance(value, str)}
    except MultiPartException:
        message = Text("The upload could not be read. Choose the file again and retry.")
        raise InvalidInput(errors=[FieldError(field=name, message=message)]) from None
