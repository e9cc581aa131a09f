"""Statements that are asked for often: numbered once, prepared, and run without a cursor."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

import psycopg
import pytest
from psycopg.rows import TupleRow

from showground.core.calls.errors import Unavailable
from showground.core.database import pool, repeated
from showground.core.database.database import Database
from showground.core.database.pool import Connection
from tests.core.test_pool import standing_still
from tests.support.wait import until
from tests.support.world import World

pytestmark = pytest.mark.anyio

STATEMENT = b"""
select %(first)s::int + %(second)s::int, %(first)s::int, '100%%', length(%(bits)b::bytea), array[%(second)s::int]
"""
DOUBLE = b"select %(n)s::int * 2"
SLEEP = b"select pg_sleep(%(seconds)s::int)::text"


@pytest.fixture
async def db(world: World) -> AsyncGenerator[Connection]:
    async with world.dispatcher.database.reading() as db:
        yield db


async def run_often(db: Connection, statement: bytes = DOUBLE) -> None:
    for n in range(repeated.PREPARED_FROM):
        assert await db.start(statement, {"n": n}) == [(n * 2,)]


async def prepared(db: Connection) -> int:
    row = await db.one("select count(*) from pg_prepared_statements where name like 'repeated%'")
    assert row is not None
    return row[0]


async def test_values_are_given_by_name(db: Connection) -> None:
    for first in range(1, 10):
        values = {"first": first, "second": 40, "bits": b"\x00\xff%s", "unused": object()}
        for prepare in (None, True, False):
            assert await db.start(STATEMENT, values, prepare=prepare) == [(first + 40, first, "100%", 4, [40])]


async def test_answers_may_be_binary(db: Connection) -> None:
    for _ in range(10):
        for binary in (True, False):
            assert await db.start(b"select %(given)s::bytea", {"given": b"\x01quince"}, binary=binary) == [
                (b"\x01quince",)
            ]


async def test_a_missing_value_is_an_error(db: Connection) -> None:
    with pytest.raises(KeyError, match="second"):
        await db.start(STATEMENT, {"first": 1})


async def test_only_what_runs_often_is_prepared(db: Connection) -> None:
    assert await db.start(DOUBLE, {"n": 1}) == [(2,)]
    assert await prepared(db) == 0
    await run_often(db)
    assert await prepared(db) == 1
    assert await db.start(DOUBLE, {"n": 100_000}) == [(200_000,)]  # another type of number
    assert await prepared(db) == 1


async def test_those_unused_for_longest_are_forgotten(db: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repeated, "MAX_REMEMBERED", 2)
    for number in range(4):
        await run_often(db, DOUBLE + b" -- %d" % number)
    assert await prepared(db) == 2
    await db.execute("deallocate all")
    await run_often(db)
    assert await prepared(db) == 1


async def test_postgresql_works_while_the_caller_does_something_else(db: Connection) -> None:
    await run_often(db)
    answer = db.start(DOUBLE, {"n": 21})
    assert db.info.transaction_status == psycopg.pq.TransactionStatus.ACTIVE
    assert await answer == [(42,)]
    assert await db.start(DOUBLE, {"n": 22}) == [(44,)]


async def test_what_others_deallocated_is_prepared_again(db: Connection) -> None:
    await run_often(db)
    await db.execute("deallocate all")
    await run_often(db)
    await run_often(db)
    assert await prepared(db) == 1


async def test_a_changed_table_is_read_as_it_is(db: Connection) -> None:
    await db.execute("create temporary table quince as select 1 as n")
    for _ in range(repeated.PREPARED_FROM + 1):
        assert await db.start(b"select * from quince", {}) == [(1,)]
    await db.execute("alter table quince add column m int")
    assert await db.start(b"select * from quince", {}) == [(1, None)]
    await db.execute("drop table quince")


async def test_errors_leave_the_connection_usable(db: Connection) -> None:
    inverse = b"select 1 / %(n)s::int"
    for n in range(1, 9):
        await db.start(inverse, {"n": n})
    with pytest.raises(psycopg.errors.DivisionByZero):
        await db.start(inverse, {"n": 0})
    assert await db.start(inverse, {"n": 1}) == [(1,)]
    for _ in range(repeated.PREPARED_FROM + 1):
        with pytest.raises(psycopg.errors.UndefinedColumn):
            await db.start(b"select quince", {})


async def sleeping(db: Connection) -> int:
    row = await db.one("select count(*) from pg_stat_activity where query like 'select pg_sleep%' and state = 'active'")
    assert row is not None
    return row[0]


async def test_what_nobody_waits_for_any_more_is_cancelled_on_the_server(world: World, db: Connection) -> None:
    for _ in range(repeated.PREPARED_FROM + 1):
        await db.start(SLEEP, {"seconds": 0})

    async def wait() -> None:
        await db.start(SLEEP, {"seconds": 600})

    waiting = asyncio.create_task(wait())
    async with world.dispatcher.database.reading() as other:

        async def is_asleep() -> bool:
            return await sleeping(other) == 1

        await until(is_asleep)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        assert await sleeping(other) == 0
    assert await db.start(SLEEP, {"seconds": 0}) == [("",)]


async def test_the_reason_why_the_server_ends_a_connection_is_told(world: World) -> None:
    async with await Connection.connect(world.database_url, autocommit=True) as db:
        for _ in range(repeated.PREPARED_FROM + 1):
            await db.start(SLEEP, {"seconds": 0})
        answer = db.start(SLEEP, {"seconds": 600})
        async with world.dispatcher.database.reading() as other:
            await other.execute("select pg_terminate_backend(%s, 5000)", (db.info.backend_pid,))
        with pytest.raises(psycopg.errors.AdminShutdown):
            await answer


async def test_preparing_behind_a_lock_ends_with_the_time_limit_and_is_tried_again(world: World) -> None:
    count = b"select count(*) from account where id < %(n)s::int"
    async with await Connection.connect(world.database_url, autocommit=True) as db:
        await db.execute("set statement_timeout = 100")
        for _ in range(repeated.PREPARED_FROM - 1):
            await db.start(count, {"n": 0})
        async with world.dispatcher.database.transaction() as migrating:
            await migrating.execute("lock table account")
            with pytest.raises(psycopg.errors.QueryCanceled):
                await db.start(count, {"n": 0})
        assert await prepared(db) == 0
        for _ in range(repeated.PREPARED_FROM):
            assert await db.start(count, {"n": 0}) == [(0,)]
        assert await prepared(db) == 1


async def test_in_a_transaction(world: World) -> None:
    async with world.dispatcher.database.transaction() as db:
        await run_often(db)
        await run_often(db)
        assert await prepared(db) == 0


async def test_large_values_and_answers(db: Connection) -> None:
    statement = b"select %(given)s::bytea"
    for given in [b"q"] * repeated.PREPARED_FROM + [b"quince" * 2_000_000]:
        rows: list[TupleRow] = await db.start(statement, {"given": given}, binary=True)
        assert rows == [(given,)]


async def test_a_lost_connection_is_an_outage(database_url: str) -> None:
    async with Database(database_url, forget=lambda _: None) as database:

        async def lose() -> Any:
            async with database.reading() as db:
                await run_often(db)
                async with database.reading() as other:
                    await other.execute("select pg_terminate_backend(%s, 5000)", (db.info.backend_pid,))
                await db.start(DOUBLE, {"n": 1})

        with pytest.raises(Unavailable):
            await lose()
        async with database.reading() as db:
            assert await db.start(DOUBLE, {"n": 1}) == [(2,)]


async def test_an_answer_has_a_time_limit(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Database(database_url, forget=lambda _: None) as database:

        async def wait() -> Any:
            async with database.reading() as db:
                await run_often(db)
                with standing_still(database_url):
                    monkeypatch.setattr(pool, "ANSWER_SECONDS", 0.1)
                    await db.start(DOUBLE, {"n": 1})

        with pytest.raises(Unavailable):
            await wait()
