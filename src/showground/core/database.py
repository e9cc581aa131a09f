"""The pool of connections, and the two ways to use one: reading and a transaction."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Any, LiteralString, Self

import psycopg
from psycopg.rows import TupleRow
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from showground.core.failures import Unavailable

CHANGED = "showground_changed"  # the channel on which a commit tells every process what it changed
NOTIFY_BYTES = 7_900  # PostgreSQL takes a payload of less than 8,000
EVERYTHING = "*"


class Connection(psycopg.AsyncConnection[TupleRow]):
    """A connection that remembers which cached answers its transaction made stale."""

    changed: set[str]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.changed = set()

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
            open=False,
            timeout=5,
            reconnect_timeout=4,  # then the next request tries afresh; the pauses in between grow for ever otherwise
            kwargs={"autocommit": True, "application_name": "showground"},
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
                yield db
        except PoolTimeout as error:
            raise Unavailable("The database is busy; try again shortly.") from error
        except (psycopg.OperationalError, psycopg.InterfaceError) as error:
            raise Unavailable("The database does not answer at the moment; try again shortly.") from error


async def _configure(db: Connection) -> None:
    """Answers within bounds; plans for short queries on disks without heads, which are worth no compiling; and no more
    words that wait to be indexed than a search can look through in passing."""
    await db.execute(
        "set statement_timeout = '10s'; set timezone = 'UTC'; set random_page_cost = 1.1; set jit = off;"
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
            async with await psycopg.AsyncConnection.connect(conninfo, autocommit=True) as db:
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
