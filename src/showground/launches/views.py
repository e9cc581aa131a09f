"""Counts views of listings in memory, once for each visitor and hour, and writes them in batches."""

from collections import Counter
from datetime import UTC, date, datetime

from showground import catalog
from showground.core.database import Database
from showground.launches import rules, store

MOST_SEEN = 200_000  # visitors and listings remembered in an hour; a flood beyond that is not counted


class Views:
    """The views of one process. What a visitor is called stays in memory, and no longer than an hour."""

    def __init__(self) -> None:
        self._hour: datetime | None = None
        self._seen: set[tuple[int, str]] = set()
        self._unwritten: Counter[tuple[int, date]] = Counter()

    def note(self, listing: int, visitor: str, agent: str, now: datetime) -> bool:
        """Note that somebody sees a listing's page; returns whether it counts."""
        hour = now.astimezone(UTC).replace(minute=0, second=0, microsecond=0)
        if hour != self._hour:
            self._hour = hour
            self._seen.clear()
        key = (listing, visitor)
        if key in self._seen or rules.is_bot(agent) or len(self._seen) >= MOST_SEEN:
            return False
        self._seen.add(key)
        self._unwritten[listing, hour.date()] += 1
        return True

    async def write_noted(self, database: Database) -> None:
        """Write what was noted since the last time; what cannot be written now is kept for the next."""
        if not self._unwritten:
            return
        noted, self._unwritten = self._unwritten, Counter()
        totals: Counter[int] = Counter()
        for (listing, _), views in noted.items():
            totals[listing] += views
        try:
            async with database.transaction() as db:
                await catalog.add_views(db, totals)
                await store.add_view_days(db, ((listing, day, views) for (listing, day), views in noted.items()))
        except BaseException:
            self._unwritten.update(noted)
            raise
