"""The connection pool, and the two ways to use a connection: for reading, and for a transaction."""

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

CHANGED = "showground_changed"  # the channel on which a commit notifies every process of what it changed
NOTIFY_BYTES = 7_900  # PostgreSQL's limit for a payload is 8,000, and the mark needs some
KEEP_ALIVE = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 2, "tcp_user_timeout": 20_000}
EVERYTHING = "*"
ANSWER_SECONDS = 6.0  # without a sign of the server, after which we close the connection
CONNECT_SECONDS = 4  # also the pool's limit for reconnecting, after which the next request tries again
WAIT_SECONDS = 5.0  # for a free connection from the pool
MAX_POOL_WAITERS = 500  # beyond this, fail fast with 503
MARK = "xid:"  # a line of the payload with the transaction's number, so that we can ask a replica whether it shows it
STATEMENT_TIMEOUT: LiteralString = "5s"
# Short queries on SSDs: no JIT and no parallel workers, because many requests run at once. Keep the GIN pending list
# small: every search scans it.
SETTINGS: LiteralString = (
    f"set statement_timeout = '{STATEMENT_TIMEOUT}'; set timezone = 'UTC'; set random_page_cost = 1.1; set jit = off;"
    "set max_parallel_workers_per_gather = 0; set gin_pending_list_limit = '64kB'"
)
FOR_THE_TRANSACTION = SETTINGS.replace("set ", "set local ")


class Connection(psycopg.AsyncConnection[TupleRow]):
    """A connection that remembers which cached answers its transaction invalidates, and never waits forever."""

    changed: set[str]
    shared: bool  # we are connected to a pooler, which gives us a different session for each transaction
    hurried: bool  # whether the time limits apply

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.changed = set()
        self.shared = False
        self.hurried = True
        if tracing.is_on():
            self.cursor_factory = TracedCursor

    async def wait(self, *args: Any, **kwargs: Any) -> Any:
        """Wait for the server; if it sends nothing for too long, the connection counts as lost."""
        if not self.hurried:
            return await super().wait(*args, **kwargs)
        timer = asyncio.get_running_loop().call_later(ANSWER_SECONDS, self._hang_up)
        try:
            return await super().wait(*args, **kwargs)
        finally:
            timer.cancel()

    def _hang_up(self) -> None:
        """Shut down the socket; the waiting code then sees a lost connection. Cancelling the statement instead would
        take more than ten seconds, because psycopg cancels by asking the server."""
        with suppress(OSError), socket.socket(fileno=os.dup(self.pgconn.socket)) as line:
            line.shutdown(socket.SHUT_RDWR)

    async def take_time(self, **settings: str) -> None:
        """Lift the time limits for this transaction: for jobs and commands, where no one is waiting.

        `settings`: other settings of PostgreSQL for this transaction, as in `work_mem="64MB"`.
        """
        self.hurried = False
        for name, value in {"statement_timeout": "0", **settings}.items():
            await self.execute("select set_config(%s, %s, true)", (name, value))

    async def refresh_statistics(self) -> None:
        """Have the planner know how many rows there are, after many were added."""
        await self.execute("analyze")

    async def one(self, query: LiteralString, values: Any = None) -> TupleRow | None:
        return await (await self.execute(query, values)).fetchone()

    async def all(self, query: LiteralString, values: Any = None) -> list[TupleRow]:
        return await (await self.execute(query, values)).fetchall()

    async def one_as(self, kind: type[T], query: Statement, values: Any = None) -> T | None:
        """A row as a `kind`, whose fields have the names of the columns."""
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
    """A cursor that records each statement as a span: its text, never the values."""

    async def execute(self, query: Any, *args: Any, **kwargs: Any) -> Self:
        text = _text_of(query)
        with tracing.inner_span(text.partition(" ")[0], statement=text):
            return await super().execute(query, *args, **kwargs)


def _text_of(query: object) -> str:
    """The statement on one line, with ? for literal values."""
    if isinstance(query, sql.Composed):
        return " ".join(_text_of(part) for part in query)
    if isinstance(query, sql.SQL):
        query = query.as_string()
    elif isinstance(query, bytes):
        query = query.decode()
    return " ".join(query.split()) if isinstance(query, str) else "?"


def changes(db: Connection, *tags: str) -> None:
    """Name the cached answers that this transaction invalidates; they are dropped when it commits."""
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
        reconnect_timeout=CONNECT_SECONDS,  # otherwise the pauses between attempts keep growing
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
            await self._pool.close()  # otherwise its tasks would keep connecting and never end
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._pool.close()

    def stats(self) -> dict[str, int]:
        """The pool's statistics."""
        return self._pool.get_stats()

    @asynccontextmanager
    async def reading(self, *, snapshot: bool = False) -> AsyncGenerator[Connection]:
        """A connection for one statement; with `snapshot`, for several that see the same state."""
        async with self._take() as db, ready_to_read(db, snapshot=snapshot):
            yield db

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Connection]:
        """One transaction. The commit notifies every process of its changes; this one handles them immediately."""
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
    """Apply our settings; with `snapshot`, all statements see the same state."""
    if not snapshot and not db.shared:
        yield
        return
    async with db.transaction():
        kind: LiteralString = "set transaction isolation level repeatable read, read only;" if snapshot else ""
        await db.execute(kind + FOR_THE_TRANSACTION if db.shared else kind)
        yield


async def _configure(db: Connection) -> None:
    """Apply settings once per session, unless a pooler switches sessions: settings and prepared statements would be
    lost."""
    db.shared = await db.one("select pg_backend_pid()") != (db.info.backend_pid,)
    if db.shared:
        db.prepare_threshold = None
    else:
        await db.execute(SETTINGS)


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
