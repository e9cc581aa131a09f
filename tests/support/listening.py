"""Small servers of tests, each of them a function that answers a connection."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager

Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@asynccontextmanager
async def listening(serve: Serve) -> AsyncGenerator[str]:
    """The address of a server for the time of this block. Connections that clients have left open end with it; from
    Python 3.12 on, the end of a server waits for them."""
    open_ones: set[asyncio.StreamWriter] = set()

    async def note(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        open_ones.add(writer)
        try:
            await serve(reader, writer)
        finally:
            open_ones.discard(writer)

    async with await asyncio.start_server(note, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        for writer in open_ones:
            writer.close()
