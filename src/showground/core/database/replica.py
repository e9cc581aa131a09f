"""Public reads on a streaming replica, which never return stale data.

A replica is usually a few milliseconds behind the primary. That must not show in two cases: people must see their own
writes, and a cached answer that was dropped because of a change must not be rebuilt from the state before the change.

How it works, with an example: transaction 900 renames the listing `tidewater`. The process hears about it and calls
`note_change(900, {"listing:tidewater"})`. From now on, reads that depend on this tag go to the primary; all others stay
on the replica. Every 20 ms we ask the replica which of the noted transactions it shows. Once it shows 900, we remove
the entry, and reads of `tidewater` go to the replica again. If it stays behind for over a second, or stops responding,
all reads go to the primary until it has recovered.
"""

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
from showground.core.languages import Text

T = TypeVar("T")
Pool = AsyncConnectionPool[Connection]

MAX_LAG = 1.0  # seconds behind, after which the replica is not used until it has caught up
CHECK_SECONDS = 1.0  # between checks while nothing changes; also the timeout of a check
CHECK_AGAIN_SECONDS = 0.02  # between checks while it is behind
CONNECT_SECONDS = 2
LEND_SECONDS = 0.25  # timeout for a pooled connection; after that, read on the primary
MAX_CHANGES = 10_000  # pending changes to remember while it is far behind

# Which of these transactions does the replica show? A replica's snapshots don't list running transactions, so we ask
# for the status of each one.
SHOWN = """
    select array(
        select xid::bigint from unnest(%s::text[]) xid where case
            when xid::xid8 < pg_snapshot_xmax(pg_current_snapshot()) then pg_xact_status(xid::xid8) = 'committed'
        end
    ), pg_snapshot_xmin(pg_current_snapshot())::text::bigint
"""

log = logging.getLogger(__name__)


class ReplicaBehind(Exception):
    """The replica can't serve this read now; use the primary."""


