"""Connections of clients that send or read too slowly, or too much: they are let go of, and others are served."""

import asyncio
import json
import resource
import socket
from collections.abc import AsyncGenerator, Callable
from typing import Any, ClassVar, cast

import pytest
from uvicorn.server import ServerState

from showground import serving
from showground.surfaces.connection import ClientConnection, Limits
from tests.support.http import RawAnswer, exchange, read_answer, served
from tests.support.postgres import fresh_database
from tests.support.wait import until
from tests.support.world import World, running_world

pytestmark = pytest.mark.anyio

GET = b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n"
CLOSE = b"Connection: close\r\n\r\n"
POST = b"POST /api/v1/drafts HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n"
SHORT = 0.2  # seconds, for clients that are to be let go of; whoever is to be served has all the time there is
Limit = Callable[..., None]


class Watched(ClientConnection):
    """Whose limits a test sets, and which tells when it begins and ends."""

    open: ClassVar[set[ClientConnection]] = set()

    def connection_made(self, transport: asyncio.Transport) -> None:
        self.open.add(self)
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.open.discard(self)


async def wait_for_connections(number: int) -> None:
    """Until the server knows of so many."""

    async def are_there() -> bool:
        return len(Watched.open) == number

    await until(are_there)


@pytest.fixture(scope="module")
async def site(postgres: str) -> AsyncGenerator[tuple[World, int]]:
    with fresh_database(postgres) as url:
        async with running_world(url) as world, served(world.app, http=Watched) as port:
            await world.add_person("alice")
            yield world, port


@pytest.fixture
def port(site: tuple[World, int]) -> int:
    return site[1]


@pytest.fixture
def limit(monkeypatch: pytest.MonkeyPatch) -> Limit:
    """Set limits, from the next time on that one is looked at."""

    def set_limits(**limits: Any) -> None:
        monkeypatch.setattr(Watched, "limits", Limits(**limits))

    return set_limits


def busy(world: World) -> bytes:
    """A request that is at work until its body comes."""
    return POST + f"Authorization: {world.bearer('alice')['Authorization']}\r\nExpect: 100-continue\r\n\r\n".encode()


def code_of(answer: RawAnswer) -> str:
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["connection"] == "close"
    return json.loads(answer.body)["code"]


@pytest.mark.parametrize("second", [False, True])
async def test_a_head_that_is_dripped_is_not_waited_for(port: int, limit: Limit, second: bool) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    if second:
        writer.write(GET + b"\r\n")
        assert (await read_answer(reader)).status == 200
    limit(head_seconds=SHORT)
    if not second:
        writer.close()
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(GET)
    answer = asyncio.create_task(read_answer(reader))
    while not answer.done():
        writer.write(b"X")
        await asyncio.wait([answer], timeout=SHORT / 5)
    assert ((await answer).status, code_of(await answer)) == (408, "head_too_slow")
    writer.close()


async def test_who_says_nothing_is_let_go_of_without_a_word(port: int, limit: Limit) -> None:
    limit(head_seconds=SHORT)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    assert await reader.read() == b""
    writer.close()


async def test_a_head_in_many_pieces_is_read(port: int) -> None:
    assert (await exchange(port, *[bytes([byte]) for byte in GET + CLOSE])).status == 200


async def test_a_head_is_as_large_as_it_may_be_and_no_larger(port: int) -> None:
    for head in (
        b"GET /api/v1/site HTTP/1.1\r\nHost: localhost\r\nX-Long: *\r\n" + CLOSE,
        b"GET /api/v1/site?q=* HTTP/1.1\r\nHost: localhost\r\n" + CLOSE,
        b"GET /api/v1/site HTTP/1.1\r\nHost: localhost\r\n*: 1\r\n" + CLOSE,
    ):
        assert (await exchange(port, head.replace(b"*", b"a" * 32_000))).status in (200, 400)
        for size in (33_000, 250_000):
            answer = await exchange(port, head.replace(b"*", b"a" * size))
            assert (answer.status, code_of(answer)) == (431, "head_too_large")
    many = await exchange(port, b"GET / HTTP/1.1\r\n", *[b"A: b\r\n" * 1_000] * 20)
    assert (many.status, code_of(many)) == (431, "head_too_large")


async def test_what_is_no_http_is_refused_like_anything_else(port: int) -> None:
    answer = await exchange(port, b"nonsense\r\n\r\n")
    assert (answer.status, code_of(answer)) == (400, "not_http")
    assert json.loads(answer.body)["request_id"] == answer.headers["x-request-id"] != "none"
    unescaped = await exchange(port, "GET /api/v1/listings?q=café HTTP/1.1\r\n\r\n".encode())
    assert "percent-encode non-ASCII characters" in json.loads(unescaped.body)["detail"]


async def test_a_refusal_is_never_taken_for_the_answer_to_an_earlier_request(site: tuple[World, int]) -> None:
    world, port = site
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(busy(world))
    assert await reader.readuntil(b"\r\n\r\n") == b"HTTP/1.1 100 Continue\r\n\r\n"
    writer.write(b" " * 100 + b"nonsense\r\n\r\n")
    assert b"not_http" not in await reader.read()
    writer.close()


