"""A read, ready to send: plain or zipped, whole or as `304 Not Modified`."""

import gzip
import re
from collections.abc import Mapping
from functools import lru_cache
from hashlib import blake2b

from showground.core.cache import Headers, Kept
from showground.surfaces.asgi import Scope, Send, joined_header

PUBLIC_READ = b"public, max-age=0, must-revalidate"
PRIVATE_READ = b"private, no-cache"
LEAST_ZIPPED = 1_000  # bytes; below that, zipping costs more than it saves
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
) -> Kept:
    """An encoded body with its headers; the ETag is of the body alone."""
    etag = b'"' + blake2b(body, digest_size=12).hexdigest().encode() + b'"'
    headers: Headers = [
        (b"content-type", kind),
        (b"content-length", b"%d" % len(body)),
        (b"etag", etag),
        (b"cache-control", control),
        *common,
    ]
    return Kept(etag, headers, body, operation=operation, tags=tags)


async def send_kept(
    scope: Scope, send: Send, kept: Kept, more: Headers, sent: Mapping[bytes, bytes] | None = None
) -> int:
    """Send it as the request wants it; returns the status sent. `sent`: the request's headers, by name."""
    sent = dict(scope["headers"]) if sent is None else sent
    if b"if-none-match" in sent and matches(joined_header(scope, b"if-none-match"), kept.etag):
        headers = [pair for pair in kept.headers if pair[0] not in OF_THE_BODY]
        await send({"type": "http.response.start", "status": 304, "headers": headers + more})
        await send({"type": "http.response.body", "body": b""})
        return 304
    headers, body = kept.headers, kept.body
    if (
        b"accept-encoding" in sent
        and len(body) >= LEAST_ZIPPED
        and takes_gzip(joined_header(scope, b"accept-encoding"))
    ):
        headers, body = zipped(kept)
    await send({"type": "http.response.start", "status": 200, "headers": headers + more})
    await send({"type": "http.response.body", "body": body})
    return 200


@lru_cache(500)
def takes_gzip(accept_encoding: str) -> bool:
    """Whether gzip is named, and not with the weight 0, which forbids it."""
    return GZIP.search(accept_encoding) is not None


def zipped(kept: Kept) -> tuple[Headers, bytes]:
    """The zipped form, made once; its ETag is weak, since the bytes differ from the plain ones."""
    if kept.zipped is None:
        kept.zipped = gzip.compress(kept.body, 5, mtime=0)
        changed = {
            b"content-length": b"%d" % len(kept.zipped),
            b"etag": b"W/" + kept.etag,
        }
        kept.zipped_headers = [(name, changed.get(name, value)) for name, value in kept.headers]
        kept.zipped_headers.append((b"content-encoding", b"gzip"))
    return kept.zipped_headers, kept.zipped


def matches(if_none_match: str, etag: bytes) -> bool:
    """Weak comparison, as RFC 9110 asks for here."""
    wanted = [part.strip().removeprefix("W/") for part in if_none_match.split(",")]
    return "*" in wanted or etag.decode() in wanted