class Replica:
    """A streaming replica, with the changes that it does not show yet.

    For every commit that changes public data, `note_change` receives the transaction's number and the tags of the
    cached answers it invalidated. Reads with one of these tags go to the primary until the replica shows the commit.
    """

    def __init__(self, conninfo: str, *, size: int = 8) -> None:
        self._conninfo = make_conninfo(conninfo, connect_timeout=CONNECT_SECONDS, **KEEP_ALIVE)
        self._size = size
        self._waiting: dict[int, tuple[frozenset[str], float]] = {}  # changes it does not show yet, oldest first
        self._shown_below = 0  # it shows every transaction with a lower number
        self._listening = False  # whether we receive notifications of changes
        self._pool: Pool | None = None
        self._lost: asyncio.Future[None] | None = None  # resolved when it stops responding; None while not used
        self._wake = asyncio.Event()
        self._ending: set[asyncio.Task[Any]] = set()

    @property
    def usable(self) -> bool:
        """Whether it responds and is not too far behind."""
        return self._lost is not None and self._listening

    def note_change(self, xid: int, tags: frozenset[str]) -> None:
        """Don't serve reads with these tags here until the replica shows this transaction."""
        if len(self._waiting) >= MAX_CHANGES:
            newest = islice(self._waiting.items(), MAX_CHANGES - MAX_CHANGES // 10, None)
            self._waiting = {old: (frozenset((EVERYTHING,)), since) for old, (_, since) in newest}
        self._waiting[xid] = (tags, time.monotonic())
        self._wake.set()

    def note_gap(self, xid: int) -> None:
        """We may have missed notifications of changes, all of them before this transaction."""
        self._listening = True
        self.note_change(xid, frozenset((EVERYTHING,)))

    async def read(
        self,
        work: Callable[[Connection], Awaitable[T]],
        *,
        snapshot: bool,
        tags: tuple[str, ...],
        last_write_xid: int | None,
    ) -> T:
        """Run `work` on the replica. Raises ReplicaBehind if the primary must do it.

        `tags`: what the answer depends on. `last_write_xid`: the number of the reader's own last transaction.
        """
        pool, lost = self._pool, self._lost
        if pool is None or lost is None or not self._listening or self._waits_for(tags):
            raise ReplicaBehind
        reading = asyncio.create_task(self._read(pool, work, snapshot, last_write_xid))
        try:
            await asyncio.wait((reading, lost), return_when=asyncio.FIRST_COMPLETED)
        except asyncio.CancelledError:
            self._end(reading)
            raise
        if reading.done():
            return reading.result()
        self._end(reading)
        raise ReplicaBehind

    async def _read(
        self, pool: Pool, work: Callable[[Connection], Awaitable[T]], snapshot: bool, last_write_xid: int | None
    ) -> T:
        try:
            async with pool.connection(timeout=LEND_SECONDS) as db:
                if last_write_xid is not None and not await self._shows(db, last_write_xid):
                    raise ReplicaBehind
                async with ready_to_read(db, snapshot=snapshot):
                    return await work(db)
        except psycopg.errors.QueryCanceled as error:  # a query that takes so long does so on the primary too
            raise Unavailable(Text("The database is not responding. Try again in a few seconds.")) from error
        except (psycopg.OperationalError, psycopg.InterfaceError) as error:
            self._stop_using()  # until the next check, which follows immediately
            raise ReplicaBehind from error

    async def follow(self) -> None:
        """Check forever whether the replica responds and which changes it shows; reconnect if it is lost."""
        try:
            while True:
                pool = make_pool(self._conninfo, self._size)
                try:
                    await pool.open(wait=True, timeout=CONNECT_SECONDS)
                    self._pool, self._shown_below = pool, 0
                    async with pool.connection() as db:
                        while True:
                            await self._check(db)
                            await self._wait()
                except (psycopg.Error, OSError) as error:
                    if self._pool is not None:
                        log.warning("The replica does not respond (%s); using the primary.", type(error).__name__)
                finally:
                    self._stop_using()
                    self._pool = None
                    self._end(asyncio.create_task(pool.close()), at_once=False)
                await asyncio.sleep(CHECK_SECONDS / 2)
        finally:
            await asyncio.gather(*self._ending, return_exceptions=True)

    async def _check(self, db: Connection) -> None:
        checking = asyncio.create_task(self._find_shown(db, list(self._waiting)))
        try:
            await asyncio.wait((checking,), timeout=CHECK_SECONDS)
            if not checking.done():
                self._stop_using()
            shown = await checking
        finally:
            checking.cancel()
        for xid in shown:
            self._waiting.pop(xid, None)
        if self._lag() > MAX_LAG:
            self._stop_using()
        elif self._lost is None:
            self._lost = asyncio.get_running_loop().create_future()

    async def _shows(self, db: Connection, xid: int) -> bool:
        return xid < self._shown_below or bool(await self._find_shown(db, [xid]))

    async def _find_shown(self, db: Connection, xids: list[int]) -> list[int]:
        """Which of these transactions the replica shows."""
        row = await db.one(SHOWN, ([str(xid) for xid in xids],))
        shown, below = row or ([], 0)
        self._shown_below = max(self._shown_below, below)
        return shown

    async def _wait(self) -> None:
        if self._waiting:
            await asyncio.sleep(CHECK_AGAIN_SECONDS if self.usable else CHECK_AGAIN_SECONDS * 10)
            return
        self._wake.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(CHECK_SECONDS):
                await self._wake.wait()

    def _waits_for(self, tags: tuple[str, ...]) -> bool:
        return any(EVERYTHING in changed or not changed.isdisjoint(tags) for changed, _ in self._waiting.values())

    def _lag(self) -> float:
        """How many seconds the oldest pending change has been missing on the replica."""
        _, since = next(iter(self._waiting.values()), (None, time.monotonic()))
        return time.monotonic() - since

    def _stop_using(self) -> None:
        if self._lost is not None:
            self._lost.set_result(None)
            self._lost = None
        self._wake.set()

    def _end(self, task: asyncio.Task[Any], *, at_once: bool = True) -> None:
        """Wait for the task in the background: if the server hangs, cancelling takes a while, and the reader must not
        wait for it."""
        if at_once:
            task.cancel()
        self._ending.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._ending.discard(task)
        if not task.cancelled():
            task.exception()  # retrieve it, or Python prints a warning


async def note_write(db: Connection, *accounts: int) -> None:
    """Record this transaction as the last write of these accounts. Run it as the last statement: it locks their rows in
    `last_write`, and other writes of these accounts wait for that."""
    await db.execute(
        """
        insert into last_write (account_id, xid)
        select id, pg_current_xact_id() from account where id = any(%s) order by id
        on conflict (account_id) do update set xid = excluded.xid
        """,
        (list(accounts),),
    )
