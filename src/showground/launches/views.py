"""Counts views of listings in memory, once for each visitor and hour, and writes them in batches."""

from collections import Counter
from datetime import UTC, date, datetime

from showground.core.calls.rate_limits import network_of
from showground.core.database.database import Database
from showground.launches import rules
from showground.launches.queries import launches
from showground.listings import counts

HOUR = 3_600.0  # seconds
MAX_SEEN = 200_000  # visitors and listings remembered in an hour; a flood beyond that is not counted


class Views:
    """The views of one process. What a visitor is called stays in memory, and no longer than an hour."""

    def __init__(self) -> None:
        self._hour = 0
        self._seen: set[tuple[str, str]] = set()
        self._unwritten: Counter[tuple[str, date]] = Counter()

    def note(self, listing: str, visitor: str, agent: str, at: float) -> bool:
        """Note that somebody sees the page of the listing of this slug; returns whether it counts."""
        hour = int(at // HOUR)
        if hour != self._hour:
            self._hour = hour
            self._seen.clear()
        key = (listing, network_of(visitor))
        if key in self._seen or rules.is_bot(agent) or len(self._seen) >= MAX_SEEN:
            return False
        self._seen.add(key)
        self._unwritten[listing, datetime.fromtimestamp(at, UTC).date()] += 1
        return True

    async def write_noted(self, database: Database) -> None:
        """Write what was noted since the last time; what cannot be written now is kept for the next."""
        if not self._unwritten:
            return
        noted, self._unwritten = self._unwritten, Counter()
        try:
            async with database.transaction() as db:
                numbers = await counts.find_numbers(db, {slug for slug, _ in noted})
                totals: Counter[int] = Counter()
                days: list[tuple[int, date, int]] = []
                for (slug, day), views in noted.items():
                    if number := numbers.get(slug):
                        totals[number] += views
                        days.append((number, day, views))
                if days:
                    await counts.add_views(db, totals)
                    await launches.add_view_days(db, days)
        except BaseException:
            self._unwritten.update(noted)
            raise
