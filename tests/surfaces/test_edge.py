"""What every request passes first: kept answers and when they are forgotten, addresses, and the log."""

import asyncio
import io
import json
from collections.abc import AsyncGenerator, Sequence
from ipaddress import ip_network

import httpx2
import psycopg
import pytest

from showground.core import cache
from showground.core.calls.rate_limits import MemoryCounters, Quotas, network_of
from showground.launches import Views
from showground.surfaces.asgi import Message, Receive, Scope, Send, arrival_of, respond
from showground.surfaces.edge import Edge, Line
from tests.support import test_operations
from tests.support.wait import until
from tests.support.world import NOW, World, running_world

pytestmark = pytest.mark.anyio


@pytest.fixture
async def shelf(database_url: str) -> AsyncGenerator[World]:
    async with test_operations.running_shelf(database_url) as world:
        yield world


async def count(world: World, query: str = "") -> int:
    return (await world.get(f"/notes{query}")).json()["count"]


async def add(world: World, text: str = "milk") -> None:
    added = await world.request("POST", "/shelves/top/notes", by="alice", json={"text": text})
    assert added.status_code == 201


async def test_an_answer_is_kept_until_something_it_depends_on_changes(shelf: World, database_url: str) -> None:
    assert await count(shelf) == 0
    test_operations.add_past(database_url)
    assert await count(shelf) == 0
    await add(shelf)
    assert await count(shelf) == 2


async def test_a_refused_change_forgets_nothing(shelf: World, database_url: str) -> None:
    assert await count(shelf) == 0
    test_operations.add_past(database_url)
    refused = await shelf.request("POST", "/shelves/full/notes", by="alice", json={"text": "milk"})
    assert refused.status_code == 400
    assert await count(shelf) == 0


async def test_other_queries_are_other_answers(shelf: World, database_url: str) -> None:
    assert await count(shelf) == 0
    test_operations.add_past(database_url)
    assert await count(shelf, "?exact=true") == 1
    assert await count(shelf) == 0


async def test_another_process_forgets_too(shelf: World, database_url: str) -> None:
    async with running_world(database_url, operations=test_operations.NOTES) as other:
        assert await count(other) == 0
        await add(shelf)

        async def heard() -> bool:
            return await count(other) == 1

        await until(heard)


async def test_a_read_begun_before_a_change_is_not_kept(shelf: World) -> None:
    has_read, go_on = asyncio.Event(), asyncio.Event()

    async def wait() -> None:
        has_read.set()
        await go_on.wait()

    test_operations.held["slow"] = wait
    try:
        slow = asyncio.create_task(count(shelf, "?tags=slow"))
        await has_read.wait()
        await add(shelf)
        go_on.set()
        assert await slow == 0
        assert await count(shelf, "?tags=slow") == 1
    finally:
        test_operations.held.clear()


async def test_who_hears_nothing_for_a_moment_forgets_everything(shelf: World, database_url: str) -> None:
    """And hears again afterwards."""
    listening = "from pg_stat_activity where datname = current_database() and query like 'listen %%'"

    async def listens() -> bool:
        with psycopg.connect(database_url, autocommit=True) as db:
            return db.execute(f"select pid {listening}").fetchone() is not None

    async def counts_one() -> bool:
        return await count(shelf) == 1

    async def counts_two() -> bool:
        return await count(shelf) == 2

    await until(listens)
    assert await count(shelf) == 0
    test_operations.add_past(database_url)
    assert await count(shelf) == 0
    with psycopg.connect(database_url, autocommit=True) as db:
        assert db.execute(f"select pg_terminate_backend(pid) {listening}").fetchall() == [(True,)]
    await until(counts_one)
    await until(listens)
    async with running_world(database_url, operations=test_operations.NOTES) as other:
        other.keys = shelf.keys
        await add(other)
    await until(counts_two)


async def test_an_answer_is_kept_for_half_a_minute_at_most(shelf: World, database_url: str) -> None:
    assert await count(shelf) == 0
    test_operations.add_past(database_url)
    shelf.clock.move(seconds=cache.LIFE - 0.001)
    assert await count(shelf) == 0
    shelf.clock.move(seconds=0.001)
    assert await count(shelf) == 1


async def test_an_answer_that_was_kept_by_a_clock_ahead_is_made_afresh(shelf: World, database_url: str) -> None:
    shelf.clock.move(days=1)
    assert await count(shelf) == 0
    shelf.clock.move(days=-1)
    test_operations.add_past(database_url)
    assert await count(shelf) == 1


async def test_who_shows_a_credential_is_answered_afresh(shelf: World, database_url: str) -> None:
    assert await count(shelf) == 0
    test_operations.add_past(database_url)
    assert (await shelf.get("/notes", by="alice")).json()["count"] == 1
    assert (await shelf.get("/notes", headers={"Authorization": "Bearer nonsense"})).status_code == 401
    assert await count(shelf) == 0
    shelf.app.parts.cache.forget_all()
    assert (await shelf.get("/notes", by="alice")).json()["count"] == 1
    assert (await shelf.get("/me", by="alice")).status_code == 200
    assert shelf.app.parts.cache.answers == {}


