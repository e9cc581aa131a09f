"""Limits what an answer may cost to receive: all bytes on the wire, and how many pieces they come in.

The body has a limit of its own, but much of an answer is no body: headers, answers before the answer (`103 Early
Hints`, any number of them), and in a chunked body the length before each chunk and what may follow it. A server that
sends these without end, or everything byte by byte, would keep a process busy until the time is out.
"""

import ssl
from collections.abc import AsyncIterable, AsyncIterator
from typing import Any

import httpcore2

from showground.core.fetch.errors import BadAnswer, TooLarge

MAX_HEAD = 128_000  # bytes before the body begins
MAX_BESIDE_BODY = 256_000  # bytes of a whole answer besides those of the body
MIN_READS, BYTES_PER_READ = 4_000, 512  # this many are always allowed; in a longer answer, only pieces of some size
MIN_CHUNKS, BYTES_PER_CHUNK = 4_000, 32


class Wire:
    """What one answer may cost."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._received = self._reads = 0
        self._in_body = False

    def begin_body(self) -> None:
        self._in_body = True

    def note(self, data: bytes) -> None:
        """Count received bytes. Raises if they are too many."""
        self._received += len(data)
        self._reads += 1
        if not self._in_body and self._received > MAX_HEAD:
            raise BadAnswer
        if self._received > self._max_bytes + MAX_BESIDE_BODY:
            raise TooLarge
        if self._reads > MIN_READS + self._received // BYTES_PER_READ:
            raise BadAnswer


class CountedStream(httpcore2.AsyncNetworkStream):
    """A connection that counts every received byte."""

    def __init__(self, stream: httpcore2.AsyncNetworkStream, wire: Wire) -> None:
        self._stream = stream
        self._wire = wire

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ASYNC109  as the library has it
        data = await self._stream.read(max_bytes, timeout)
        self._wire.note(data)
        return data

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ASYNC109
        await self._stream.write(buffer, timeout)

    async def aclose(self) -> None:
        await self._stream.aclose()

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109
    ) -> httpcore2.AsyncNetworkStream:
        return CountedStream(await self._stream.start_tls(ssl_context, server_hostname, timeout), self._wire)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)


async def in_fair_chunks(chunks: AsyncIterable[bytes]) -> AsyncIterator[bytes]:
    """The chunks of a body. Raises if there are many tiny ones."""
    received = count = 0
    async for chunk in chunks:
        received += len(chunk)
        count += 1
        if count > MIN_CHUNKS + received // BYTES_PER_CHUNK:
            raise BadAnswer
        yield chunk
