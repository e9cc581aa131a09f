"""A site of several processes on several machines: through a pooler, across versions, and while parts are replaced."""

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import httpx2
import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from showground.cli.resources import CommandFailed, bring_up_to_date
from showground.core.database import migrations
from showground.core.database.migrations import Migration, migrate
from showground.core.database.pool import STATEMENT_TIMEOUT
from showground.core.jobs.builtin import deliver_mail
from showground.doctor import examine
from showground.settings import Settings
from tests.support.command import LONG, Running, free_port, running, running_warm
from tests.support.dns import DnsServer
from tests.support.owners import Owners, meet
from tests.support.several_machines import Machines
from tests.support.wait import until
from tests.support.world import CAST, running_world

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

PAUSE = 0.1  # seconds between requests, in which processes find time to start
PLENTY = {"rate_limits": "off", "secret": "a secret of 32 letters that only tests know"}


@pytest.fixture
def fleet(machines: Machines) -> Iterator[Machines]:
    with machines.database("fleet") as named:
        yield named


@dataclass
class Visitors:
    """People who read and an owner who writes, one after the other; who gets no answer tries once more."""

    client: httpx2.AsyncClient
    key: str
    listing: int
    answers: int = 0
    failed: list[str] = field(default_factory=list[str])

    async def come(self) -> None:
        while True:
            number = self.answers
            await self.ask("GET", "/api/v1/listings/tidewater")
            await self.ask("GET", f"/api/v1/listings?page=1&q=tide&per_page={number % 50 + 1}")
            headers = {"Authorization": f"Bearer {self.key}", "Idempotency-Key": uuid4().hex}
            body = {"fields": {"city": f"City {number}"}}
            await self.ask("PATCH", f"/api/v1/me/listings/{self.listing}", headers=headers, json=body)
            await self.ask("GET", "/listings/tidewater")

    async def ask(self, method: str, path: str, **sent: Any) -> None:
        await asyncio.sleep(PAUSE)
        told = ""
        for _ in range(2):
            try:
                answer = await self.client.request(method, path, **sent)
            except httpx2.TransportError as error:
                told = f"{method} {path}: {type(error).__name__}"
                continue
            self.answers += 1
            if answer.status_code != 200:
                self.failed.append(f"{method} {path}: {answer.status_code} {answer.text}")
            return
        self.failed.append(told)

    async def some_more(self, count: int = 8) -> None:
        enough = self.answers + count

        async def came() -> bool:
            return self.answers >= enough

        await until(came)


def anyone(url: str) -> httpx2.AsyncClient:
    """Every request is a new visitor's, on a connection of its own."""
    return httpx2.AsyncClient(base_url=url, timeout=LONG, limits=httpx2.Limits(max_keepalive_connections=0))


@asynccontextmanager
async def visited(url: str, key: str, listing: int) -> AsyncGenerator[Visitors]:
    async with anyone(url) as client:
        visitors = Visitors(client, key, listing)
        coming = asyncio.create_task(visitors.come())
        try:
            yield visitors
        finally:
            coming.cancel()
            await asyncio.wait([coming])
    assert visitors.failed == []


async def ask_each(url: str, path: str, count: int) -> dict[str, httpx2.Response]:
    """The last answer of each of so many processes on a port; each begins its request ids in its own way."""
    answers: dict[str, httpx2.Response] = {}

    async def all_answered() -> bool:
        # Several at once, since a process that is done with one is often the first to take the next.
        for answer in await asyncio.gather(*(client.get(path) for _ in range(6)), return_exceptions=True):
            if isinstance(answer, httpx2.Response):
                answers[answer.headers["x-request-id"][:10]] = answer
        await asyncio.sleep(PAUSE)
        return len(answers) == count

    async with anyone(url) as client:
        await until(all_answered)
    return answers


