"""Recounts listings whose votes or follows changed. Totals are always counted from the rows, never adjusted by one, so
they are exact."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import date, datetime

from showground.core.database.pool import Connection
from showground.launches import rules
from showground.launches.queries import launches
from showground.listings import public_profiles


async def find_uncounted(db: Connection, most: int) -> list[int]:
    """Listings to recount, because the process that wrote their votes was killed or has not counted them yet."""
    rows = await db.all("select distinct listing_id from uncounted_listing order by 1 limit %s", (most,))
    return [listing for (listing,) in rows]


async def try_count(db: Connection, listings: Sequence[int]) -> list[int]:
    """Count those of these listings that nobody else is changing now; returns them."""
    rows = await db.all(
        "select id from listing where id = any(%s) order by id for no key update skip locked", (list(listings),)
    )
    free = [listing for (listing,) in rows]
    await _count_locked(db, free)
    return free


async def count(db: Connection, listings: Sequence[int]) -> None:
    """Count these listings, waiting for transactions that are changing one."""
    await public_profiles.lock(db, list(listings))
    await _count_locked(db, listings)


async def _count_locked(db: Connection, listings: Sequence[int]) -> None:
    """Count the noted changes, each for its own week. If another process has counted a listing in the meantime, it had
    the listing locked and counted all votes noted until then."""
    rows = await db.all(
        "delete from uncounted_listing where listing_id = any(%s) returning listing_id, at", (list(listings),)
    )
    weeks: defaultdict[date, dict[int, datetime]] = defaultdict(dict)
    for listing, at in rows:
        weeks[rules.this_week(at)][listing] = at
    for _, changed in sorted(weeks.items()):
        await launches.recount(db, sorted(changed), max(changed.values()))


async def find_totals(db: Connection, listings: Sequence[int]) -> dict[int, tuple[int, int]]:
    """Votes and followers of these listings as they were last counted."""
    rows = await db.all("select id, votes, followers from listing where id = any(%s)", (list(listings),))
    return {listing: (votes, followers) for listing, votes, followers in rows}


async def find_written(db: Connection, listing: int) -> tuple[int, int]:
    """Votes and followers of a listing, counted from its rows now."""
    row = await db.one(
        """
        select (select count(*) from vote where listing_id = %(listing)s and discounted is null),
            (select count(*) from follow where listing_id = %(listing)s)
        """,
        {"listing": listing},
    )
    return (row[0], row[1]) if row else (0, 0)
