"""Totals of jobs, fetches and drafts of all processes. Stored in the database, because workers serve no /metrics."""

from psycopg import sql

from showground.core.database.database import Database
from showground.core.database.pool import Connection
from showground.core.metrics import Metrics

KINDS = ("jobs", "fetches", "drafts")
Flat = dict[tuple[str, ...], float]
ADD = sql.SQL("insert into work_tally as kept values (%s, %s) on conflict (key) do update set n = kept.n + excluded.n")


class Work:
    """What this process has counted, and how much of it is already stored."""

    def __init__(self, meter: Metrics) -> None:
        self._meter = meter
        self._written: Flat = {}

    async def write(self, database: Database) -> None:
        """Store new counts. What cannot be written now is stored next time."""
        counted = _flatten(self._meter)
        new = [(list(key), n - known) for key, n in sorted(counted.items()) if n > (known := self._written.get(key, 0))]
        if new:
            async with database.transaction() as db, db.cursor() as cursor:
                await cursor.executemany(ADD, new)  # in order, to prevent deadlocks
            self._written = counted


async def read_work(db: Connection) -> Metrics:
    """The totals of all processes."""
    meter = Metrics()
    for (kind, *key), n in await db.all("select key, n from work_tally"):
        if kind == "count":
            meter.counts[tuple(key)] = int(n)
        elif kind == "seconds":
            meter.seconds[tuple(key)] = n
        else:
            meter.times[tuple(key[1:]), int(key[0])] = int(n)
    return meter


def _flatten(meter: Metrics) -> Flat:
    flat: Flat = {("count", *key): n for key, n in meter.counts.items() if key[0] in KINDS}
    flat |= {("time", str(place), *key): n for (key, place), n in meter.times.items() if key[0] in KINDS}
    return flat | {("seconds", *key): n for key, n in meter.seconds.items() if key[0] in KINDS}
