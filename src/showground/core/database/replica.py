"""Public reads on a streaming replica: never older than what a kept answer or the reader's own writes may be."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import islice
from typing import Any, TypeVar

import psycopg
from psycopg.conninfo import make_conninfo
from psycopg_pool import AsyncConnectionPool

from showground.core.calls.errors import Unavailable
from showground.core.database.pool import EVERYTHING, KEEP_ALIVE, Connection, make_pool, ready_to_read

T = TypeVar("T")
Pool = AsyncConnectionPool[Connection]

MAX_LAG = 1.0  # seconds that a change may be missing on it; then nobody reads there until it has caught up
LOOK_SECONDS = 1.0  # between looks while nothing changes; also how long it may take to answer one
LOOK_AGAIN_SECONDS = 0.02  # while it is a moment behind
CONNECT_SECONDS = 2
LEND_SECONDS = 0.25  # for a free connection; the primary has others
MAX_CHANGES = 10_000  # remembered at once, while it is far behind

# The list of transactions under way is empty in a replica's snapshots, so that each has to be asked for.
SHOWN = """
    select array(
        select mark::bigint from unnest(%s::text[]) mark where case
            when mark::xid8 < pg_snapshot_xmax(pg_current_snapshot()) then pg_xact_status(mark::xid8) = 'committed'
        end
    ), pg_snapshot_xmin(pg_current_snapshot())::text::bigint
