"""The pool of connections, and the two ways to use one: reading and a transaction."""

import asyncio
import os
import socket
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, LiteralString, Self, TypeVar

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo
from psycopg.rows import TupleRow, class_row
from psycopg_pool import AsyncConnectionPool, PoolTimeout, TooManyRequests

from showground.core import tracing
from showground.core.calls.errors import Unavailable

if TYPE_CHECKING:
    from showground.core.database.replica import Replica

T = TypeVar("T")
Statement = LiteralString | bytes | sql.SQL | sql.Composed

CHANGED = "showground_changed"  # the channel on which a commit tells every process what it changed
NOTIFY_BYTES = 7_900  # PostgreSQL takes a payload of less than 8,000, and the mark takes some
KEEP_ALIVE = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 2, "tcp_user_timeout": 20_000}
EVERYTHING = "*"
ANSWER_SECONDS = 6.0  # after which we give the server up: it stands still, or the way to it is cut
CONNECT_SECONDS = 4  # also for the pool, after which the next request tries afresh
WAIT_SECONDS = 5.0  # for a connection that is free
MAX_POOL_WAITERS = 500  # requests that wait for a connection; more of them would only wait in vain
MARK = "xid:"  # a line of the payload: which transaction it was, so that a replica can be asked whether it shows it
STATEMENT_TIMEOUT: LiteralString = "5s"  # after which the server gives a statement up
# Answers within bounds; plans for short queries on disks without heads, which are worth no compiling and no processes
# of their own, since others ask at the same time; and no more words that wait to be indexed than a search can look
# through in passing.
SETTINGS: LiteralString = (
    f"set statement_timeout = '{STATEMENT_TIMEOUT}'; set timezone = 'UTC'; set random_page_cost = 1.1; set jit = off;"
    "set max_parallel_workers_per_gather = 0; set gin_pending_list_limit = '64kB'"
)
FOR_THE_TRANSACTION = SETTINGS.replace("set ", "set local ")


class Connection(psycopg.AsyncConnection[TupleRow]):
    """A connection that remembers which cached answers its transaction made stale, and never waits for ever."""

    changed: set[str]
    shared: bool  # a pooler stands before the server and lends us another of its sessions for each transaction
    hurried: bool

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.changed = set()
        self.shared = False
        self.hurried = True
        if tracing.is_on():
            self.cursor_factory = TracedCursor

    async def wait(self, *args: Any, **kwargs: Any) -> Any:
        """Wait for the server; one that says nothing for too long counts as lost."""
        if not self.hurried:
            return await super().wait(*args, **kwargs)
        timer = asyncio.get_running_loop().call_later(ANSWER_SECONDS, self._hang_up)
        try:
            return await super().wait(*args, **kwargs)
        finally:
            timer.cancel()

    def _hang_up(self) -> None:
        """Shut the line, which whoever waits on it takes for a server that went away. Cancelling them would take more
        than ten seconds: a statement is cancelled by asking the server."""
        with suppress(OSError), socket.socket(fileno=os.dup(self.pgconn.socket)) as line:
            line.shutdown(socket.SHUT_RDWR)

    async def take_time(self) -> None:
        """Let the statements of this transaction take their time: for jobs and commands, where nobody waits."""
        self.hurried = False
        await self.execute("set local statement_timeout = 0")

    async def one(self, query: LiteralString, values: Any = None) -> TupleRow | None:
        return await (await self.execute(query, values)).fetchone()

    async def all(self, query: LiteralString, values: Any = None) -> list[TupleRow]:
        return await (await self.execute(query, values)).fetchall()

    async def one_as(self, kind: type[T], query: Statement, values: Any = None) -> T | None:
        """A row as a `kind`, whose fields are named as the columns."""
        async with self.cursor(row_factory=class_row(kind)) as cursor:
            return await (await cursor.execute(query, values)).fetchone()

    async def all_as(self, kind: type[T], query: Statement, values: Any = None) -> list[T]:
        async with self.cursor(row_factory=class_row(kind)) as cursor:
            return await (await cursor.execute(query, values)).fetchall()

    async def copy_rows(self, into: LiteralString, rows: Iterable[Sequence[Any]]) -> None:
        """Write many rows at once; `into` is a table with its columns, as in `vote (listing_id, account_id)`."""
        async with self.cursor() as cursor, cursor.copy(f"copy {into} from stdin") as copy:
            for row in rows:
                await copy.write_row(row)


class TracedCursor(psycopg.AsyncCursor[Any]):
    """A cursor whose statements are spans: their text, never the values."""

    async def execute(self, query: Any, *args: Any, **kwargs: Any) -> Self:
        text = _text_of(query)
        with tracing.inner_span(text.partition(" ")[0], statement=text):
            return await super().execute(query, *args, **kwargs)


