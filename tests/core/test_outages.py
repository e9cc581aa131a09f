"""Why the database can't be used is logged once, and that it can be used again."""

import logging

import psycopg
import pytest
from psycopg.conninfo import make_conninfo
from psycopg_pool import PoolTimeout

from showground.core.calls.errors import Unavailable
from showground.core.database import database as database_module
from showground.core.database.database import Database
from showground.core.database.outages import BUSY, QUIET_SECONDS, REMIND_SECONDS, OutageLog, name_cause
from showground.core.database.pool import Connection
from showground.core.languages import EnglishText
from tests.support.command import free_port

FULL = "The database's disk is full. Free some space on it."


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def outage(clock: Clock) -> OutageLog:
    return OutageLog(clock)


@pytest.mark.anyio
async def test_a_full_disk_is_logged_once_however_many_requests_meet_it(
    database_url: str,
    outage: OutageLog,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(database_module, "OUTAGE", outage)
    # What PostgreSQL answers when it can't extend a file, raised by the server itself.
    full = b"do $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$"
    async with Database(database_url, forget=lambda _: None) as database:
        for _ in range(50):
            with pytest.raises(Unavailable):
                async with database.transaction() as db:
                    await db.execute(full)
            async with database.reading() as db:  # reading still works
                await db.one("select 1")
        assert [(r.levelname, r.message) for r in caplog.records] == [("WARNING", FULL)]
        clock.now += QUIET_SECONDS
        async with database.reading() as db:
            await db.one("select 1")
    told = "The database works again. It did not for 0 s, in which 50 attempts to use it failed."
    assert caplog.messages == [FULL, told]


def test_an_outage_that_goes_on_is_logged_again_now_and_then(
    outage: OutageLog, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    for second in range(1300):
        clock.now = 1000.0 + second
        assert outage.note(psycopg.errors.DiskFull("could not extend file"))
        assert outage.note(PoolTimeout())  # which has the same cause
        outage.note_success()
    assert caplog.messages == [
        FULL,
        f"{FULL} This has been so for {REMIND_SECONDS:.0f} s.",
        f"{FULL} This has been so for {2 * REMIND_SECONDS:.0f} s.",
    ]


@pytest.mark.anyio
async def test_a_server_that_cannot_be_reached_is_named_without_its_password(
    caplog: pytest.LogCaptureFixture, database_url: str
) -> None:
    port = free_port()
    with pytest.raises(psycopg.OperationalError) as refused:
        await Connection.connect(f"postgresql://fair:hunter2@127.0.0.1:{port}/fair")
    cause = name_cause(refused.value)
    assert cause is not None
    assert cause.startswith("The database, or the pooler before it, can't be reached: connection to server at")
    assert str(port) in cause
    assert "\n" not in cause
    with pytest.raises(psycopg.OperationalError) as missing:
        await Connection.connect(make_conninfo(database_url, dbname="gone", password="hunter2"))
    assert name_cause(missing.value) is not None
    assert "hunter2" not in caplog.text + cause


def test_what_is_no_outage(outage: OutageLog, caplog: pytest.LogCaptureFixture) -> None:
    wrapped = Unavailable(EnglishText("busy"))
    wrapped.__cause__ = PoolTimeout()
    assert name_cause(wrapped) == BUSY
    for error in (psycopg.errors.QueryCanceled(), psycopg.errors.UniqueViolation(), ValueError(), None):
        assert name_cause(error) is None
    assert not outage.note(psycopg.errors.DeadlockDetected())
    outage.note_success()
    assert caplog.messages == []