"""

log = logging.getLogger(__name__)


class ReplicaBehind(Exception):
    """The replica cannot answer this now; the primary does."""


class Replica:
    """A copy of the database that follows it by itself, some milliseconds behind.

    Every commit that changes what the public sees has a number, which `note_change` is told together with the cached
    answers that it made stale. Until the replica shows that commit, whatever depends on it is read on the primary: so
    an answer that is made after it was forgotten is never made from the old state.
    """

    def __init__(self, conninfo: str, *, size: int = 8) -> None:
        self._conninfo = make_conninfo(conninfo, connect_timeout=CONNECT_SECONDS, **KEEP_ALIVE)
        self._size = size
        self._waiting: dict[int, tuple[frozenset[str], float]] = {}  # changes it does not show yet, the oldest first
        self._shown_below = 0  # it shows every transaction with a lower number
        self._told = False  # whether we hear of changes
        self._pool: Pool | None = None
        self._gone: asyncio.Future[None] | None = None  # done when it stops to answer; None while nobody reads there
        self._wake = asyncio.Event()
        self._ending: set[asyncio.Task[Any]] = set()

    @property
    def usable(self) -> bool:
        """Whether it answers and is not far behind."""
        return self._gone is not None and self._told

    def note_change(self, xid: int, tags: frozenset[str]) -> None:
        """Before such answers are read here, wait for this transaction."""
        if len(self._waiting) >= MAX_CHANGES:
            newest = islice(self._waiting.items(), MAX_CHANGES - MAX_CHANGES // 10, None)
            self._waiting = {mark: (frozenset((EVERYTHING,)), since) for mark, (_, since) in newest}
        self._waiting[xid] = (tags, time.monotonic())
        self._wake.set()

    def note_gap(self, xid: int) -> None:
        """Changes may have gone unheard, all before this transaction."""
        self._told = True
        self.note_change(xid, frozenset((EVERYTHING,)))

    async def read(
        self, work: Callable[[Connection], Awaitable[T]], *, snapshot: bool, tags: tuple[str, ...], wrote: int | None
    ) -> T:
        """Do `work` here. Raises ReplicaBehind where the primary has to.

        `tags`: what the answer depends on. `wrote`: the reader's own last transaction.
        """
        pool, gone = self._pool, self._gone
        if pool is None or gone is None or not self._told or self._waits_for(tags):
            raise ReplicaBehind
        reading = asyncio.create_task(self._read(pool, work, snapshot, wrote))
        try:
            await asyncio.wait((reading, gone), return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            self._end(reading)
            raise
        if reading.done():
            return reading.result()
        self._end(reading)
        raise ReplicaBehind

    async def _read(
        self, pool: Pool, work: Callable[[Connection], Awaitable[T]], snapshot: bool, wrote: int | None
    ) -> T:
        try:
            async with pool.connection(timeout=LEND_SECONDS) as db:
                if wrote is not None and wrote >= self._shown_below and not await self._look_for(db, [wrote]):
                    raise ReplicaBehind
                async with ready_to_read(db, snapshot=snapshot):
                    return await work(db)
        except psycopg.errors.QueryCanceled as error:  # a query that takes so long does so on the primary too
            raise Unavailable("The database is not responding. Try again in a few seconds.") from error
        except (psycopg.OperationalError, psycopg.InterfaceError) as error:
            self._lose()  # until the next look, which is at once
            raise ReplicaBehind from error

    async def follow(self) -> None:
        """Look after it, for ever: whether it answers, and what it shows already."""
        try:
            while True:
                pool = make_pool(self._conninfo, self._size)
                try:
                    await pool.open(wait=True, timeout=CONNECT_SECONDS)
                    self._pool, self._shown_below = pool, 0
                    async with pool.connection() as db:
                        while True:
                            await self._look(db)
                            await self._rest()
                except (psycopg.Error, OSError) as error:
                    if self._pool is not None:
                        log.warning("The replica does not answer (%s); the primary does.", type(error).__name__)
                finally:
                    self._lose()
                    self._pool = None
                    self._end(asyncio.create_task(pool.close()), at_once=False)
                await asyncio.sleep(LOOK_SECONDS / 2)
        finally:
            await asyncio.gather(*self._ending, return_exceptions=True)

    async def _look(self, db: Connection) -> None:
        looking = asyncio.create_task(self._look_for(db, list(self._waiting)))
        try:
            await asyncio.wait((looking,), timeout=LOOK_SECONDS)
            if not looking.done():
                self._lose()
            shown = await looking
        finally:
            looking.cancel()
        for xid in shown:
            self._waiting.pop(xid, None)
        if self._lag() > MAX_LAG:
            self._lose()
        elif self._gone is None:
            self._gone = asyncio.get_running_loop().create_future()

    async def _look_for(self, db: Connection, xids: list[int]) -> list[int]:
        """Which of these transactions it shows."""
        row = await db.one(SHOWN, ([str(xid) for xid in xids],))
        shown, below = row or ([], 0)
        self._shown_below = max(self._shown_below, below)
        return shown

    async def _rest(self) -> None:
        if self._waiting:
            await asyncio.sleep(LOOK_AGAIN_SECONDS if self.usable else LOOK_AGAIN_SECONDS * 10)
            return
        self._wake.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(LOOK_SECONDS):
                await self._wake.wait()

    def _waits_for(self, tags: tuple[str, ...]) -> bool:
        return any(EVERYTHING in changed or not changed.isdisjoint(tags) for changed, _ in self._waiting.values())

    def _lag(self) -> float:
        """For how many seconds it has not shown what is committed."""
        _, since = next(iter(self._waiting.values()), (None, time.monotonic()))
        return time.monotonic() - since

    def _lose(self) -> None:
        if self._gone is not None:
            self._gone.set_result(None)
            self._gone = None
        self._wake.set()

    def _end(self, task: asyncio.Task[Any], *, at_once: bool = True) -> None:
        """Beside the reader: a server that is stuck takes its time to be let go."""
        if at_once:
            task.cancel()
        self._ending.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._ending.discard(task)
        if not task.cancelled():
            task.exception()  # looked at, or Python prints it


async def note_write(db: Connection, account: int) -> None:
    """Remember this transaction as the account's last one; the last statement, so that others wait for it briefly."""
    await db.execute(
        """
        insert into last_write (account_id, xid) select id, pg_current_xact_id() from account where id = %s
        on conflict (account_id) do update set xid = excluded.xid
        """,
        (account,),
    )
