"""Runs the statements of search, which are few, long and asked for again and again, straight through libpq.

A cursor of psycopg takes about 0.1 ms of our CPU time per statement, several times as long as libpq itself. And it
returns only with the rows, while here a statement is sent at once: PostgreSQL works on it while the caller does
something else.

    answer = statements.start(text, values)  # sent
    ...                                      # such as comparing vectors
    rows = await answer

A statement that is new to the connection is run by a cursor. Only one that is asked for often is prepared.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any

import psycopg
from psycopg import pq
from psycopg.adapt import PyFormat, Transformer
from psycopg.rows import TupleRow

from showground.core.database.statements import load

PREPARED_FROM = 5  # runs of a statement, as with psycopg
CANCEL_SECONDS = 5.0
MAX_REMEMBERED = 100  # statements; their plans take memory of the server. The one unused for longest goes.
# Another user of the connection has deallocated all statements, as psycopg does when a transaction is rolled back; or a
# migration has changed the type of a column. In both cases, preparing it again helps.
OUTDATED = (psycopg.errors.InvalidSqlStatementName, psycopg.errors.FeatureNotSupported)

Key = tuple[bytes, tuple[int, ...], bool]  # text, types of the values, and whether the rows come in binary format
RunByCursor = Callable[[], Awaitable[list[TupleRow]]]


class RepeatedStatements:
    """The statements of one connection. `limit` begins a time limit for an answer, and returns what ends it."""

    def __init__(self, db: psycopg.AsyncConnection[Any], limit: Callable[[], asyncio.TimerHandle]) -> None:
        self._db = db
        self._limit = limit
        self._tx = Transformer(db)
        self._known: OrderedDict[Key, int | bytes] = OrderedDict()  # how often it has run, or its name once prepared
        self._number = 0

    def start(
        self, text: bytes, values: Sequence[Any], run_by_cursor: RunByCursor, *, binary: bool
    ) -> Awaitable[list[TupleRow]]:
        """Send the statement, which has numbered placeholders. The answer must be awaited before the next is sent."""
        line = self._db.pgconn
        if line.transaction_status != pq.TransactionStatus.IDLE:
            return run_by_cursor()  # in a transaction, an outdated statement could not be repeated
        params = self._tx.dump_sequence(values, [PyFormat.AUTO] * len(values))
        key = text, self._tx.types or (), binary
        known = self._known.get(key, 0)
        if isinstance(known, int):
            return self._run_new(key, known, run_by_cursor)
        self._known.move_to_end(key)
        line.send_query_prepared(known, params, self._tx.formats, int(binary))
        unsent = line.flush()
        return self._receive(key, unsent, run_by_cursor)

    async def _run_new(self, key: Key, runs: int, run_by_cursor: RunByCursor) -> list[TupleRow]:
        self._known[key] = runs + 1
        self._known.move_to_end(key)
        if runs + 1 == PREPARED_FROM:
            await self._prepare(key)
        if len(self._known) > MAX_REMEMBERED:
            _, oldest = self._known.popitem(last=False)
            if isinstance(oldest, bytes):
                with suppress(psycopg.errors.InvalidSqlStatementName):  # somebody else has deallocated it
                    await self._db.execute(b"deallocate " + oldest)
        return await run_by_cursor()

    async def _prepare(self, key: Key) -> None:
        self._known[key] = 0  # what fails now, for example behind a lock, is tried again later
        self._number += 1
        name = b"repeated_%d" % self._number
        text, types, _ = key
        line = self._db.pgconn
        line.send_prepare(name, text, types)
        result = await self._wait_for_result(line.flush())
        if result.status == pq.ExecStatus.COMMAND_OK:
            self._known[key] = name
        elif not isinstance(error := psycopg.errors.error_from_result(result), psycopg.ProgrammingError):
            raise error  # such as a time limit; a faulty statement is reported by the cursor

    async def _receive(self, key: Key, unsent: int, run_by_cursor: RunByCursor) -> list[TupleRow]:
        try:
            return load(self._tx, await self._wait_for_result(unsent))
        except OUTDATED:
            self._known.pop(key, None)
            return await run_by_cursor()

    async def _wait_for_result(self, unsent: int) -> pq.abc.PGresult:
        """The one result of what was sent. `unsent`: whether the server has not yet taken all of it."""
        answer = AwaitedAnswer(self._db.pgconn)
        answer.read()  # it may have come while the caller did something else
        if not answer.done.done():
            timer = self._limit()
            answer.watch(writing=bool(unsent))
            try:
                await answer.done
            except asyncio.CancelledError:
                answer.ignore()
                await self._cancel()
                raise
            finally:
                answer.ignore()
                timer.cancel()
        answer.done.result()
        return answer.results[-1]

    async def _cancel(self) -> None:
        """Have the server stop, so that it works for nobody no longer, and the connection can be used again."""
        with suppress(psycopg.Error):
            await self._db.cancel_safe(timeout=CANCEL_SECONDS)
            await self._wait_for_result(0)


class AwaitedAnswer:
    """What comes back for one statement."""

    def __init__(self, line: pq.abc.PGconn) -> None:
        self._line = line
        self._socket = line.socket  # a lost connection no longer tells it
        self._watching = self._writing = False
        self._loop = asyncio.get_running_loop()
        self.done: asyncio.Future[None] = self._loop.create_future()
        self.results: list[pq.abc.PGresult] = []

    def watch(self, *, writing: bool) -> None:
        self._loop.add_reader(self._socket, self.read)
        self._watching = True
        if writing:
            self._loop.add_writer(self._socket, self._write)
            self._writing = True

    def ignore(self) -> None:
        """At once when the connection is lost: its number may soon be another socket's."""
        if self._watching:
            self._loop.remove_reader(self._socket)
            self._watching = False
        if self._writing:
            self._loop.remove_writer(self._socket)
            self._writing = False

    def read(self) -> None:
        try:
            self._line.consume_input()
            while not self._line.is_busy():
                result = self._line.get_result()
                if result is None:
                    self._end()
                    return
                self.results.append(result)
        except psycopg.Error as error:
            # The server may have said why it ends the connection, before the end itself is noticed.
            self._end(None if self.results else error)

    def _write(self) -> None:
        try:
            if not self._line.flush():
                self._loop.remove_writer(self._socket)
                self._writing = False
        except psycopg.Error as error:
            self._end(error)

    def _end(self, error: psycopg.Error | None = None) -> None:
        self.ignore()
        if self.done.done():
            return
        if error is None:
            self.done.set_result(None)
        else:
            self.done.set_exception(error)
