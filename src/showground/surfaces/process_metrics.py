"""Metrics of this process: for /metrics, for its siblings, and by minute for the health page."""

import asyncio
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from showground.core.cache import Cache
from showground.core.calls.context import Clock
from showground.core.calls.errors import Unavailable
from showground.core.database.database import Database
from showground.core.metrics import BOUNDS, Metrics
from showground.surfaces.access_log import AccessLog
from showground.surfaces.edge import Edge
from showground.surfaces.metrics import DatabaseMetrics, write_metrics
from showground.surfaces.metrics_aggregate import Figures, Measured, measure_memory
from showground.upkeep import Doings, Work, note_minute, read_state, read_work

KNOWN_SECONDS = 5.0  # for which the database's answer is reused
ANSWER_SECONDS = 2.0  # the database's time to answer; Prometheus may stop waiting for us after 5
SECOND = BOUNDS.index(1.0)


@dataclass(frozen=True, slots=True)
class _Totals:
    requests: int = 0
    failed: int = 0
    slow: int = 0
    seconds: float = 0.0


class Watch:
    """Measures the parts of one web process."""

    def __init__(
        self,
        meter: Metrics,
        access_log: AccessLog,
        edge: Edge,
        cache: Cache,
        database: Database,
        clock: Clock,
        folder: Path | None,
    ) -> None:
        self._meter = meter
        self._access_log = access_log
        self._edge = edge
        self._cache = cache
        self._database = database
        self._clock = clock
        self._figures = Figures(meter, self._measure, folder)
        self._told = _Totals()
        self._work = Work(meter)
        self._known: DatabaseMetrics | None = None
        self._known_until = float("-inf")
        self._asking: asyncio.Task[None] | None = None

    async def metrics(self) -> bytes:
        self._access_log.settle()
        return write_metrics(self._figures.gather(), await self._find_known())

    async def publish(self) -> None:
        """Share the metrics with siblings, if there are any."""
        self._access_log.settle()
        self._figures.publish()

    async def note_minute(self) -> None:
        """Add what happened since the last time to this minute."""
        self._access_log.settle()
        now, told = self._add_up(), self._told
        done = Doings(
            requests=now.requests - told.requests,
            failed=now.failed - told.failed,
            slow=now.slow - told.slow,
            seconds=now.seconds - told.seconds,
            memory_bytes=measure_memory(),
        )
        async with self._database.transaction() as db:
            await note_minute(db, self._clock(), done, await read_state(db, self._clock()))
        self._told = now

    async def _find_known(self) -> DatabaseMetrics | None:
        """Metrics from the database; None while it does not answer. A question that takes too long goes on, and all
        who ask meanwhile share it."""
        if monotonic() > self._known_until:
            if self._asking is None or self._asking.done():
                self._asking = asyncio.create_task(self._ask())
            done, _ = await asyncio.wait([self._asking], timeout=ANSWER_SECONDS)
            if not done:
                return None
            await self._asking  # raises what went wrong
        return self._known

    async def _ask(self) -> None:
        try:
            await self._work.write(self._database)
            async with self._database.reading(snapshot=True) as db:
                self._known = DatabaseMetrics(await read_state(db, self._clock()), await read_work(db))
        except Unavailable:
            self._known = None
        self._known_until = monotonic() + KNOWN_SECONDS

    async def write_work(self) -> None:
        """Store this process's totals of jobs, fetches and drafts."""
        await self._work.write(self._database)

    def _add_up(self) -> _Totals:
        requests = [(key, n) for key, n in self._meter.counts.items() if key[0] == "requests"]
        times = [(place, n) for (key, place), n in self._meter.times.items() if key[0] == "requests"]
        return _Totals(
            requests=sum(n for _, n in requests),
            failed=sum(n for key, n in requests if key[4] >= "500"),
            slow=sum(n for place, n in times if place > SECOND),
            seconds=sum(seconds for key, seconds in self._meter.seconds.items() if key[0] == "requests"),
        )

    def _measure(self) -> Measured:
        pool, made = self._database.stats(), self._edge.asked
        answered = self._add_up().requests
        return Measured(
            sums={
                "answers_kept": max(answered - made, 0),
                "answers_made": made,
                "pool_requests": pool.get("requests_num", 0),
                "pool_queued": pool.get("requests_queued", 0),
                "pool_wait_seconds": pool.get("requests_wait_ms", 0) / 1000,
                "pool_errors": pool.get("requests_errors", 0),
                "pool_connections_lost": pool.get("connections_lost", 0),
            },
            levels={
                "memory_bytes": measure_memory(),
                "kept_answers": len(self._cache.answers),
                "kept_bytes": self._cache.size,
                "pool_connections": pool.get("pool_size", 0),
                "pool_connections_most": pool.get("pool_max", 0),
                "pool_connections_free": pool.get("pool_available", 0),
                "pool_waiting": pool.get("requests_waiting", 0),
            },
        )