async def test_a_kept_answer_is_not_given_for_another_address(shelf: World) -> None:
    """An escaped slash belongs to a name; decoded, the address would be that of a kept answer."""
    for _ in range(2):
        assert (await shelf.get("/site")).status_code == 200
        assert (await shelf.client.get("/api%2Fv1/site")).status_code == 404


async def test_errors_are_not_kept(shelf: World) -> None:
    for path in ("/notes?a=1", "/listings/none", "/listings?category=none", "/nothing"):
        assert (await shelf.get(path)).status_code in (400, 404)
    assert shelf.app.parts.cache.answers == {}


async def test_kept_answers_fill_no_more_than_their_share(shelf: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """And those with a query, of which anybody can think up any number, a part of it that leaves the others alone."""
    monkeypatch.setattr(cache, "MAX_BYTES", 200_000)
    await shelf.get("/site")
    assert await count(shelf) == 0
    for i in range(60):
        assert await count(shelf, f"?tags={i}") == 0
    kept = shelf.app.parts.cache.answers
    queries = [query for _, query in kept if query]
    assert 10 < len(queries) < 25
    assert queries == [b"tags=%d" % i for i in range(60 - len(queries), 60)]
    assert [path for path, query in kept if not query] == ["/api/v1/site", "/api/v1/notes"]


async def test_a_kept_answer_is_counted_and_refused_like_any_other(database_url: str) -> None:
    async with test_operations.running_shelf(database_url, rate_limits=0.03) as world:  # three a minute
        left = [(await world.get("/notes")).headers["ratelimit"] for _ in range(3)]
        assert left == [f'"anonymous";r={r};t=60' for r in (2, 1, 0)]
        refused = await world.get("/notes")
        assert refused.status_code == 429
        assert refused.headers["retry-after"] == "60"


class Gate:
    """An edge before an application that only says who has arrived."""

    def __init__(self, *trusted: str) -> None:
        self.lines: list[Line] = []
        self.edge = Edge(
            self._answer,
            cache=cache.Cache(),
            clock=NOW.timestamp,
            counters=MemoryCounters(),
            anonymous=Quotas().anonymous,
            trusted_proxies=[ip_network(network) for network in trusted],
            view=Views().note,
            read=Views().note_read,
            note=self.lines.append,
        )

    async def _answer(self, scope: Scope, _: Receive, send: Send) -> None:
        await respond(send, 200, [], arrival_of(scope).address.encode())

    async def address(self, peer: str | None, *forwarded: str) -> str:
        bodies: list[bytes] = []

        async def send(message: Message) -> None:
            bodies.append(message.get("body", b""))

        async def receive() -> Message:
            return {"type": "http.request", "body": b""}

        headers = [(b"x-forwarded-for", line.encode("latin-1")) for line in forwarded]
        client = None if peer is None else (peer, 1)
        scope = {
            "type": "http",
            "method": "GET",
            "path": "/",
            "query_string": b"",
            "headers": headers,
            "client": client,
        }
        await self.edge(scope, receive, send)
        return b"".join(bodies).decode()


PROXY, FAR = "10.0.0.1", "198.51.100.9"


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        (FAR, (), FAR),
        (FAR, ("203.0.113.5",), FAR),
        (PROXY, (), PROXY),
        (PROXY, (FAR,), FAR),
        (PROXY, (f"203.0.113.5, {FAR}",), FAR),
        (PROXY, (f"203.0.113.5, {FAR}, 10.0.0.2 , 10.9.9.9",), FAR),
        (PROXY, ("10.0.0.3, 10.0.0.2",), "10.0.0.3"),
        (PROXY, ("203.0.113.5", FAR), FAR),
        (PROXY, (FAR, "10.0.0.2"), FAR),
        (PROXY, ("nonsense",), PROXY),
        (PROXY, ("nonsense, 10.0.0.2",), "10.0.0.2"),
        (PROXY, (f"nonsense, {FAR}",), FAR),
        (PROXY, (f"{FAR}, nonsense",), PROXY),
        (PROXY, ("",), PROXY),
        (PROXY, (",,",), PROXY),
        (PROXY, ("\xb2.0.0.1",), PROXY),
        (PROXY, ("2001:db8::5",), "2001:db8::5"),
        (PROXY, ("::ffff:198.51.100.9",), FAR),
        ("::ffff:10.0.0.1", (FAR,), FAR),
        ("::ffff:198.51.100.9", (), FAR),
        ("fd00::1", (FAR,), FAR),
        (None, (FAR,), ""),
    ],
)
async def test_only_proxies_of_ours_say_for_whom_they_ask(
    peer: str | None, forwarded: Sequence[str], address: str
) -> None:
    assert await Gate("10.0.0.0/8", "fd00::/8").address(peer, *forwarded) == address