def test_behind_a_pooler_the_direct_address_is_asked_for(fleet: Machines, capsys: pytest.CaptureFixture[str]) -> None:
    told = "SHOWGROUND_DATABASE_URL can't be used: It leads to a connection pooler"
    with pytest.raises(CommandFailed, match=rf"{told}.* Set SHOWGROUND_DIRECT_URL to the address"):
        bring_up_to_date(Settings(database_url=fleet.pooled_url), fleet.pooled_url)

    def examined(**settings: Any) -> str:
        examine(Settings(database_url=fleet.pooled_url, dns_server=dns.address, **settings))
        return capsys.readouterr().out

    with DnsServer() as dns:
        said = examined(replica_url=fleet.direct_url)
        assert f"BAD  pooler      {told}" in said
        assert "BAD  replica     SHOWGROUND_REPLICA_URL leads to a primary" in said

        elsewhere = make_conninfo(fleet.direct_url, dbname="postgres")
        said = examined(direct_url=elsewhere, replica_url=fleet.replica_url)
        assert "BAD  pooler      SHOWGROUND_DATABASE_URL and SHOWGROUND_DIRECT_URL lead to different databases" in said
        assert "BAD  replica     SHOWGROUND_REPLICA_URL leads to a different database" in said

        around = fleet.settings
        del around["database_url"]
        said = examined(**around)
        assert "ok   pooler      listeners, workers and migrations bypass it" in said
        assert "s behind the primary and serves public reads" in said
        assert "ok   redis" in said


