"""Answers of pages that are made once and sent as they are."""

from typing import cast

from starlette import types
from starlette.responses import Response

from showground.core.cache import CachedAnswer, Headers
from showground.surfaces.asgi import Scope
from showground.surfaces.conditional_get import pack, send_cached
from showground.surfaces.web.content_security_policy import POLICY

HTML = b"text/html; charset=utf-8"
SAFETY: Headers = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"strict-origin-when-cross-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    (b"cross-origin-opener-policy", b"same-origin"),
]
VARY_BY_READER = (b"vary", b"Accept, Accept-Encoding, Cookie")
VARY_BY_LANGUAGE = (b"vary", b"Accept, Accept-Encoding, Accept-Language, Cookie")


class CachedResponse(Response):
    """Plain or zipped, whole or as 304, as the request wants it."""

    def __init__(self, kept: CachedAnswer, more: Headers | None = None) -> None:
        super().__init__()
        self._kept = kept
        self._more = more or []

    async def __call__(self, scope: types.Scope, receive: types.Receive, send: types.Send) -> None:  # noqa: ARG002
        await send_cached(cast("Scope", scope), send, self._kept, self._more)


def pack_answer(body: bytes, control: bytes, kind: bytes = HTML, vary: bytes = b"Accept-Encoding") -> CachedAnswer:
    return pack(body, control, [(b"vary", vary)], kind=kind)


def pack_page(
    body: bytes,
    control: bytes,
    kind: bytes,
    *,
    headers: Headers,
    tags: tuple[str, ...] = (),
    viewed: str = "",
    by_language: bool = False,
) -> CachedAnswer:
    """What a visitor is shown, ready for the edge: with all headers, and with what it depends on."""
    vary = VARY_BY_LANGUAGE if by_language else VARY_BY_READER
    kept = pack(body, control, [vary, *headers], kind=kind, tags=tags)
    kept.page = True
    kept.viewed = viewed
    return kept