async def test_without_proxies_nobody_says_for_whom_they_ask() -> None:
    assert await Gate().address("127.0.0.1", FAR) == "127.0.0.1"


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("", ""),
        ("no:address", "no:address"),
    ],
)
def test_what_counts_as_one_caller(address: str, network: str) -> None:
    assert network_of(address) == network


async def test_neighbours_in_a_network_share_a_limit(database_url: str) -> None:
    async with running_world(database_url, rate_limits=1.0) as world:

        async def left(address: str) -> str:
            transport = httpx2.ASGITransport(world.app.edge, client=(address, 1))  # pyright: ignore[reportArgumentType]
            async with httpx2.AsyncClient(transport=transport, base_url="http://localhost:8000") as client:
                return (await client.get("/api/v1/site")).headers["ratelimit"].split(";")[1]

        assert await left("2001:db8:1:2::1") == "r=119"
        assert await left("2001:db8:1:2:ffff::9") == "r=118"
        assert await left("2001:db8:1:3::1") == "r=119"
        assert await left("192.0.2.7") == "r=119"
        assert await left("192.0.2.8") == "r=119"


async def test_a_line_for_every_request_without_anything_private(database_url: str) -> None:
    async with test_operations.running_shelf(database_url, env="production") as world:
        out = world.app.access_log._out = io.StringIO()
        for _ in range(2):
            await world.get("/notes?tags=hunter2", headers={"User-Agent": "hunter2"})
        refused = await world.get("/me?hunter2=1", headers={"Authorization": "Bearer hunter2"})
        await world.get("/no%0A%00thing")
        await world.get("/me", by="alice")
        world.app.access_log.flush()
        lines = [json.loads(line) for line in out.getvalue().splitlines()]
        assert [(line["path"], line["status"], line["operation"]) for line in lines] == [
            ("/api/v1/notes", 200, "count_notes"),
            ("/api/v1/notes", 200, "count_notes"),
            ("/api/v1/me", 401, "get_me"),
            ("/api/v1/no\n\x00thing", 404, ""),
            ("/api/v1/me", 200, "get_me"),
        ]
        assert lines[2]["request_id"] == refused.headers["x-request-id"]
        for line in lines:
            assert [*line] == [
                "at", "level", "logger", "message", "request_id", "method", "path", "status", "ms", "operation"
            ]  # fmt: skip
            assert line["at"] == "2026-03-11T12:00:00.000Z"
        for private in ("hunter2", "127.0.0.1", world.keys["alice"], "alice"):
            assert private not in out.getvalue()
        out.truncate(0)
        world.app.access_log.flush()
        assert out.getvalue() == ""


@pytest.mark.parametrize(
    ("chosen", "words"),
    [(False, "the page and the time, but not your IP address"), (True, "your IP address, the page and the time")],
)
async def test_the_address_is_logged_if_that_is_set_and_the_privacy_policy_says_so(
    database_url: str, chosen: bool, words: str
) -> None:
    async with test_operations.running_shelf(database_url, env="production", log_addresses=chosen) as world:
        out = world.app.access_log._out = io.StringIO()
        for _ in range(2):  # the second is answered from the cache
            await world.get("/notes")
        world.app.access_log.flush()
        logged = [json.loads(line).get("address") for line in out.getvalue().splitlines()]
        assert logged == (["127.0.0.1"] * 2 if chosen else [None] * 2)
        assert f"Our logs record {words}" in (await world.client.get("/privacy")).text


async def test_a_line_that_people_read(shelf: World) -> None:
    out = shelf.app.access_log._out = io.StringIO()
    await shelf.get("/notes?tags=hunter2")
    await shelf.get("/no%0A\u2028%1B[31mthing")
    shelf.app.access_log.flush()
    first, second = out.getvalue().splitlines()
    assert first.startswith("12:00:00  200  GET    /api/v1/notes  ")
    assert first.endswith(" ms")
    assert second.startswith("12:00:00  404  GET    /api/v1/no\\n\\u2028\\x1b[31mthing  ")


async def test_a_log_that_cannot_be_written_stops_nothing(
    shelf: World, monkeypatch: pytest.MonkeyPatch, expected_errors: list[str]
) -> None:
    class Full(io.StringIO):
        def writelines(self, _: object, /) -> None:
            raise OSError("No space left on device")

    shelf.app.access_log._out = Full()
    await shelf.get("/notes")

    async def was_told() -> bool:
        return bool(expected_errors)

    await until(was_told)
    out = shelf.app.access_log._out = io.StringIO()
    await shelf.get("/notes")

    async def goes_on() -> bool:
        return "/api/v1/notes" in out.getvalue()

    await until(goes_on)
    assert set(expected_errors) == {"_flush_log failed; it is tried again"}
