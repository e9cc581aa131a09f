"""A read, ready to send: plain or zipped, whole or as `304 Not Modified`."""

import gzip
import re
from collections.abc import Mapping
from functools import lru_cache

from showground.core.cache import CachedAnswer, Headers, Variant
from showground.core.calls import entity_tags
from showground.surfaces.asgi import SEND_WHOLE, Scope, Send, joined_header

PUBLIC_READ = b"public, max-age=0, must-revalidate"
PRIVATE_READ = b"private, no-cache"
MIN_ZIPPED = 1_000  # bytes; below that, zipping costs more than it saves
GZIP = re.compile(r"(?:^|,)\s*gzip\s*(?:;\s*q=(?!0(?:\.0*)?\s*(?:,|$))[^,]*)?(?:,|$)", re.IGNORECASE)
OF_THE_BODY = (b"content-type", b"content-length")  # what a 304, which has none, leaves out


def pack(
    body: bytes,
    control: bytes,
    common: Headers,
    *,
    kind: bytes = b"application/json",
    operation: str = "",
    tags: tuple[str, ...] = (),
) -> CachedAnswer:
    """An encoded body with its headers; the ETag is of the body alone."""
    etag = entity_tags.tag_of(body).encode()
    headers: Headers = [
        (b"content-type", kind),
        (b"content-length", b"%d" % len(body)),
        (b"etag", etag),
        (b"cache-control", control),
        *common,
    ]
    return CachedAnswer(etag, headers, body, operation=operation, tags=tags)


async def send_cached(scope: Scope, send: Send, kept: CachedAnswer, more: Headers) -> None:
    """Send it as the request wants it, with these headers besides."""
    await send_variant(send, variant_for(scope, dict(scope["headers"]), kept), more)


async def send_packed(scope: Scope, send: Send, kept: CachedAnswer, more: Headers) -> None:
    """The same for answers that nothing between here and the edge changes: sent by the edge, in one piece."""
    whole = scope.get(SEND_WHOLE)
    if whole is None or scope["method"] != "GET":
        await send_cached(scope, send, kept, more)
    else:
        await whole(variant_for(scope, dict(scope["headers"]), kept), more)


async def send_variant(send: Send, variant: Variant, more: Headers) -> None:
    """Send this variant of an answer, with `more` headers."""
    await send({"type": "http.response.start", "status": variant.status, "headers": variant.headers + more})
    await send({"type": "http.response.body", "body": variant.body})


def variant_for(scope: Scope, sent: Mapping[bytes, bytes], kept: CachedAnswer) -> Variant:
    """The variant that a request wants; `sent`: its headers, by name."""
    if b"if-none-match" in sent and entity_tags.matches(joined_header(scope, b"if-none-match"), kept.etag.decode()):
        kept.unchanged = kept.unchanged or _without_body(kept.plain)
        return kept.unchanged
    if (
        b"accept-encoding" in sent
        and len(kept.plain.body) >= MIN_ZIPPED
        and takes_gzip(joined_header(scope, b"accept-encoding"))
    ):
        kept.zipped = kept.zipped or _zip(kept)
        return kept.zipped
    return kept.plain


@lru_cache(500)
def takes_gzip(accept_encoding: str) -> bool:
    """Whether gzip is named, and not with the weight 0, which forbids it."""
    return GZIP.search(accept_encoding) is not None


def _without_body(plain: Variant) -> Variant:
    return Variant(304, [pair for pair in plain.headers if pair[0] not in OF_THE_BODY], b"")


def _zip(kept: CachedAnswer) -> Variant:
    """Its ETag is weak, since the bytes differ from the plain ones. Fonts and pictures are compressed already."""
    body = gzip.compress(kept.plain.body, 5, mtime=0)
    if len(body) >= len(kept.plain.body):
        return kept.plain
    changed = {b"content-length": b"%d" % len(body), b"etag": b"W/" + kept.etag}
    headers = [(name, changed.get(name, value)) for name, value in kept.plain.headers]
    return Variant(200, [*headers, (b"content-encoding", b"gzip")], body)