def _text_of(query: object) -> str:
    """On one line, and a ? for a value that was written into it."""
    if isinstance(query, sql.Composed):
        return " ".join(_text_of(part) for part in query)
    if isinstance(query, sql.SQL):
        query = query.as_string()
    elif isinstance(query, bytes):
        query = query.decode()
    return " ".join(query.split()) if isinstance(query, str) else "?"


def changes(db: Connection, *tags: str) -> None:
    """Say which cached answers this transaction makes stale; they are forgotten when it commits."""
    db.changed.update(tags)


def make_pool(conninfo: str, size: int, least: int = 2) -> AsyncConnectionPool[Connection]:
    return AsyncConnectionPool(
        conninfo,
        connection_class=Connection,
        min_size=least,
        max_size=size,
        max_waiting=MAX_POOL_WAITERS,
        open=False,
        timeout=WAIT_SECONDS,
        reconnect_timeout=CONNECT_SECONDS,  # the pauses in between grow for ever otherwise
        kwargs={"autocommit": True, "application_name": "showground", "connect_timeout": CONNECT_SECONDS},
        configure=_configure,
        check=None,
    )


class Database:
    """All access to PostgreSQL of one process."""

    def __init__(
        self,
        conninfo: str,
        *,
        size: int = 8,
        forget: Callable[[frozenset[str]], None],
        replica: "Replica | None" = None,
    ) -> None:
        self.conninfo = conninfo
        self.replica = replica
        self._forget = forget
        self._pool = make_pool(conninfo, size)

    async def __aenter__(self) -> Self:
        try:
            await self._pool.open(wait=True, timeout=10)
        except BaseException:
            await self._pool.close()  # stopped while opening, it would go on connecting, and its tasks never end
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._pool.close()

    def stats(self) -> dict[str, int]:
        """What the pool says of itself."""
        return self._pool.get_stats()

    @asynccontextmanager
    async def reading(self, *, snapshot: bool = False) -> AsyncGenerator[Connection]:
        """A connection for one statement; with `snapshot`, for several that see the same state."""
        async with self._take() as db, ready_to_read(db, snapshot=snapshot):
            yield db

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Connection]:
        """One transaction; what it changed is told to every process with the commit, and to this one at once."""
        async with self._take() as db:
            db.changed.clear()
            xid = None
            async with db.transaction():
                if db.shared:
                    await db.execute(FOR_THE_TRANSACTION)
                yield db
                tags = frozenset(db.changed)
                if tags:
                    xid = await _tell(db, tags)
            if tags:
                self._forget(tags)
                if self.replica is not None and xid is not None:
                    self.replica.note_change(xid, tags)

    @asynccontextmanager
    async def _take(self) -> AsyncGenerator[Connection]:
        try:
            async with self._pool.connection() as db:
                db.hurried = True
                yield db
        except (PoolTimeout, TooManyRequests) as error:
            raise Unavailable("The database is busy. Try again in a few seconds.") from error
        except (psycopg.OperationalError, psycopg.InterfaceError) as error:
            raise Unavailable("The database is not responding. Try again in a few seconds.") from error


@asynccontextmanager
async def ready_to_read(db: Connection, *, snapshot: bool) -> AsyncGenerator[None]:
    """Our settings hold, and with `snapshot` all statements see the same state."""
    if not snapshot and not db.shared:
        yield
        return
    async with db.transaction():
        kind: LiteralString = "set transaction isolation level repeatable read, read only;" if snapshot else ""
        await db.execute(kind + FOR_THE_TRANSACTION if db.shared else kind)
        yield


async def _configure(db: Connection) -> None:
    """What is set for a session, or prepared in it, is lost where a pooler lends us another one each time."""
    db.shared = await db.one("select pg_backend_pid()") != (db.info.backend_pid,)
    if db.shared:
        db.prepare_threshold = None
    else:
        await db.execute(SETTINGS)


async def _tell(db: Connection, tags: frozenset[str]) -> int:
    """Tell every process with the commit; returns the number of this transaction."""
    text = "\n".join(sorted(tags))
    if len(text.encode()) > NOTIFY_BYTES:
        text = EVERYTHING  # without a mark: who hears it asks anew what it has to wait for
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
    """Tell `heard` what every commit changed and its number, for ever; after any gap everything counts as changed.

    `lost` is given the number of a transaction that came after the gap, once there is one.
    """
    lasting = make_conninfo(conninfo, **KEEP_ALIVE)
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(
                lasting, autocommit=True, connect_timeout=CONNECT_SECONDS
            ) as db:
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