async def test_the_rest_of_a_refused_body_is_no_head(port: int) -> None:
    """A client that sends its whole body before it reads the answer gets the answer, and may ask again."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"POST /api/v1/drafts HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900000\r\n\r\n")
    assert (await read_answer(reader)).status == 401
    for _ in range(9):
        writer.write(b" " * 100_000)
        await writer.drain()
    writer.write(GET + CLOSE)
    assert (await read_answer(reader)).status == 200
    writer.close()


@pytest.mark.parametrize("asked", [(GET + b"\r\n") * 60, (GET + b"\r\n") * 12 + GET + CLOSE])
async def test_who_does_not_read_is_let_go_of(port: int, limit: Limit, asked: bytes) -> None:
    """While answers wait for it, and after the last of them."""
    await wait_for_connections(0)
    slow, loop = socket.socket(), asyncio.get_running_loop()
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
    slow.setblocking(False)
    await loop.sock_connect(slow, ("127.0.0.1", port))
    await wait_for_connections(1)
    limit(write_seconds=SHORT)
    await loop.sock_sendall(slow, asked)
    await wait_for_connections(0)
    slow.close()
    assert (await exchange(port, GET + CLOSE)).status == 200


class Slow:
    """A transport whose client takes what a test says, and a loop whose time a test moves."""

    def __init__(self) -> None:
        self.unsent = 0
        self.ended = False
        self.seconds = 0.0
        self.later: list[Callable[[], None]] = []

    def get_write_buffer_size(self) -> int:
        return self.unsent

    def abort(self) -> None:
        self.ended = True

    def get_extra_info(self, _: str) -> None:
        return None

    def call_later(self, seconds: float, do: Callable[[], None]) -> asyncio.TimerHandle:
        self.seconds = seconds
        self.later.append(do)
        return asyncio.TimerHandle(0, do, (), asyncio.get_running_loop())

    def time(self) -> float:
        return 0.0


async def test_who_reads_slowly_but_reads_may_go_on(site: tuple[World, int]) -> None:
    slow = Slow()
    config = serving.configure(site[0].app.edge)
    connection = ClientConnection(config, ServerState(), {}, cast("Any", slow))
    connection.connection_made(cast("Any", slow))
    slow.unsent = 200_000
    connection.pause_writing()
    assert slow.seconds == 30
    for _ in range(5):
        slow.unsent -= 30_000
        slow.later[-1]()
        assert not slow.ended
    slow.unsent -= 29_999
    slow.later[-1]()
    assert slow.ended


async def test_many_that_send_nothing_leave_room_for_others(port: int, limit: Limit) -> None:
    limit(connections=20)
    held = [await asyncio.open_connection("127.0.0.1", port) for _ in range(20)]
    for _, writer in held:
        writer.write(GET)
    for _ in range(30):
        assert (await exchange(port, GET + CLOSE)).status == 200
    for _, writer in held:
        writer.close()


async def test_who_has_waited_longest_makes_room(port: int, limit: Limit) -> None:
    await wait_for_connections(0)
    held: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
    for number in range(1, 4):
        held.append(await asyncio.open_connection("127.0.0.1", port))
        await wait_for_connections(number)
    limit(connections=3)
    held.append(await asyncio.open_connection("127.0.0.1", port))
    (first, _), *others = held
    assert await first.read() == b""
    for reader, writer in others:
        writer.write(GET + b"\r\n")
        assert (await read_answer(reader)).status == 200
    for _, writer in held:
        writer.close()


async def test_more_requests_than_can_be_at_work_are_told_to_come_back(site: tuple[World, int], limit: Limit) -> None:
    world, port = site
    limit(requests=1)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(busy(world))
    assert (await reader.readline()).startswith(b"HTTP/1.1 100 ")
    refused = await exchange(port, GET + CLOSE)
    assert (refused.status, code_of(refused), refused.headers["retry-after"]) == (503, "unavailable", "5")
    writer.close()

    async def has_room() -> bool:
        return (await exchange(port, GET + CLOSE)).status == 200

    await until(has_room)


async def test_with_all_connections_at_work_a_further_one_is_refused(site: tuple[World, int], limit: Limit) -> None:
    world, port = site
    held = [await asyncio.open_connection("127.0.0.1", port) for _ in range(2)]
    for reader, writer in held:
        writer.write(busy(world))
        assert (await reader.readline()).startswith(b"HTTP/1.1 100 ")
    await wait_for_connections(2)
    limit(connections=0)
    refused = await exchange(port, b"")
    assert (refused.status, code_of(refused)) == (503, "unavailable")
    for _, writer in held:
        writer.close()


def test_as_many_files_are_allowed_as_connections_need() -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
    try:
        serving.allow_open_files(1_000)
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (1_000, before[1])
        serving.allow_open_files(10)
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] == 1_000
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
