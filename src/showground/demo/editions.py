"""The demo's past newsletters."""

from datetime import datetime, timedelta

from showground import launches
from showground.core.database.pool import Connection
from showground.newsletter import rules
from showground.newsletter.queries import editions, sponsors

EDITIONS = 4


async def add_editions(db: Connection, now: datetime) -> None:
    """Add the newsletters of this and the last weeks, and a sponsor of the latest."""
    latest = launches.this_week(now)
    shown: list[launches.RankedLaunch] = []  # in the edition before
    for week in (latest - timedelta(weeks=n) for n in reversed(range(EDITIONS))):
        at = launches.begin_of(week) + timedelta(hours=rules.SEND_HOUR)
        top = await launches.find_ranked(db, week - timedelta(weeks=1), rules.MAX_STORED["top"])
        new = await launches.find_ranked(db, week, rules.MAX_STORED["new"])
        if top or new:
            await editions.add_edition(db, week, at)
            await editions.add_items(db, week, "top", top)
            await editions.add_items(db, week, "new", new)
            await editions.note_written(db, week, at)
            if week == latest and shown:
                await sponsors.add_sponsor(db, shown[-1].listing, week)
            shown = top
