"""An answer that is mostly no body ends long before the time is out: everything on the wire counts."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress

import pytest

from showground.core.fetch import BadAnswer, Fetcher, TooLarge
from showground.core.fetch.wire_limits import MAX_BESIDE_BODY, MAX_HEAD, MIN_READS, Wire

pytestmark = pytest.mark.anyio

CHUNKED = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n"
MOST_SENT = 50_000_000  # by then nobody has stopped reading


@asynccontextmanager
async def sending(first: bytes, repeated: bytes) -> AsyncGenerator[tuple[str, list[int]]]:
    """A server that answers with these bytes and then these again and again; its address, and how much it sent."""
    sent: list[int] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        sent.append(len(first))
        writer.write(first)
        piece = repeated * (1 + 10_000 // len(repeated))
        try:
            while sent[-1] < MOST_SENT:
                writer.write(piece)
                sent[-1] += len(piece)
                await writer.drain()
        except OSError:
            pass  # the other side has seen enough
        finally:
            writer.close()
            with suppress(OSError):  # else it may be reported when it is collected, in the middle of another test
                await writer.wait_closed()

    server = await asyncio.start_server(answer, "127.0.0.2", 0)
    try:
        yield f"http://127.0.0.2:{server.sockets[0].getsockname()[1]}/", sent
    finally:
        server.close()


ATTACKS = {
    "answers before the answer": (b"", b"HTTP/1.1 103 \r\n\r\n", BadAnswer),
    "answers before the answer, with headers": (b"", b"HTTP/1.1 103 \r\nLink: </a.css>\r\n\r\n", BadAnswer),
    "headers": (b"HTTP/1.1 200 OK\r\n", b"a: b\r\n", BadAnswer),
    "chunks of one byte": (CHUNKED, b"1\r\nx\r\n", BadAnswer),
    "chunks with a long extension": (CHUNKED, b"400;" + b"x" * 9_000 + b"\r\n" + b"x" * 1024 + b"\r\n", TooLarge),
    "one extension without end": (CHUNKED + b"400;", b"x", BadAnswer),
    "trailers": (CHUNKED + b"0\r\n", b"a: b\r\n", BadAnswer),
}


@pytest.mark.parametrize("attack", ATTACKS)
async def test_what_is_sent_without_end_is_not_read_for_long(fetcher: Fetcher, attack: str) -> None:
    first, repeated, failure = ATTACKS[attack]
    async with sending(first, repeated) as (url, sent):
        with pytest.raises(failure):
            await fetcher.get(url, seconds=60)
    assert sent[0] < MOST_SENT


async def test_ordinary_chunks_are_read_whole(fetcher: Fetcher) -> None:
    """Lines of a page that are sent one by one, after a hint."""
    chunk = b"32\r\n" + b"x" * 50 + b"\r\n"
    first = b"HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n" + CHUNKED + chunk * 30_000 + b"0\r\n\r\n"
    async with sending(first, b"\r\n") as (url, _):
        assert len((await fetcher.get(url, seconds=60)).body) == 50 * 30_000


def test_pieces_of_one_byte_are_counted() -> None:
    wire = Wire(1_000_000)
    wire.begin_body()
    for _ in range(MIN_READS):
        wire.note(b"x")
    for _ in range(7):  # for which 512 bytes each time allow one more
        wire.note(b"x")
    with pytest.raises(BadAnswer):
        wire.note(b"x")


def test_what_the_wire_may_carry() -> None:
    wire = Wire(1_000)
    wire.note(b"x" * MAX_HEAD)
    wire.begin_body()
    wire.note(b"x" * (1_000 + MAX_BESIDE_BODY - MAX_HEAD))
    with pytest.raises(TooLarge):
        wire.note(b"x")
