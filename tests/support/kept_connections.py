"""Connections to databases that tests pass on. A new one costs more than most tests do with it: PostgreSQL starts a
process, which must read the catalogue before it can run its first statement."""

import asyncio
from collections import defaultdict
from functools import lru_cache
from select import POLLIN, poll
from typing import Any, Self

import psycopg
from psycopg import pq
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import TupleRow, tuple_row

from showground.core.database.pool import Connection
from showground.core.database.shared_reader import SharedReader

MAX_KEPT = 4  # of each kind, per database
ANSWER_SECONDS = 1.0  # after which a new connection is made instead
RESET = b"discard all"  # settings, prepared statements and plans, temporary tables, session locks, LISTEN
# What the session changed is otherwise counted a second later, or when it ends. Its name is that of no server: a
# restore, for one, refuses a database that others use.
COUNT = b"select pg_stat_force_next_flush(), set_config('application_name', 'kept by tests', false)"
RENAME = b"reset application_name"  # to what the connection was opened with

Kind = tuple[type[Any], str, str]  # of connection: its class, its address, and `repr` of its options


class KeptConnections:
    """Connections that were closed, and may be opened again: those to databases that somebody asks to keep.

    They don't get what `alter database` sets for new ones: a test that uses it calls `end`.
    """

    def __init__(self) -> None:
        self._lines: dict[str, dict[Kind, list[pq.abc.PGconn]]] = {}  # by database

    def keep(self, database: str) -> None:
        """Keep connections to it from now on."""
        self._lines[database] = defaultdict(list)

    def end(self, database: str) -> None:
        """End those to it, and keep no more."""
        for lines in self._lines.pop(database, {}).values():
            for line in lines:
                line.finish()

    def process_ids(self, database: str) -> list[int]:
        """The server's processes for those that are kept now."""
        return [line.backend_pid for lines in self._lines.get(database, {}).values() for line in lines]

    def take(self, kind: Kind) -> pq.abc.PGconn | None:
        """One of this kind that was closed, and is as good as new."""
        lines = self._lines.get(_database_of(kind), {}).get(kind)
        while lines:
            line = lines.pop()
            # Asked, since the server may be about to end it.
            if _is_quiet(line) and _runs(line, RENAME, pq.ExecStatus.COMMAND_OK):
                return line
            line.finish()
        return None

    def put(self, kind: Kind, line: pq.abc.PGconn) -> bool:
        """Make it as good as new and keep it, unless there is something unusual about it."""
        by_kind = self._lines.get(_database_of(kind))
        if by_kind is None or len(by_kind[kind]) >= MAX_KEPT or not _is_quiet(line):
            return False
        if not _runs(line, RESET, pq.ExecStatus.COMMAND_OK) or not _runs(line, COUNT, pq.ExecStatus.TUPLES_OK):
            return False
        while line.notifies() is not None:
            pass  # they came before it stopped listening
        by_kind[kind].append(line)
        return True


KEPT = KeptConnections()


@lru_cache(maxsize=1_000)
def _database_of(kind: Kind) -> str:
    return str(conninfo_to_dict(kind[1]).get("dbname"))


def _is_quiet(line: pq.abc.PGconn) -> bool:
    """Whether it is between transactions, and the server has nothing to say, such as that it ended the session."""
    try:
        line.consume_input()
    except psycopg.Error:
        return False
    idle = line.transaction_status == pq.TransactionStatus.IDLE and not line.is_busy()
    return idle and line.pipeline_status == pq.PipelineStatus.OFF


def _runs(line: pq.abc.PGconn, statement: bytes, expected: pq.ExecStatus) -> bool:
    """Whether the server runs this at once. A test may have halted its process."""
    try:
        line.send_query(statement)
        line.flush()
        answers = poll()
        answers.register(line.socket, POLLIN)
        while line.is_busy():
            if not answers.poll(ANSWER_SECONDS * 1_000):
                return False
            line.consume_input()
        result = line.get_result()
        return result is not None and result.status == expected and line.get_result() is None
    except psycopg.Error:
        return False


def _closed_line() -> pq.abc.PGconn:
    line = pq.PGconn.connect_start(b"no_such_option=1")  # which connects to nothing
    line.finish()
    return line


CLOSED = _closed_line()


class Kept(psycopg.AsyncConnection[TupleRow]):
    """A connection whose line to the server is kept when it is closed, for another one like it. The other knows nothing
    of the line's past, such as prepared statements or the event loop."""

    _kind: Kind | None = None

    @classmethod
    async def connect(cls, conninfo: str = "", **how: Any) -> Self:
        kind = cls, conninfo, repr(how)
        line = KEPT.take(kind)
        if line is None:
            db = await super().connect(conninfo, **how)
        else:
            db = cls(line, row_factory=tuple_row)
            await db.set_autocommit(how.get("autocommit", False))
        db._kind = kind
        return db

    async def close(self) -> None:
        if not self.closed and self._kind is not None and KEPT.put(self._kind, self.pgconn):
            self.pgconn = CLOSED
            self._closed = True
        await super().close()


class KeptConnection(Connection, Kept):
    """One of a pool."""


class KeptReader(SharedReader):
    """Gives its connection back as it got it."""

    async def close(self) -> None:
        if self._db is not None and not self._expected and not self._unsent:
            db, self._db = self._db, None
            asyncio.get_running_loop().remove_reader(self._line)
            try:
                db.pgconn.exit_pipeline_mode()
            except psycopg.Error:
                db.pgconn.finish()
            await self._pool.putconn(db)
        await super().close()
