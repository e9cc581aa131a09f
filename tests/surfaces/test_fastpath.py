"""The fast paths on and off: both send the same answers over a real connection."""

import asyncio
import json
from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import pytest
from psycopg.errors import ReadOnlySqlTransaction

from showground.core.calls.declare import PUBLIC
from showground.registry import all_operations
from showground.surfaces.fastpath.mcp import Direct
from tests.support.http import served
from tests.support.valid_inputs import happy_inputs
from tests.support.world import World, running_world
from tests.surfaces.mcp.calling import META, PLAIN, call_2025, modern

pytestmark = pytest.mark.anyio

PUBLIC_READS = [op for op in all_operations() if op.read_only and op.scope == PUBLIC]
ODD_HEADERS = (
    "If-None-Match: *",
    'If-None-Match: W/"nothing", "other"',
    "If-None-Match: nonsense",
    "Accept-Encoding: gzip",
    "Accept-Encoding: br, GZIP ;q=0.5",
    "Accept-Encoding: gzip;q=0",
    "Accept-Encoding: identity\r\nAccept-Encoding: gzip",
    "Accept: text/markdown",
    "Accept: \xff",
    "Range: bytes=0-9",
    "Cookie: a=b",
    "Authorization: Bearer nonsense",
    "X-Forwarded-For: 1.2.3.4",
    "x-odd:\t padded \t",
    "Expect: 100-continue",
)
PAGES = ("/", "/listings/plainhand", "/categories/ai", "/robots.txt", "/sitemap.xml", "/no-such-page", "/%6Cistings")


@dataclass(frozen=True)
class Sent:
    """An answer without what differs from one request to the next."""

    status: bytes
    headers: Sequence[tuple[str, str]]
    body: bytes

    def without_order(self) -> tuple[Any, ...]:
        headers = [(name, value) for name, value in self.headers if name != "content-length"]
        is_json = dict(headers).get("content-type") == "application/json"
        return self.status, headers, json.loads(self.body) if self.body and is_json else self.body


@dataclass(frozen=True)
class BothWays:
    """Two servers of one database: the fast paths are on in one and off in the other."""

    on: World
    off: World
    ports: tuple[int, int]

    async def send(self, *requests: bytes, no_body: bool = False) -> list[Sent]:
        """Send these, each server's on one connection, and expect the same answers; returns them."""
        on, off = [await self._exchange(port, requests, no_body=no_body) for port in self.ports]
        assert on == off
        return on

    async def call(self, *requests: bytes) -> list[Sent]:
        """The same for MCP. The SDK writes the members of objects in another order, which means nothing in JSON."""
        on, off = [await self._exchange(port, requests, no_body=False) for port in self.ports]
        assert [answer.without_order() for answer in on] == [answer.without_order() for answer in off]
        return on

    async def _exchange(self, port: int, requests: Iterable[bytes], *, no_body: bool) -> list[Sent]:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            writer.write(b"".join(requests))
            return [await self._read(reader, no_body=no_body) for _ in requests]
        finally:
            writer.close()

    async def _read(self, reader: asyncio.StreamReader, *, no_body: bool) -> Sent:
        head = (await reader.readuntil(b"\r\n\r\n")).removesuffix(b"\r\n\r\n")
        if head.startswith(b"HTTP/1.1 100 "):
            head = (await reader.readuntil(b"\r\n\r\n")).removesuffix(b"\r\n\r\n")
        status, *lines = head.split(b"\r\n")
        headers = [(line.partition(b": ")[0].decode(), line.partition(b": ")[2].decode("latin-1")) for line in lines]
        own = dict(headers)
        length = 0 if no_body else int(own.get("content-length", 0))
        body = (await reader.readexactly(length)).replace(own["x-request-id"].encode(), b"ID")
        return Sent(status, sorted((n, v) for n, v in headers if n not in ("date", "x-request-id")), body)


@pytest.fixture(scope="module")
async def both(showing: World) -> AsyncGenerator[BothWays]:
    with suppress(ReadOnlySqlTransaction):  # views are counted at the end, which this database refuses
        async with (
            running_world(showing.database_url) as on,
            running_world(showing.database_url, fastpath_send=False, fastpath_mcp=False) as off,
            served(on.app) as port,
            served(off.app) as other,
        ):
            yield BothWays(on, off, (port, other))


def get(path: str, *lines: str, method: str = "GET", version: str = "1.1") -> bytes:
    return "\r\n".join([f"{method} {path} HTTP/{version}", "Host: localhost:8000", *lines, "", ""]).encode("latin-1")


def post(message: Any, headers: dict[str, str]) -> bytes:
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    lines = [f"{name}: {value}" for name, value in (PLAIN | {"host": "localhost:8000"} | headers).items()]
    return "\r\n".join(["POST /mcp HTTP/1.1", *lines, f"Content-Length: {len(body)}", "", ""]).encode() + body


