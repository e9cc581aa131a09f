"""The pool of connections, and the two ways to use one: reading and a transaction."""

import asyncio
import os
import socket
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, LiteralString, Self

import psycopg
from psycopg.rows import TupleRow
from psycopg_pool import AsyncConnectionPool, PoolTimeout, TooManyRequests

from showground.core.failures import Unavailable

CHANGED = "showground_changed"  # the channel on which a commit tells every process what it changed
NOTIFY_BYTES = 7_900  # PostgreSQL takes a payload of less than 8,000
EVERYTHING = "*"
STATEMENT_SECONDS = 5  # after which the server gives a statement up
ANSWER_SECONDS = 6.0  # after which we give the server up: it stands still, or the way to it is cut
CONNECT_SECONDS = 4  # also for the pool, after which the next request tries afresh
MOST_WAITING = 500  # requests that wait for a connection; more of them would only wait in vain


class Connection(psycopg.AsyncConnection[TupleRow]):
    """A connection that remembers which cached answers its transaction made stale, and never waits for ever."""

    changed: set[str]
    hurried: bool

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.changed = set()
        self.hurried = True

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
        """Let the statements of this transaction take as long as they need: for jobs and commands, where nobody waits."""
        self.hurried = False
        await self.execute("set local statement_timeout = 0")

    async def one(self, query: LiteralString, values: Any = None) -> TupleRow | None:
        return await (await self.execute(query, values)).fetchone()

    async def all(self, query: LiteralString, values: Any = None) -> list[TupleRow]:
        return await (await self.execute(query, values)).fetchall()

    async def copy_rows(self, into: LiteralString, rows: Iterable[Sequence[Any]]) -> None:
        """Write many rows at once; `into` is a table with its columns, as in `vote (listing_id, account_id)`."""
        async with self.cursor() as cursor, cursor.copy(f"copy {into} from stdin") as copy:
            for row in rows:
                await copy.write_row(row)


def changes(db: Connection, *tags: str) -> None:
    """Say which cached answers this transaction makes stale; they are forgotten when it commits."""
    db.changed.update(tags)


class Database:
    """All access to PostgreSQL of one process."""

    def __init__(self, conninfo: str, *, size: int = 8, forget: Callable[[frozenset[str]], None]) -> None:
        self.conninfo = conninfo
        self._forget = forget
        self._pool = AsyncConnectionPool(
            conninfo,
            connection_class=Connection,
            min_size=2,
            max_size=size,
            max_waiting=MOST_WAITING,
            open=False,
            timeout=5,
            reconnect_timeout=CONNECT_SECONDS,  # the pauses in between grow for ever otherwise
            kwargs={"autocommit": True, "application_name": "showground", "connect_timeout": CONNECT_SECONDS},
            configure=_configure,
            check=None,
        )

    async def __aenter__(self) -> Self:
        try:
            await self._pool.open(wait=True, timeout=10)
        except BaseException:
            await self._pool.close()  # stopped while opening, it would go on connecting, and its tasks never end
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._pool.close()

    @asynccontextmanager
    async def reading(self, *, snapshot: bool = False) -> AsyncGenerator[Connection]:
        """A connection for one statement; with `snapshot`, for several that see the same state."""
        async with self._take() as db:
            if not snapshot:
                yield db
                return
            async with db.transaction():
                await db.execute("set transaction isolation level repeatable read, read only")
                yield db

    @asynccontextmanager
    async def transaction(self) -> AsyncGenerator[Connection]:
        """One transaction; what it changed is told to every process with the commit, and to this one at once."""
        async with self._take() as db:
            db.changed.clear()
            async with db.transaction():
                yield db
                tags = frozenset(db.changed)
                for payload in _payloads(tags):
                    await db.execute("select pg_notify(%s, %s)", (CHANGED, payload))
            if tags:
                self._forget(tags)

    @asynccontextmanager
    async def _take(self) -> AsyncGenerator[Connection]:
        try:
            async with self._pool.connection() as db:
                db.hurried = True
                yield db
        except (PoolTimeout, TooManyRequests) as error:
            raise Unavailable("The database is busy; try again shortly.") from error
        except (psycopg.OperationalError, psycopg.InterfaceError) as error:
            raise Unavailable("The database does not answer at the moment; try again shortly.") from error


async def _configure(db: Connection) -> None:
    """Answers within bounds; plans for short queries on disks without heads, which are worth no compiling; and no more
    words that wait to be indexed than a search can look through in passing."""
    await db.execute(
        f"set statement_timeout = '{STATEMENT_SECONDS}s'; set timezone = 'UTC'; set random_page_cost = 1.1; set jit = off;"
        "set gin_pending_list_limit = '64kB'"
    )


def _payloads(tags: frozenset[str]) -> list[str]:
    text = "\n".join(sorted(tags))
    if not tags:
        return []
    return [text] if len(text.encode()) <= NOTIFY_BYTES else [EVERYTHING]


async def listen(
    conninfo: str,
    heard: Callable[[frozenset[str]], None],
    lost: Callable[[], None],
    pause: Callable[[], Awaitable[None]],
) -> None:
    """Tell `heard` what other processes changed, for ever; after any gap everything counts as changed."""
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(
                conninfo, autocommit=True, connect_timeout=CONNECT_SECONDS
            ) as db:
                await db.execute(f"listen {CHANGED}")
                lost()
                async for note in db.notifies():
                    if note.payload == EVERYTHING:
                        lost()
                    else:
                        heard(frozenset(note.payload.split("\n")))
        except psycopg.OperationalError:
            lost()
            await pause()
