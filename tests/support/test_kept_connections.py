"""A connection that is kept for the next test knows nothing of the last one."""

import os
import signal

import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from showground.core.database.pool import Connection
from tests.support import kept_connections
from tests.support.kept_connections import KEPT, KeptConnection
from tests.support.postgres import close_database, open_database
from tests.support.wait import PATIENCE_SECONDS

pytestmark = pytest.mark.anyio

LEFT = """
    select (select count(*) from pg_prepared_statements), (select count(*) from pg_cursors where name <> ''),
        (select count(*) from pg_listening_channels()),
        (select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid())
"""


@pytest.fixture
def kept_url(database_url: str) -> str:
    """The address of a database to which no connections are kept yet."""
    name = str(conninfo_to_dict(database_url)["dbname"])
    KEPT.end(name)
    KEPT.keep(name)
    return database_url


async def connect(url: str) -> Connection:
    return await KeptConnection.connect(url, autocommit=True, application_name="tests of what is kept")


async def test_the_next_one_is_as_good_as_new(kept_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_connections, "ANSWER_SECONDS", PATIENCE_SECONDS)  # on however busy a machine
    db = await connect(kept_url)
    process = db.info.backend_pid
    for statement in (
        "set work_mem = '5MB'",
        "set role pg_monitor",
        "create temporary table colour (name text)",
        "prepare one as select 1",
        "declare held cursor with hold for select 1",
        "listen colours",
        "select pg_advisory_lock(1)",
    ):
        await db.execute(statement.encode())
    for _ in range(6):
        await db.execute("select %s::int", (1,))  # psycopg prepares it
    async with await Connection.connect(kept_url, autocommit=True) as other:
        await other.execute("notify colours")
        names = "select count(*) from pg_stat_activity where pid = %s and application_name like 'tests%%'"
        assert await other.one(names, (process,)) == (1,)
        await db.close()
        assert db.closed
        assert await other.one(names, (process,)) == (0,)
    async with await connect(kept_url) as new:
        assert new.info.backend_pid == process
        assert await new.one("select current_setting('work_mem'), current_user = session_user") == ("4MB", True)
        assert await new.one(LEFT) == (0, 0, 0, 0)
        assert await new.one("select to_regclass('colour')") == (None,)
        assert await new.one("select %s::int", (1,)) == (1,)
        assert [note async for note in new.notifies(timeout=0)] == []


async def test_one_that_was_ended_is_not_used_again(postgres: str, kept_url: str) -> None:
    db = await connect(kept_url)
    process = db.info.backend_pid
    await db.close()
    with psycopg.connect(postgres, autocommit=True) as admin:
        admin.execute("select pg_terminate_backend(%s)", (process,))
    async with await connect(kept_url) as new:
        assert new.info.backend_pid != process


async def test_no_one_connects_to_a_closed_database(postgres: str, kept_url: str) -> None:
    await (await connect(kept_url)).close()
    close_database(postgres, kept_url)
    try:
        with pytest.raises(psycopg.OperationalError):
            await connect(kept_url)
    finally:
        open_database(postgres, kept_url)


async def test_one_in_a_transaction_is_not_kept(kept_url: str) -> None:
    db = await connect(kept_url)
    process = db.info.backend_pid
    await db.execute("begin")
    await db.close()
    async with await connect(kept_url) as new:
        assert new.info.backend_pid != process


async def test_one_that_is_halted_is_not_waited_for(kept_url: str) -> None:
    db = await connect(kept_url)
    process = db.info.backend_pid
    await db.close()
    os.kill(process, signal.SIGSTOP)
    try:
        async with await connect(kept_url) as new:
            assert new.info.backend_pid != process
    finally:
        os.kill(process, signal.SIGCONT)
