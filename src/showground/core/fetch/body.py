"""Reading a body, plain or gzip, without ever holding more than the limit."""

import zlib
from collections.abc import AsyncIterable

from showground.core.fetch.errors import BadAnswer, TooLarge

GZIP_ONLY = 16 + zlib.MAX_WBITS


async def read_body(chunks: AsyncIterable[bytes], encoding: str, max_bytes: int) -> bytes:
    """Read a body in its content encoding; the limit holds for what is sent and for what it unpacks to."""
    if encoding in ("", "identity"):
        return await read_plain(chunks, max_bytes)
    if encoding in ("gzip", "x-gzip"):
        return await read_gzip(chunks, max_bytes)
    raise BadAnswer


async def read_plain(chunks: AsyncIterable[bytes], max_bytes: int) -> bytes:
    body = bytearray()
    async for chunk in chunks:
        body += chunk
        if len(body) > max_bytes:
            raise TooLarge
    return bytes(body)


async def read_gzip(chunks: AsyncIterable[bytes], max_bytes: int) -> bytes:
    body = bytearray()
    sent = 0
    unpacking = zlib.decompressobj(GZIP_ONLY)
    async for chunk in chunks:
        sent += len(chunk)
        try:
            # One byte over the limit is enough to know, however much more the chunk would unpack to.
            body += unpacking.decompress(chunk, max_bytes - len(body) + 1)
        except zlib.error as error:
            raise BadAnswer from error
        if max(sent, len(body)) > max_bytes:
            raise TooLarge
        if unpacking.eof:
            return bytes(body)
    if sent:
        raise BadAnswer
    return b""
