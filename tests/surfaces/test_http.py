"""The application behind the real HTTP server: what only a connection shows."""

import asyncio
import json
from collections.abc import AsyncGenerator

import pytest

from showground.surfaces import patience
from tests.parts.http import exchange, exchange_raw, served
from tests.parts.notes import count_in, running_shelf
from tests.parts.postgres import fresh_database
from tests.parts.world import World

pytestmark = pytest.mark.anyio

POST = b"POST /api/v1/shelves/top/notes HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
JSON = b"Content-Type: application/json\r\n"


@pytest.fixture(scope="module")
async def site(postgres: str) -> AsyncGenerator[tuple[World, int, str]]:
    with fresh_database(postgres) as url:
        async with running_shelf(url) as world, served(world.app) as port:
            yield world, port, url


Site = tuple[World, int, str]


def get(path: str, method: str = "GET", *lines: str) -> bytes:
    head = [f"{method} {path} HTTP/1.1", "Host: localhost", "Connection: close", *lines, "", ""]
    return "\r\n".join(head).encode()


def bearer(world: World) -> bytes:
    return f"Authorization: {world.bearer('alice')['Authorization']}\r\n".encode()


async def test_a_chunked_body_is_read(site: Site) -> None:
    world, port, url = site
    head = POST + bearer(world) + JSON + b"Transfer-Encoding: chunked\r\n\r\n"
    answer = await exchange(port, head, b'9\r\n{"text": \r\n', b'7\r\n"milk"}\r\n0\r\n\r\n')
    assert answer.status == 201
    assert json.loads(answer.body)["text"] == "milk"
    assert count_in(url) == 1


async def test_a_chunked_body_that_is_too_large_is_refused(site: Site) -> None:
    world, port, _ = site
    head = POST + bearer(world) + JSON + b"Transfer-Encoding: chunked\r\n\r\n"
    answer = await exchange(port, head, *[b"186a0\r\n" + b" " * 100_000 + b"\r\n"] * 11, b"0\r\n\r\n")
    assert (answer.status, json.loads(answer.body)["code"]) == (413, "body_too_large")


@pytest.mark.parametrize("path", ["/api/v1/shelves/top/notes", "/mcp"])
@pytest.mark.parametrize("length", ["Content-Length: 100", "Transfer-Encoding: chunked"])
async def test_a_body_that_does_not_arrive_is_not_waited_for(
    site: Site, monkeypatch: pytest.MonkeyPatch, path: str, length: str
) -> None:
    world, port, url = site
    monkeypatch.setattr(world.app.edge, "_body_seconds", 0.3)
    before = count_in(url)
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\n{length}\r\n".encode() + bearer(world) + JSON + b"\r\n"
    answer = await exchange(port, head, b'9\r\n{"text": \r\n')  # the server closes, though it was not asked to
    problem = json.loads(answer.body)
    assert (answer.status, problem["code"]) == (408, "body_too_slow")
    assert answer.headers["connection"] == "close"
    assert answer.headers["content-type"] == "application/problem+json"
    assert (await exchange(port, get("/api/v1/site"))).status == 200
    assert count_in(url) == before


