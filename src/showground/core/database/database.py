"""The two ways to use a connection of the primary: for reading, and for a transaction; and who hears of its changes."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from types import TracebackType
from typing import Self, TypeVar

import psycopg
from psycopg import AsyncConnection
from psycopg.conninfo import make_conninfo
from psycopg_pool import AsyncConnectionPool, PoolTimeout, TooManyRequests

from showground.core.calls.errors import Unavailable
from showground.core.database.outages import OUTAGE
from showground.core.database.pool import (
    CONNECT_SECONDS,
    EVERYTHING,
    FOR_THE_TRANSACTION,
    KEEP_ALIVE,
    Connection,
    make_pool,
    ready_to_read,
)
from showground.core.database.replica import Replica
from showground.core.database.shared_reader import ConnectionLost, QuickReader, SharedReader
from showground.core.languages import Text

Found = TypeVar("Found")

BUSY = Text("The database is busy. Try again in a few seconds.")
NOT_RESPONDING = Text("The database is not responding. Try again in a few seconds.")

CHANGED = "showground_changed"  # the channel on which a commit notifies every process of what it changed
NOTIFY_BYTES = 7_900  # PostgreSQL's limit for a payload is 8,000, and the mark needs some
MARK = "xid:"  # a line of the payload with the transaction's number, so that we can ask a replica whether it shows it


class ChangedMeanwhile(Exception):
    """Another transaction changed what a transaction with a snapshot wanted to change."""


class LentConnection:
    """A connection from the pool, given back at the end of the block. The database's errors become Unavailable.

    Every uncached read goes through here, so this is a plain class: it takes half as long as a generator around the
    pool's own context manager, which also commits although we are in autocommit mode.
    """

    __slots__ = ("_db", "_pool", "_snapshot", "_state")

    def __init__(self, pool: AsyncConnectionPool[Connection], *, to_read: bool = False, snapshot: bool = False) -> None:
        self._pool = pool
        self._snapshot = snapshot if to_read else None  # None: the caller applies the settings
        self._state: AbstractAsyncContextManager[None] | None = None

    async def __aenter__(self) -> Connection:
        try:
            db = self._db = await self._pool.getconn()
        except BaseException as error:
            _translate(error)
            raise
        db.hurried = True
        if self._snapshot is None or not (self._snapshot or db.shared):
            return db
        self._state = ready_to_read(db, snapshot=self._snapshot)
        try:
            await self._state.__aenter__()
        except BaseException as error:
            await self._pool.putconn(db)
            _translate(error)
            raise
        return db

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if self._state is not None:
                await self._state.__aexit__(kind, error, trace)
        except BaseException as late:
            _translate(late)
            raise
        finally:
            await self._pool.putconn(self._db)
        if error is None:
            OUTAGE.note_success()
        else:
            _translate(error)


def _translate(error: BaseException) -> None:
    """Raise the error that callers get instead of one of the database's, if it is one."""
    if isinstance(error, (PoolTimeout, TooManyRequests)):
        OUTAGE.note(error)
        raise Unavailable(NOT_RESPONDING if OUTAGE.is_away else BUSY) from error
    if isinstance(error, (psycopg.OperationalError, psycopg.InterfaceError)):
        OUTAGE.note(error)
        raise Unavailable(NOT_RESPONDING) from error


def is_deadlock(error: Unavailable) -> bool:
    """Whether a transaction was undone because it and another one waited for each other."""
    return isinstance(error.__cause__, psycopg.errors.DeadlockDetected)


