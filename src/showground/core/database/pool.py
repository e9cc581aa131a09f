"""Connections to PostgreSQL, and the pool that lends them."""

import asyncio
import logging
import os
import re
import socket
from collections.abc import AsyncGenerator, Awaitable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from functools import lru_cache, partial
from typing import Any, LiteralString, Self, TypeVar

import psycopg
from psycopg import sql
from psycopg.rows import TupleRow, class_row
from psycopg_pool import AsyncConnectionPool

from showground.core import tracing
from showground.core.database.outages import OUTAGE
from showground.core.database.repeated import RepeatedStatements

T = TypeVar("T")
Statement = LiteralString | bytes | sql.SQL | sql.Composed

KEEP_ALIVE = {"keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 2, "tcp_user_timeout": 20_000}
EVERYTHING = "*"
PLACEHOLDER = re.compile(rb"%\((\w+)\)[sb]")
ANSWER_SECONDS = 6.0  # without a sign of the server, after which we close the connection
CONNECT_SECONDS = 4  # also the pool's limit for reconnecting, after which the next request tries again
WAIT_SECONDS = 5.0  # for a free connection from the pool
MAX_POOL_WAITERS = 500  # beyond this, fail fast with 503
STATEMENT_TIMEOUT: LiteralString = "5s"
# Short queries on SSDs: no JIT and no parallel workers, because many requests run at once. Keep the GIN pending list
# small: every search scans it.
SETTINGS: LiteralString = (
    f"set statement_timeout = '{STATEMENT_TIMEOUT}'; set timezone = 'UTC'; set random_page_cost = 1.1; set jit = off;"
    "set max_parallel_workers_per_gather = 0; set gin_pending_list_limit = '64kB'"
)
# The pool logs every attempt to connect, hundreds in a minute. We log why it fails ourselves, once.
logging.getLogger("psycopg.pool").setLevel(logging.CRITICAL)
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
        self.repeated = RepeatedStatements(self, self._limit_time)
        if tracing.is_on():
            self.cursor_factory = TracedCursor

    @classmethod
    async def connect(cls, *args: Any, **kwargs: Any) -> Self:
        try:
            db = await super().connect(*args, **kwargs)
        except psycopg.OperationalError as error:
            OUTAGE.note(error)
            raise
        OUTAGE.is_away = False
        return db

    async def wait(self, *args: Any, **kwargs: Any) -> Any:
        """Wait for the server; if it sends nothing for too long, the connection counts as lost."""
        if not self.hurried:
            return await super().wait(*args, **kwargs)
        timer = self._limit_time()
        try:
            return await super().wait(*args, **kwargs)
        finally:
            timer.cancel()

    def _limit_time(self) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(ANSWER_SECONDS, self._hang_up)

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

    def start(
        self, statement: bytes, values: Mapping[str, Any], *, prepare: bool | None = None, binary: bool = False
    ) -> Awaitable[list[TupleRow]]:
        """Send a statement that is composed once and used often; the rows are what is awaited, before anything else is
        sent.

        psycopg looks for the placeholders of statements of more than 4,096 characters at every run, which takes longer
        than some of them. Here they are numbered once.
        """
        text, names = _number_placeholders(statement)
        given = [values[name] for name in names]
        run_by_cursor = partial(self._run_by_cursor, text, given, prepare=prepare, binary=binary)
        if prepare is False or self.shared or not self.hurried or tracing.is_on():
            return run_by_cursor()
        return self.repeated.start(text, given, run_by_cursor, binary=binary)

    @property
    def is_answering(self) -> bool:
        """Whether the server is working on a statement that was sent by `start`."""
        return self.pgconn.transaction_status == psycopg.pq.TransactionStatus.ACTIVE

    async def _run_by_cursor(
        self, text: bytes, given: Sequence[Any], *, prepare: bool | None, binary: bool
    ) -> list[TupleRow]:
        cursor = (TracedRawCursor if tracing.is_on() else psycopg.AsyncRawCursor[TupleRow])(self)
        return await (await cursor.execute(text, given, prepare=prepare, binary=binary)).fetchall()

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


class TracedRawCursor(psycopg.AsyncRawCursor[Any]):
    """The same for statements with numbered placeholders."""

    async def execute(self, query: Any, *args: Any, **kwargs: Any) -> Self:
        text = _text_of(query)
        with tracing.inner_span(text.partition(" ")[0], statement=text):
            return await super().execute(query, *args, **kwargs)


@lru_cache(maxsize=1_000)
def _number_placeholders(statement: bytes) -> tuple[bytes, list[str]]:
    """The statement with $1, $2 … instead of %(name)s, and the names in this order."""
    names = list(dict.fromkeys(PLACEHOLDER.findall(statement)))
    numbered = PLACEHOLDER.sub(lambda found: b"$%d" % (names.index(found[1]) + 1), statement)
    return numbered.replace(b"%%", b"%"), [name.decode() for name in names]


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
