"""A database that stands still, is out of room or drowned in requests: who asks is told soon, and all goes on after."""

import asyncio
import os
import signal
from collections.abc import Generator
from contextlib import contextmanager

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from showground.core.calls import idempotency
from showground.core.calls.errors import Unavailable
from showground.core.database import pool as database_module
from showground.core.database.database import Database
from tests.core.test_idempotency import add, count, shelf
from tests.support.kept_connections import KEPT
from tests.support.postgres import close_database, open_database
from tests.support.wait import until
from tests.support.world import World

__all__ = ["shelf"]
pytestmark = pytest.mark.anyio


@contextmanager
def standing_still(conninfo: str) -> Generator[None]:
    """The server processes behind this database's connections, halted: the lines stay open, and nobody answers."""
    with psycopg.connect(conninfo, autocommit=True) as admin:
        ending = KEPT.process_ids(admin.info.dbname)
        KEPT.end(admin.info.dbname)  # what connects meanwhile gets a process that runs
        found = admin.execute(
            "select pid from pg_stat_activity where datname = current_database()"
            " and pid <> all(pg_backend_pid() || %s::int[])"
            " and backend_type = 'client backend'",  # one that cleans up may be gone already, or hold what others need
            (ending,),
        ).fetchall()
    pids = [pid for (pid,) in found]
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


async def test_a_server_that_stands_still_is_given_up_and_the_next_request_is_served(
    shelf: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def served() -> bool:
        return (await add(shelf, "k2")).status_code == 201

    with monkeypatch.context() as hasty, standing_still(shelf.dispatcher.database.conninfo):
        hasty.setattr(database_module, "ANSWER_SECONDS", 0.3)
        refused = await add(shelf, "k1")
        assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")
        assert int(refused.headers["retry-after"]) > 0
        await until(served)  # once every line that stands still was given up for a new one
    assert (await add(shelf, "k1")).status_code == 201
    assert await count(shelf) == 2


async def test_who_takes_time_is_waited_for(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Database(database_url, forget=lambda _: None) as database:
        async with database.transaction() as db:
            monkeypatch.setattr(database_module, "ANSWER_SECONDS", 0.05)
            await db.take_time()
            await db.execute("select pg_sleep(0.3)")
        with pytest.raises(Unavailable, match="is not responding"):
            async with database.transaction() as db:
                await db.execute("select pg_sleep(60)")


@pytest.mark.usefixtures("patient")
async def test_a_request_that_would_wait_in_vain_is_refused_at_once(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_module, "MAX_POOL_WAITERS", 3)
    go_on = asyncio.Event()

    async def hold(database: Database) -> str:
        try:
            async with database.transaction():
                await go_on.wait()
        except Unavailable as refused:
            return refused.detail
        return "served"

    async with Database(database_url, size=2, forget=lambda _: None) as database:
        tasks = [asyncio.create_task(hold(database)) for _ in range(10)]

        async def the_rest_is_refused() -> bool:  # whether the pool has opened its second connection by now or not
            return sum(task.done() for task in tasks) >= 5

        await until(the_rest_is_refused)
        go_on.set()
        told = await asyncio.gather(*tasks)
    assert sorted(set(told)) == ["The database is busy. Try again in a few seconds.", "served"]


async def test_who_waits_for_a_database_that_is_away_is_not_told_that_it_is_busy(
    postgres: str, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_module, "WAIT_SECONDS", 0.3)

    async def read(database: Database) -> str:
        try:
            async with database.reading() as db:
                await db.one("select 1")
        except Unavailable as refused:
            return refused.detail
        return "served"

    async with Database(database_url, size=2, forget=lambda _: None) as database:
        async with database.transaction(), database.transaction():
            assert await read(database) == "The database is busy. Try again in a few seconds."
        close_database(postgres, database_url)
        for _ in range(5):  # the first two meet connections that are closed, and the others wait for new ones in vain
            assert await read(database) == "The database is not responding. Try again in a few seconds."
        open_database(postgres, database_url)

        async def served() -> bool:
            return await read(database) == "served"

        await until(served)
        async with database.transaction(), database.transaction():
            assert await read(database) == "The database is busy. Try again in a few seconds."


async def test_a_twin_in_another_process_is_waited_for_only_so_long(
    shelf: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other process is a connection here that holds the key."""
    monkeypatch.setattr(idempotency, "WAIT_SECONDS", 0.2)
    async with await psycopg.AsyncConnection.connect(make_conninfo(shelf.dispatcher.database.conninfo)) as other:
        async with shelf.dispatcher.database.reading() as db:
            row = await db.one("select id from account where email = 'alice@alice.example'")
        assert row is not None
        key = idempotency.IdempotencyKey(row[0], "add_note", "k1", b"")
        await other.execute("select pg_advisory_xact_lock(%s)", (idempotency.lock_of(key),))
        refused = await add(shelf, "k1")
        assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")
        assert "still running" in refused.json()["detail"]
        await other.rollback()
    assert (await add(shelf, "k1")).status_code == 201
    assert await count(shelf) == 1
