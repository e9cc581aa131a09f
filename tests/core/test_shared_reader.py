"""The connection that quick reads share: right answers, and errors only for whoever caused them."""

import asyncio
from collections.abc import AsyncGenerator
from datetime import UTC, date, datetime
from typing import Any

import pytest
from psycopg.errors import DivisionByZero, UndefinedColumn

from showground.core.calls.errors import Unavailable
from showground.core.database import pool as pool_module
from showground.core.database import shared_reader
from showground.core.database.database import Database
from showground.core.database.shared_reader import QuickReader, SharedReader
from showground.core.database.statements import convert
from showground.registry import all_operations
from tests.core.test_pool import standing_still
from tests.support.valid_inputs import happy_inputs
from tests.support.wait import until
from tests.support.world import World

pytestmark = pytest.mark.anyio

QUICK = [operation for operation in all_operations() if operation.quick]


@pytest.fixture
async def database(database_url: str) -> AsyncGenerator[Database]:
    async with Database(database_url, forget=lambda _: None) as database:
        await until_shared(database)
        yield database


async def until_shared(database: Database) -> None:
    """The first reads use the pool, until the shared connection is open."""

    async def is_open() -> bool:
        return isinstance(await database.look_up(_itself), SharedReader)

    await until(is_open)


def _find_none(_: SharedReader) -> None:
    """As if the shared connection were held up."""


async def _itself(reader: QuickReader) -> QuickReader:
    return reader


async def backend_of(reader: QuickReader) -> int:
    row = await reader.one("select pg_backend_pid()")
    assert row is not None
    return row[0]


async def test_reads_share_one_connection_and_get_their_own_rows(database: Database) -> None:
    async def double(n: int) -> Any:
        return await database.look_up(lambda db: db.one("select %(n)s * 2, %(n)s::text || '%%'", {"n": n}))

    asked = [1, 40_000, 7, 5_000_000_000]  # dumped as three types, so three statements
    assert await asyncio.gather(*map(double, asked)) == [(n * 2, f"{n}%") for n in asked]
    assert len(set(await asyncio.gather(*(database.look_up(backend_of) for _ in range(20))))) == 1


async def test_values_and_rows_are_those_of_any_connection(database: Database) -> None:
    at = datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
    values = ("Ünïcode", None, True, 1.5, at, date(2026, 3, 4), b"\x00\xff", ["a", "b"])
    query = (
        "select %s::text, %s::int, %s, %s::float, %s::timestamptz, %s::date, %s::bytea, %s::text[], null, '{}'::jsonb"
    )
    async with database.reading() as db:
        expected = await db.all(query, values)
    assert await database.look_up(lambda reader: reader.all(query, values)) == expected == [(*values, None, {})]
    assert await database.look_up(lambda reader: reader.all("select 1 where false")) == []
    assert await database.look_up(lambda reader: reader.one("select 1 where false")) is None


async def test_an_error_is_only_for_whoever_caused_it(database: Database) -> None:
    async def ask(n: int) -> Any:
        if n % 4 == 0:
            return await database.look_up(lambda db: db.one("select 1 / %s", (0,)))
        if n % 7 == 0:
            return await database.look_up(lambda db: db.one("select nothing"))
        return await database.look_up(lambda db: db.one("select %s + 1", (n,)))

    for _ in range(2):
        answers = await asyncio.gather(*map(ask, range(20)), return_exceptions=True)
        for n, answer in enumerate(answers):
            if n % 4 == 0:
                assert isinstance(answer, DivisionByZero)
            elif n % 7 == 0:
                assert isinstance(answer, UndefinedColumn)
            else:
                assert answer == (n + 1,)


async def test_one_who_gives_up_does_not_disturb_the_others(database: Database) -> None:
    impatient = asyncio.create_task(database.look_up(lambda db: db.one("select pg_sleep(0.1)")))
    other = asyncio.create_task(database.look_up(lambda db: db.one("select 2")))
    await asyncio.sleep(0)
    impatient.cancel()
    assert await other == (2,)
    assert await database.look_up(lambda db: db.one("select 3")) == (3,)


async def test_while_a_statement_is_slow_others_use_the_pool(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_reader, "HELD_UP_SECONDS", 0.0)
    slow = asyncio.create_task(database.look_up(lambda db: db.one("select pg_sleep(60)")))

    async def is_held_up() -> bool:
        return not isinstance(await database.look_up(_itself), SharedReader)

    await until(is_held_up)
    assert await database.look_up(lambda db: db.one("select 2")) == (2,)
    slow.cancel()


async def test_a_lost_connection_is_replaced(database: Database) -> None:
    lost = await database.look_up(backend_of)
    waiting = database.look_up(lambda db: db.one("select pg_terminate_backend(pg_backend_pid()), pg_sleep(60)"))
    with pytest.raises(Unavailable, match="is not responding"):
        await waiting
    assert await database.look_up(lambda db: db.one("select 2")) == (2,)
    await until_shared(database)
    assert await database.look_up(backend_of) != lost


async def test_a_connection_that_stands_still_is_given_up(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as hasty, standing_still(database.conninfo):
        hasty.setattr(pool_module, "ANSWER_SECONDS", 0.3)
        with pytest.raises(Unavailable, match="is not responding"):
            await database.look_up(backend_of)
    await until_shared(database)


async def test_what_still_waits_at_the_end_is_refused(database_url: str) -> None:
    async with Database(database_url, forget=lambda _: None) as database:
        await until_shared(database)
        waiting = asyncio.create_task(database.look_up(lambda db: db.one("select pg_sleep(60)")))
        await asyncio.sleep(0.01)
    with pytest.raises(Unavailable):
        await waiting


@pytest.mark.parametrize("operation", QUICK, ids=lambda operation: operation.name)
async def test_quick_operations_answer_the_same_bytes_as_on_a_connection_of_their_own(
    showing: World, operation: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = showing.dispatcher.database
    await until_shared(database)
    for asked in await happy_inputs(operation, showing):
        path = f"/api/v1{operation.path}".format(**asked)
        query = {name: value for name, value in asked.items() if name not in operation.path_fields}
        showing.app.parts.cache.forget_all()
        shared = await showing.client.get(path, params=query)
        with monkeypatch.context() as alone:
            alone.setattr(SharedReader, "find", _find_none)
            showing.app.parts.cache.forget_all()
            own = await showing.client.get(path, params=query)
        assert shared.status_code == own.status_code == 200
        assert shared.content == own.content
        assert shared.headers["etag"] == own.headers["etag"]


def test_placeholders_become_those_of_postgresql() -> None:
    assert convert("select %s, '100%%' where a = %s").text == b"select $1, '100%' where a = $2"
    named = convert("select %(b)s, %(a)s, %(b)s")
    assert (named.text, named.names, len(named.formats)) == (b"select $1, $2, $1", ("b", "a"), 2)