async def addresses(world: World) -> list[str]:
    """An address of each public read."""
    found: list[str] = []
    for op in PUBLIC_READS:
        for asked in await happy_inputs(op, world):
            query = {name: value for name, value in asked.items() if name not in op.path_fields}
            path = f"/api/v1{op.path}".format(**asked)
            found.append(f"{path}?{urlencode(query)}" if query else path)
    return found


async def test_every_public_read_and_page_is_sent_alike(both: BothWays) -> None:
    for path in [*await addresses(both.on), *PAGES]:
        first, cached, zipped = await both.send(get(path), get(path), get(path, "Accept-Encoding: gzip"))
        etag = dict(first.headers).get("etag")
        assert (first.status, first.body) == (cached.status, cached.body)
        if etag is not None:
            (unchanged,) = await both.send(get(path, f"If-None-Match: {etag}"))
            assert unchanged.status == b"HTTP/1.1 304 Not Modified"
            assert len(zipped.body) <= len(first.body)
        (head,) = await both.send(get(path, method="HEAD"), no_body=True)
        assert head.body == b""


async def test_only_the_fast_path_joins_headers(both: BothWays) -> None:
    path = "/api/v1/listings/plainhand"
    await both.send(get(path), get(path))
    on, off = (world.app.parts.cache.answers[path, b""].plain for world in (both.on, both.off))
    assert on.lines is not None
    assert off.lines is None


@pytest.mark.parametrize("line", ODD_HEADERS)
@pytest.mark.parametrize("path", ["/api/v1/listings/plainhand", "/listings/plainhand"])
async def test_odd_headers_are_answered_alike(both: BothWays, path: str, line: str) -> None:
    await both.send(get(path), get(path), get(path, line), get(path))


async def test_errors_are_sent_alike(both: BothWays) -> None:
    paths = ("/api/v1/listings/none", "/api/v1/listings/NO!", "/api/v1/listings?page=x", "/api/v1/none", "/api/v1/me")
    for path in paths:
        (refused, again) = await both.send(get(path), get(path))
        assert refused.status.split()[1] in (b"400", b"401", b"404"), refused
        assert refused.body == again.body
    for method in ("PUT", "DELETE", "OPTIONS", "PATCH"):
        await both.send(get("/api/v1/listings/plainhand", method=method))


async def test_connections_that_close_are_answered_alike(both: BothWays) -> None:
    path = "/api/v1/listings/plainhand"
    await both.send(get(path), get(path, "Connection: close"))
    await both.send(get(path, version="1.0"))
    await both.send(get(path, "Connection: keep-alive", version="1.0"))


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """The answers that the fast path for MCP has written."""
    answers: list[bytes] = []
    write = Direct.write

    def note(self: Direct, *args: Any) -> bytes:
        answers.append(write(self, *args))
        return answers[-1]

    monkeypatch.setattr(Direct, "write", note)
    return answers


async def test_every_public_tool_is_answered_alike_in_both_eras(both: BothWays, written: list[bytes]) -> None:
    earlier = {"mcp-protocol-version": "2025-06-18"}
    calls = 0
    for op in PUBLIC_READS:
        for asked in [*await happy_inputs(op, both.on), {"no_such_argument": 1}]:
            message, headers = modern("tools/call", name=op.name, arguments=dict(asked))
            called = await both.call(post(message, headers), post(call_2025(9, op.name, asked), earlier))
            assert all(answer.status == b"HTTP/1.1 200 OK" for answer in called), called
            calls += 1
    assert len(written) == 2 * calls  # by one of the two servers, in both eras


async def test_lists_and_errors_of_mcp_are_answered_alike(both: BothWays) -> None:
    listed, headers = modern("tools/list")
    earlier = {"mcp-protocol-version": "2025-06-18"}
    initialize = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    }
    old = {"jsonrpc": "2.0", "id": 3}
    call, routing = modern("tools/call", name="get_listing", arguments={"slug": "plainhand"})
    await both.call(post(listed, headers), post(listed | {"id": "again"}, headers))
    for message, more in (
        (old | {"method": "tools/list"}, earlier),
        (old | {"method": "initialize", "params": initialize}, {}),
        (old | {"method": "ping"}, earlier),
        ({"jsonrpc": "2.0", "method": "notifications/initialized"}, earlier),
        modern("server/discover"),
        modern("tools/call", name="no_such_tool", arguments={}),
        modern("tools/call", name="get_me", arguments={}),  # needs a token
        modern("tools/call", name="get_listing", arguments={"slug": "none"}),
        (listed | {"params": {"_meta": META, "cursor": "x"}}, headers),
        (call, routing | {"mcp-name": "other"}),
        (call, routing | {"accept": "text/html"}),
        (call, routing | {"origin": "https://evil.example"}),
        (call, {}),
        (b"{", routing),
        (b"[]", {}),
    ):
        await both.call(post(message, more))
