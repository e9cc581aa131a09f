"""Bytes that are ready to be sent: encoded once, compressed once, with an ETag."""

import gzip
from dataclasses import dataclass
from hashlib import sha256

from starlette.requests import Request
from starlette.responses import Response

SMALLEST_COMPRESSED = 1000  # below, the gain is not worth its header


@dataclass(frozen=True, slots=True)
class Stored:
    """One body and what is said of it."""

    body: bytes
    compressed: bytes
    etag: str
    media_type: str

    def respond(self, request: Request, cache_control: str) -> Response:
        headers = {"ETag": self.etag, "Cache-Control": cache_control, "Vary": "Accept-Encoding"}
        if matches(request.headers.get("if-none-match"), self.etag):
            return Response(status_code=304, headers=headers)
        if "gzip" in request.headers.get("accept-encoding", "") and len(self.body) >= SMALLEST_COMPRESSED:
            headers["Content-Encoding"] = "gzip"
            return Response(self.compressed, headers=headers, media_type=self.media_type)
        return Response(self.body, headers=headers, media_type=self.media_type)


def store(body: bytes, media_type: str) -> Stored:
    # The tag is weak, as it stands for the body both plain and compressed.
    return Stored(body, gzip.compress(body, mtime=0), f'W/"{sha256(body).hexdigest()[:16]}"', media_type)


def matches(if_none_match: str | None, etag: str) -> bool:
    if if_none_match is None:
        return False
    named = {tag.strip().removeprefix("W/") for tag in if_none_match.split(",")}
    return "*" in named or etag.removeprefix("W/") in named
