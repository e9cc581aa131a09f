"""An application behind a real HTTP server, and raw requests to it."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import uvicorn

from showground import serving
from showground.app import Showground
from showground.bind_port import bind
from showground.surfaces.connection import ClientConnection
from tests.support.wait import until


@dataclass(frozen=True)
class RawAnswer:
    """An answer as it came over the wire."""

    status: int
    headers: dict[str, str]
    body: bytes


@asynccontextmanager
async def served(
    app: Showground, port: int = 0, http: type[ClientConnection] = ClientConnection
) -> AsyncGenerator[int]:
    """The port on which an application that is running already is served, as `showground serve` does."""
    config = serving.configure(app.edge, http)
    config.lifespan = "off"
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve([bound := bind("127.0.0.1", port)]))

    async def started() -> bool:
        return server.started

    await until(started)
    try:
        yield bound.getsockname()[1]
    finally:
        server.should_exit = True
        await task


async def exchange(port: int, *parts: bytes) -> RawAnswer:
    """Send these bytes as they are, and read until the server closes."""
    raw = await exchange_raw(port, *parts)
    head, _, body = raw.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    return RawAnswer(int(first.split()[1]), headers, body)


async def read_answer(reader: asyncio.StreamReader) -> RawAnswer:
    """The next answer on a connection that stays open."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = head.split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    return RawAnswer(int(first.split()[1]), headers, await reader.readexactly(int(headers["content-length"])))


async def exchange_raw(port: int, *parts: bytes) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        for part in parts:
            writer.write(part)
            await writer.drain()
        return await reader.read()
    finally:
        writer.close()
