"""One connection on which many requests read at the same time, for statements that find a few rows by an index.

Borrowing a connection, waiting for it alone and giving it back takes ten times as long as such a statement. In libpq's
pipeline mode, statements are sent without waiting for the answers to earlier ones: those of all requests that arrive
together go out in one packet, and their answers come back in order.

    request A: select profile ... 'tidewater'  ┐                     ┌ answer to A
    request B: select profile ... 'harbor'     ┴─ one packet ─► ...  ┴ answer to B

The price is that a slow statement holds up those behind it. So only operations declared `quick` read here; while the
line is held up, or not connected, they use a connection of the pool like all others.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from typing import Any, LiteralString, NamedTuple, Protocol, Self

import psycopg
from psycopg import abc, pq
from psycopg.adapt import Transformer
from psycopg.rows import TupleRow
from psycopg_pool import AsyncConnectionPool, PoolTimeout, TooManyRequests

from showground.core import tracing
from showground.core.database import pool as pool_module
from showground.core.database.outages import OUTAGE
from showground.core.database.pool import Connection
from showground.core.database.statements import Bound, bind, load
from showground.core.tasks import stop_tasks

HELD_UP_SECONDS = 0.25  # without an answer; from then on, others use the pool
MAX_EXPECTED = 1_000


class ConnectionLost(psycopg.OperationalError):
    """The connection broke before the answer came. Reading can be repeated on another one."""


class QuickReader(Protocol):
    """What a quick operation can do with its connection: read."""

    async def one(self, query: LiteralString, values: Any = None) -> TupleRow | None: ...

    async def all(self, query: LiteralString, values: Any = None) -> list[TupleRow]: ...


class Lookup:
    """A statement that somebody waits for."""

    __slots__ = ("alone", "at", "done", "formats", "key", "params")

    def __init__(self, bound: Bound, at: float, done: "asyncio.Future[pq.abc.PGresult]") -> None:
        self.key = (bound.text, bound.types)
        self.params = bound.params
        self.formats = bound.formats
        self.at = at
        self.done = done
        self.alone = False


class Preparation(NamedTuple):
    """A statement that is being prepared under this name, for those who ask for it after that."""

    key: tuple[bytes, tuple[int, ...]]
    name: bytes


class SharedReader:
    """The shared connection. It is taken from the pool when it is first needed, and again after it was lost."""

    def __init__(self, pool: AsyncConnectionPool[Connection]) -> None:
        self._pool = pool
        self._db: Connection | None = None
        self._line = 0  # its file descriptor, which a lost connection no longer tells
        self._tx: abc.Transformer = Transformer()
        self._unsent: list[Lookup] = []
        self._expected: deque[Lookup | Preparation | None] = deque()  # answers still to come; None: the end of a packet
        self._moved_at = 0.0  # when the last packet was answered, or sent if it is the only one
        self._result: pq.abc.PGresult | None = None
        self._names: dict[tuple[bytes, tuple[int, ...]], bytes] = {}  # of prepared statements, by text and types
        self._preparing: set[tuple[bytes, tuple[int, ...]]] = set()
        self._number = 0
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._opening = False
        self._usable = True  # false behind a pooler, where prepared statements and pipelines may get lost

    def find(self) -> Self | None:
        """This, if it can answer soon. None: use a connection of the pool."""
        if self._db is None:
            if self._usable and not self._opening:
                self._opening = True
                self._begin(self._open())
            return None
        if self._expected:
            held_up = asyncio.get_running_loop().time() - self._moved_at > HELD_UP_SECONDS
            if held_up or len(self._expected) >= MAX_EXPECTED:
                return None
        return None if tracing.is_on() else self  # the pool's cursors record statements

    def _oldest(self) -> float:
        """When the statement was asked for that is answered next."""
        asked = (one.at for one in self._expected if isinstance(one, Lookup))
        return next(asked, asyncio.get_running_loop().time())

    async def one(self, query: LiteralString, values: Any = None) -> TupleRow | None:
        rows = await self.all(query, values)
        return rows[0] if rows else None

    async def all(self, query: LiteralString, values: Any = None) -> list[TupleRow]:
        rows = load(self._tx, await self._ask(query, values))
        OUTAGE.note_success()
        return rows

    def _ask(self, query: LiteralString, values: Any) -> "asyncio.Future[pq.abc.PGresult]":
        if self._db is None:  # lost between two statements of one call
            raise ConnectionLost("the connection was lost")
        loop = asyncio.get_running_loop()
        lookup = Lookup(bind(self._tx, query, values), loop.time(), loop.create_future())
        if not self._unsent:
            loop.call_soon(self._flush)  # after all requests that have arrived by now have asked
        self._unsent.append(lookup)
        return lookup.done

    def _flush(self) -> None:
        """Send everything that was asked for since the last time: as one packet, but what was skipped before in others
        of its own, so that it cannot be skipped again."""
        db, asked, self._unsent = self._db, self._unsent, []
        if db is None:
            return
        loop = asyncio.get_running_loop()
        if not self._expected:
            self._moved_at = loop.time()
        try:
            for lookup in asked:
                self._send(db.pgconn, lookup)
                if lookup.alone:
                    self._end_packet(db.pgconn)
            self._end_packet(db.pgconn)
            self._write()
        except psycopg.Error as error:
            self._lose(error, asked)
            return
        if self._timer is None:
            self._timer = loop.call_later(pool_module.ANSWER_SECONDS, self._check_time)

    def _send(self, line: pq.abc.PGconn, lookup: Lookup) -> None:
        """Send a statement. One that is new is prepared after it, for the next time."""
        key = lookup.key
        name = self._names.get(key)
        if name is not None:
            line.send_query_prepared(name, lookup.params, lookup.formats)
            self._expected.append(lookup)
            return
        text, types = key
        line.send_query_params(text, lookup.params, types, lookup.formats)
        self._expected.append(lookup)
        if key not in self._preparing:
            self._preparing.add(key)
            self._number += 1
            name = b"read_%d" % self._number
            line.send_prepare(name, text, types)
            self._expected.append(Preparation(key, name))

    def _end_packet(self, line: pq.abc.PGconn) -> None:
        line.pipeline_sync()
        self._expected.append(None)

    def _write(self) -> None:
        """Write to the socket; if the server doesn't take everything, the rest as soon as it does."""
        db = self._db
        if db is None:
            return
        try:
            if db.pgconn.flush():
                asyncio.get_running_loop().add_writer(self._line, self._write)
            else:
                asyncio.get_running_loop().remove_writer(self._line)
        except psycopg.Error as error:
            self._lose(error)

    def _receive(self) -> None:
        db = self._db
        if db is None:
            return
        try:
            db.pgconn.consume_input()
            while self._expected and not db.pgconn.is_busy():
                self._take(db.pgconn.get_result())
        except psycopg.Error as error:
            self._lose(error)

    def _take(self, result: pq.abc.PGresult | None) -> None:
        """Take the result of what is expected next. After each one comes None, and after a packet, the mark of its
        end."""
        if result is not None and result.status == pq.ExecStatus.PIPELINE_SYNC:
            self._expected.popleft()
            self._moved_at = asyncio.get_running_loop().time()
            return
        if result is not None:
            self._result = result
            return
        if self._result is None:
            return
        expected, result, self._result = self._expected.popleft(), self._result, None
        status = result.status
        if isinstance(expected, Preparation):
            self._preparing.discard(expected.key)
            if status == pq.ExecStatus.COMMAND_OK:
                self._names[expected.key] = expected.name
        elif expected is None or expected.done.done():
            return  # whoever asked has given up
        elif status == pq.ExecStatus.PIPELINE_ABORTED:
            self._try_again(expected)
        else:
            if status != pq.ExecStatus.TUPLES_OK:
                self._names.pop(expected.key, None)  # the prepared one may be outdated
            expected.done.set_result(result)

    def _try_again(self, lookup: Lookup) -> None:
        """A statement before this one, in the same packet, has failed, and so PostgreSQL skipped this one."""
        lookup.alone = True
        if not self._unsent:
            asyncio.get_running_loop().call_soon(self._flush)
        self._unsent.insert(0, lookup)  # before what is sent in one packet with others

    def _check_time(self) -> None:
        """Give up the connection if nothing came for too long, as the pool's connections do."""
        self._timer = None
        if self._db is None or not self._expected:
            return
        loop = asyncio.get_running_loop()
        left = self._oldest() + pool_module.ANSWER_SECONDS - loop.time()
        if left <= 0:
            self._lose(psycopg.OperationalError("the connection was lost: no answer in time"), wait_again=False)
        else:
            self._timer = loop.call_later(left, self._check_time)

    async def _open(self) -> None:
        try:
            db = await self._pool.getconn()
        except (psycopg.Error, PoolTimeout, TooManyRequests):
            return  # the next request tries again
        finally:
            self._opening = False
        if db.shared:
            self._usable = False
            await self._pool.putconn(db)
            return
        db.pgconn.nonblocking = 1
        db.pgconn.enter_pipeline_mode()
        self._names.clear()
        self._preparing.clear()
        self._tx = Transformer(db)
        self._db = db
        self._line = db.pgconn.socket
        asyncio.get_running_loop().add_reader(self._line, self._receive)

    def _lose(self, error: psycopg.Error, unsent: Sequence[Lookup] = (), *, wait_again: bool = True) -> None:
        """End the connection, and everything that waits for it. `wait_again`: whether callers have time to repeat."""
        db, self._db = self._db, None
        if db is None:
            return
        loop = asyncio.get_running_loop()
        loop.remove_reader(self._line)
        loop.remove_writer(self._line)
        waiting = [*self._expected, *unsent, *self._unsent]
        self._expected.clear()
        self._unsent = []
        self._result = None
        kind = ConnectionLost if wait_again else psycopg.OperationalError
        for lookup in waiting:
            if isinstance(lookup, Lookup) and not lookup.done.done():
                lookup.done.set_exception(kind(str(error)))
        db.pgconn.finish()
        self._begin(self._pool.putconn(db))  # the pool makes another one instead

    def _begin(self, work: Awaitable[None]) -> None:
        async def do() -> None:
            with suppress(psycopg.Error, ValueError):  # the pool may be closed by now
                await work

        task = asyncio.create_task(do())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Before the pool closes."""
        self._usable = False
        if self._timer is not None:
            self._timer.cancel()
        self._lose(psycopg.OperationalError("the connection was closed"), wait_again=False)
        if self._opening:
            await stop_tasks(*self._tasks)
        elif self._tasks:
            await asyncio.wait(self._tasks)