async def test_a_head_that_does_not_arrive_is_not_waited_for(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    _, port, _ = site
    monkeypatch.setattr(patience, "HEAD_SECONDS", 0.3)
    half = b"GET /api/v1/site HTTP/1.1\r\nHost: loc"
    assert (await exchange(port, half)).status == 408
    assert await exchange_raw(port) == b""  # who says nothing at all is told nothing

    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(get("/api/v1/site").replace(b"Connection: close\r\n", b""))
    head = await reader.readuntil(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 ")
    await reader.readexactly(int(head.partition(b"content-length: ")[2].partition(b"\r\n")[0]))
    writer.write(half)  # another one on the same connection
    assert (await reader.read()).startswith(b"HTTP/1.1 408 ")
    writer.close()


async def test_a_body_in_many_pieces_has_one_time_for_all(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    world, port, _ = site
    monkeypatch.setattr(world.app.edge, "_body_seconds", 0.3)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(POST + bearer(world) + JSON + b"Content-Length: 100000\r\n\r\n")
    first = asyncio.create_task(reader.readline())
    while not first.done():
        writer.write(b" ")
        await asyncio.wait([first], timeout=0.05)
    assert await first == b"HTTP/1.1 408 Request Timeout\r\n"
    writer.close()


async def test_a_declared_size_is_refused_before_anything_is_sent(site: Site) -> None:
    world, port, _ = site
    head = POST + bearer(world) + JSON + b"Content-Length: 20000000\r\nExpect: 100-continue\r\n\r\n"
    answer = await exchange(port, head)
    assert (answer.status, json.loads(answer.body)["code"]) == (413, "body_too_large")


async def test_a_client_that_waits_for_100_continue_is_told(site: Site) -> None:
    world, port, _ = site
    head = POST + bearer(world) + JSON + b"Content-Length: 2\r\nExpect: 100-continue\r\n\r\n"
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(head)
    assert (await reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 100 Continue")
    writer.write(b"{}")
    assert (await reader.read()).startswith(b"HTTP/1.1 400 ")
    writer.close()


async def test_without_access_nobody_is_told_to_send_a_body(site: Site) -> None:
    answer = await exchange(site[1], POST + JSON + b"Content-Length: 2\r\nExpect: 100-continue\r\n\r\n")
    assert answer.status == 401


async def test_head_has_the_headers_of_get_and_no_body(site: Site) -> None:
    _, port, _ = site
    query = "&".join(f"tags=tag{i}" for i in range(99))
    for path in ("/api/v1/site", f"/api/v1/notes?{query}", "/api/v1/nothing", "/api/v1/openapi.json"):
        for lines in ([], ["Accept-Encoding: gzip"]):
            read = await exchange(port, get(path, "GET", *lines))
            head = await exchange(port, get(path, "HEAD", *lines))
            assert read.body
            assert head.body == b""
            assert head.status == read.status
            own = {"x-request-id": "", "date": ""}
            assert head.headers | own == read.headers | own


@pytest.mark.parametrize(
    "raw",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"nonsense\r\n\r\n",
        b"BREW /api/v1/site HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /api/v1/notes?tags=caf\xc3\xa9 HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /api/v1/listings/caf\xff HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /api/v1/site HTTP/9.9\r\nHost: localhost\r\n\r\n",
        b"GET /api/v1/site HTTP/1.1\r\nHost: localhost\r\nbad header\r\n\r\n",
        b"GET /api/v1/site HTTP/1.1\r\nHost: localhost\r\nX: a\x00b\r\n\r\n",
        POST + JSON + b"Content-Length: two\r\n\r\n{}",
        POST + JSON + b"Content-Length: -2\r\n\r\n{}",
        POST + JSON + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
        POST + JSON + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}",
    ],
)
async def test_what_is_no_http_is_refused_and_the_next_request_answered(site: Site, raw: bytes) -> None:
    _, port, _ = site
    assert (await exchange_raw(port, raw)).startswith(b"HTTP/1.1 400 ")
    assert (await exchange(port, get("/api/v1/site"))).status == 200


async def test_names_of_headers_have_no_case_and_values_no_blanks_around_them(site: Site) -> None:
    world, port, _ = site
    token = world.bearer("alice")["Authorization"].removeprefix("Bearer ")
    for line in (f"AUTHORIZATION:  bearer   {token}  ", f"authorization:Bearer {token}\t"):
        assert (await exchange(port, get("/api/v1/me", "GET", line))).status == 200
    assert (await exchange(port, get("/api/v1/me", "GET", f"Authorization: {token}"))).status == 401


async def test_of_two_tokens_the_first_counts(site: Site) -> None:
    world, port, _ = site
    good, bad = bearer(world).decode().strip(), "Authorization: Bearer nonsense"
    assert (await exchange(port, get("/api/v1/me", "GET", good, bad))).status == 200
    assert (await exchange(port, get("/api/v1/me", "GET", bad, good))).status == 401


async def test_slow_clients_hold_up_nobody(site: Site) -> None:
    world, port, _ = site
    slow: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
    for _ in range(20):  # more than there are connections to the database
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(POST + bearer(world) + JSON + b'Content-Length: 16\r\n\r\n{"text": ')
        slow.append((reader, writer))
    for _ in range(3):
        assert (await exchange(port, get("/api/v1/me", "GET", bearer(world).decode().strip()))).status == 200
    for reader, writer in slow:
        writer.write(b'"slow"}')
        assert (await reader.read()).startswith(b"HTTP/1.1 201 ")
        writer.close()


async def test_a_client_that_leaves_in_the_middle_of_its_body_leaves_nothing(site: Site) -> None:
    world, port, url = site
    before = count_in(url)
    _, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(POST + bearer(world) + JSON + b'Content-Length: 16\r\n\r\n{"text": ')
    await writer.drain()
    writer.close()
    assert (await exchange(port, get("/api/v1/site"))).status == 200
    assert count_in(url) == before
