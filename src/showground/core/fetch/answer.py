"""Reads an answer: its status, headers, type and body, within limits."""

from collections.abc import Sequence
from contextlib import aclosing

import httpcore2

from showground.core.fetch.errors import BadAnswer, TooLarge, WrongType
from showground.core.fetch.page import FetchResponse, content_type
from showground.core.fetch.wire_limits import in_fair_chunks

from .body import read_body
from .target import Target


async def read_answer(
    target: Target, response: httpcore2.Response, accept: Sequence[str], max_bytes: int, *, errors: bool = False
) -> FetchResponse:
    headers: dict[str, str] = {}
    for name, value in response.headers:
        headers.setdefault(name.decode("latin-1").lower(), value.decode("latin-1"))
    if response.status < 200:
        raise BadAnswer
    if response.status >= 300 and not errors:
        return FetchResponse(target.url, response.status, headers, b"")
    if accept and not accepted(content_type(headers), accept):
        raise WrongType
    if int(headers.get("content-length", "0")) > max_bytes:
        raise TooLarge
    async with aclosing(response.aiter_stream()) as chunks:
        body = await read_body(in_fair_chunks(chunks), headers.get("content-encoding", "").strip().lower(), max_bytes)
    return FetchResponse(target.url, response.status, headers, body)


def accepted(content_type: str, accept: Sequence[str]) -> bool:
    family = content_type.partition("/")[0] + "/*"
    return content_type in accept or family in accept