async def test_processes_of_one_site_and_how_they_are_replaced(
    fleet: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = free_port()
    serve = ("serve", "--share-port")
    around: dict[str, Any] = {**fleet.settings, **PLENTY}
    with ExitStack() as stack:
        server = stack.enter_context(running(*serve, "--workers", "2", port=port, **around))
        settings: dict[str, Any] = {"direct_url": fleet.direct_url, "replica_url": fleet.replica_url}
        async with running_world(fleet.pooled_url, **settings) as desk:
            for name in CAST:
                await desk.add_person(name)
            owners = await meet(desk)
            listing = await owners.add("tidewater", tagline="At first")
            await _changes_reach_every_process(server.url, owners, listing)
            async with desk.dispatcher.database.transaction() as db:
                await deliver_mail.enqueue(db, 0)
            await until(lambda: _has_run(fleet, "deliver_mail"))

            async with visited(server.url, desk.keys["alice"], listing) as visitors:
                await visitors.some_more()
                await _a_newer_version_migrates(server, fleet, visitors, monkeypatch)
                successor = stack.enter_context(running_warm(*serve, "--no-jobs", port=port, **around))
                await ask_each(server.url, "/healthz", 3)
                assert server.stop() == 0
                await visitors.some_more()
        assert successor.stop() == 0


async def test_without_the_pooler_no_process_is_ready_and_the_log_says_so_once(fleet: Machines) -> None:
    around = {"database_url": fleet.pooled_url, "direct_url": fleet.direct_url, **PLENTY}
    with running_warm("serve", port=free_port(), **around) as server:
        assert server.get("/readyz").text == "ready\n"
        fleet.pooler.kill()
        try:
            async with anyone(server.url) as client:
                for _ in range(3):
                    asked = [client.get(f"/api/v1/listings?q=word{number}") for number in range(20)]
                    assert {answer.status_code for answer in await asyncio.gather(*asked)} == {503}
            unready = server.get("/readyz")
            assert (unready.status_code, unready.text) == (503, "The database does not answer.\n")
            assert server.get("/healthz").status_code == 200
            cause = (
                f'pooler before it, can\'t be reached: connection to server at "127.0.0.1", port {fleet.pooler.port}'
            )
            assert server.says(cause)
            written = [
                line
                for line in server.lines
                if "Job " not in line and ("the pooler before it" in line or "connecting" in line)
            ]
            assert sum(cause in line for line in written) == 1
            assert len(written) <= 2  # the other: the connection that was in use was lost
        finally:
            fleet.pooler.start()

        async def ready() -> bool:
            return server.get("/readyz").text == "ready\n"

        await until(ready)
        assert server.stop() == 0


async def _changes_reach_every_process(url: str, owners: Owners, listing: int) -> None:
    path = "/api/v1/listings/tidewater"
    for answer in (await ask_each(url, path, 2)).values():  # which both keep now
        assert answer.json()["tagline"] == "At first"
    await owners.call("PATCH", f"/me/listings/{listing}", {"fields": {"tagline": "Changed"}})

    async def seen() -> bool:
        return {answer.json()["tagline"] for answer in (await ask_each(url, path, 2)).values()} == {"Changed"}

    await until(seen)


async def _has_run(fleet: Machines, job: str) -> bool:
    async with await psycopg.AsyncConnection.connect(fleet.direct_url) as db:
        found = await db.execute("select status::text from procrastinate_jobs where task_name = %s", (job,))
        return await found.fetchall() == [("succeeded",)]


async def _a_newer_version_migrates(
    server: Running, fleet: Machines, visitors: Visitors, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The version that serves goes on, and is ready; until what it needs is gone, which is the release after next."""
    ours = migrations.ours()
    tables = ("listing", "public_profile", "account", "idempotency_key")
    news = Migration("9001_news.sql", "".join(f"alter table {table} add column news text;" for table in tables))
    last = Migration("9002_end.sql", "-- needs: 9001_news.sql\n\nalter table account drop column news;")
    with monkeypatch.context() as newer:
        newer.setattr(migrations, "ours", lambda: [*ours, news])
        assert await asyncio.to_thread(migrate, fleet.direct_url) == ["9001_news.sql"]
        await visitors.some_more()
        assert server.get("/readyz").text == "ready\n"
        newer.setattr(migrations, "ours", lambda: [*ours, news, last])
        assert await asyncio.to_thread(migrate, fleet.direct_url) == ["9002_end.sql"]
    unfit = server.get("/readyz")
    assert (unfit.status_code, "9002_end.sql" in unfit.text) == (503, True)
    with psycopg.connect(fleet.direct_url) as db:
        db.execute("delete from migration where name = '9002_end.sql'")


async def test_a_session_that_is_lent_is_given_back_as_it_was(fleet: Machines) -> None:
    """Our settings hold in every transaction and in none of others; nothing is prepared in a session."""

    async def ask() -> None:
        for snapshot in (False, True) * 10:
            async with database.reading(snapshot=snapshot) as db:
                assert db.shared
                assert await db.one("show statement_timeout") == (STATEMENT_TIMEOUT,)
        async with database.transaction() as db:
            assert await db.one("show statement_timeout") == (STATEMENT_TIMEOUT,)

    async with running_world(fleet.pooled_url, direct_url=fleet.direct_url) as world:
        database = world.dispatcher.database
        await asyncio.gather(*(ask() for _ in range(6)))
        for _ in range(10):
            with psycopg.connect(fleet.pooled_url, prepare_threshold=None) as other:
                assert other.execute("show statement_timeout").fetchone() == ("0",)
                assert other.execute("select from pg_prepared_statements").fetchall() == []
    async with running_world(fleet.direct_url) as world, world.dispatcher.database.reading() as db:
        assert not db.shared
        assert await db.one("show statement_timeout") == (STATEMENT_TIMEOUT,)


async def test_redis_comes_and_goes(fleet: Machines) -> None:
    settings: dict[str, Any] = {"direct_url": fleet.direct_url, "redis_url": fleet.redis_url, "rate_limits": 1.0}
    async with running_world(fleet.pooled_url, **settings) as one, running_world(fleet.pooled_url, **settings) as two:

        async def left(world: Any) -> int:
            answer = await world.get("/site")
            assert answer.status_code == 200
            return int(answer.headers["ratelimit"].split(";")[1].removeprefix("r="))

        async def shared() -> bool:
            first, second = await left(one), await left(two)
            return second == first - 1 and first < 118 - 1

        await until(shared)  # sooner or later: on a busy machine Redis may be late, too
        for world in (one, two):
            world.clock.move(seconds=61)
        fleet.redis.freeze()
        try:
            assert [await left(one), await left(two), await left(one)] == [119, 119, 118]  # each for itself
        finally:
            fleet.redis.thaw()
        await until(shared)
