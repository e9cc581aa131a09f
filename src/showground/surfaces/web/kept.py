"""Answers of pages that are made once and sent as they are."""

from typing import cast

from starlette import types
from starlette.responses import Response

from showground.core.cache import Headers, Kept
from showground.surfaces.asgi import Scope
from showground.surfaces.reading import pack, send_kept


class KeptResponse(Response):
    """Plain or zipped, whole or as 304, as the request wants it."""

    def __init__(self, kept: Kept, more: Headers | None = None) -> None:
        super().__init__()
        self._kept = kept
        self._more = more or []

    async def __call__(self, scope: types.Scope, receive: types.Receive, send: types.Send) -> None:  # noqa: ARG002
        await send_kept(cast("Scope", scope), send, self._kept, self._more)


def keep(
    body: bytes, control: bytes, kind: bytes = b"text/html; charset=utf-8", vary: bytes = b"Accept-Encoding"
) -> Kept:
    return pack(body, control, [(b"vary", vary)], kind=kind)
