"""The application behind the real HTTP server: what only a connection shows."""

import asyncio
import json
from collections.abc import AsyncGenerator

import pytest

from tests.support.http import exchange, exchange_raw, served
from tests.support.postgres import fresh_database
from tests.support.test_operations import count_in, running_shelf
from tests.support.world import World

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


@pytest.mark.parametrize(
    "lines",
    [
        b"Content-Length: 4\r\nTransfer-Encoding: chunked",
        b"Transfer-Encoding: chunked\r\nContent-Length: 4",
        b"Transfer-Encoding: chunked, identity",
        b"Transfer-Encoding: xchunked",
        b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
        b"Transfer-Encoding : chunked",
        b"Content-Length: 4\r\nContent-Length: 0",
        b"Content-Length: 4, 0",
        b"Content-Length: +4",
        b"Content-Length: 0x4",
        b"X: 1\r\n Transfer-Encoding: chunked\r\nContent-Length: 4 4",
        b"Transfer-Encoding: chunked\r\n\r\n-1",
        b"Transfer-Encoding: chunked\r\n\r\n4;\n",
    ],
)
async def test_where_a_request_ends_is_never_in_doubt(site: Site, lines: bytes) -> None:
    """Else a proxy before us could take the end of one person's request for the begin of another's."""
    _, port, _ = site
    hidden = b"0\r\n\r\nGET /api/v1/site HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    keep = POST.replace(b"Connection: close\r\n", b"")
    told = await exchange_raw(port, keep + JSON + lines + b"\r\n\r\n" + hidden)
    assert told.startswith(b"HTTP/1.1 400 ")
    assert told.count(b"HTTP/1.1 ") == 1


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


async def test_a_kept_answer_in_one_piece_says_what_it_says_header_by_header(site: Site) -> None:
    _, port, _ = site
    path = "/api/v1/notes?" + "&".join(f"tags=tag{i}" for i in range(99))
    etag = (await exchange(port, get(path))).headers["etag"]
    lines: tuple[list[str], ...] = ([], ["Accept-Encoding: gzip"], [f"If-None-Match: {etag}"])
    single = [await exchange(port, get(path, "GET", *more)) for more in lines]  # who closes is answered the long way
    assert [answer.status for answer in single] == [200, 200, 304]
    own = {"connection": "", "date": "", "x-request-id": ""}
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"".join(get(path, "GET", *more) for more in lines).replace(b"Connection: close\r\n", b""))
    for answer in single:
        head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = dict(line.split(": ", 1) for line in head[1:-2])
        assert head[0].split()[1] == str(answer.status)
        assert headers.keys() >= {"date", "x-request-id"}
        assert headers | own == answer.headers | own
        assert await reader.readexactly(int(headers.get("content-length", 0))) == answer.body
    writer.close()