class Database:
    """All access to PostgreSQL of one process."""

    def __init__(
        self,
        conninfo: str,
        *,
        size: int = 8,
        forget: Callable[[frozenset[str]], None],
        replica: Replica | None = None,
    ) -> None:
        self.conninfo = conninfo
        self.replica = replica
        self._forget = forget
        self._pool = make_pool(conninfo, size)
        self._shared_reader = SharedReader(self._pool)

    async def __aenter__(self) -> Self:
        try:
            await self._pool.open(wait=True, timeout=10)
        except BaseException:
            await self._pool.close()  # otherwise its tasks would keep connecting and never end
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._shared_reader.close()
        await self._pool.close()

    def stats(self) -> dict[str, int]:
        """The pool's statistics."""
        return self._pool.get_stats()

    def reading(self, *, snapshot: bool = False) -> LentConnection:
        """A connection for one statement; with `snapshot`, for several that see the same state."""
        return LentConnection(self._pool, to_read=True, snapshot=snapshot)

    async def look_up(self, work: Callable[[QuickReader], Awaitable[Found]]) -> Found:
        """Run a read whose statements find a few rows by an index, on the connection that such reads share."""
        reader = self._shared_reader.find()
        if reader is not None:
            try:
                return await work(reader)
            except ConnectionLost:
                pass
            except psycopg.Error as error:
                _translate(error)
                raise
        async with self.reading() as db:
            return await work(db)

    @asynccontextmanager
    async def transaction(self, *, snapshot: bool = False) -> AsyncGenerator[Connection]:
        """One transaction. The commit notifies every process of its changes; this one handles them immediately.

        With `snapshot`, all statements see the same state, and ChangedMeanwhile is raised if another transaction
        changed what this one changes.
        """
        async with LentConnection(self._pool) as db:
            db.changed.clear()
            xid = None
            try:
                async with db.transaction():
                    if snapshot:
                        await db.execute("set transaction isolation level repeatable read")
                    if db.shared:
                        await db.execute(FOR_THE_TRANSACTION)
                    yield db
                    tags = frozenset(db.changed)
                    if tags:
                        xid = await _tell(db, tags)
            except psycopg.errors.SerializationFailure as error:
                raise ChangedMeanwhile from error
            if tags:
                self._forget(tags)
                if self.replica is not None and xid is not None:
                    self.replica.note_change(xid, tags)


async def _tell(db: Connection, tags: frozenset[str]) -> int:
    """Notify every process when this transaction commits; returns the transaction's number."""
    text = "\n".join(sorted(tags))
    if len(text.encode()) > NOTIFY_BYTES:
        text = EVERYTHING  # without a mark; processes that receive it start listening again and get a new number
    row = await db.one(
        """
        select pg_notify(%(channel)s, case when %(text)s = %(everything)s then %(text)s
            else %(text)s || %(mark)s || pg_current_xact_id() end), pg_current_xact_id()::text::bigint
        """,
        {"channel": CHANGED, "text": text, "everything": EVERYTHING, "mark": f"\n{MARK}"},
    )
    assert row is not None  # noqa: S101  # nosec B101
    return row[1]


async def listen(
    conninfo: str,
    heard: Callable[[frozenset[str], int], None],
    lost: Callable[[int | None], None],
    pause: Callable[[], Awaitable[None]],
) -> None:
    """Call `heard` with the tags and the number of every commit, forever.

    After a gap in the connection, everything counts as changed: `lost` is called with None when it breaks, and with the
    number of a later transaction once we are connected again.
    """
    lasting = make_conninfo(conninfo, **KEEP_ALIVE)
    while True:
        try:
            async with await AsyncConnection.connect(lasting, autocommit=True, connect_timeout=CONNECT_SECONDS) as db:
                begun = await db.execute(f"listen {CHANGED}; select pg_current_xact_id()::text::bigint")
                begun.nextset()
                row = await begun.fetchone()
                lost(row[0] if row else None)
                async for note in db.notifies():
                    *tags, mark = note.payload.split("\n")
                    if not mark.startswith(MARK):
                        break  # everything, or from a process of an older version
                    heard(frozenset(tags), int(mark.removeprefix(MARK)))
        except psycopg.OperationalError:
            lost(None)
            await pause()
