"""SQL on where views of listings come from, by day."""

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from showground.core.database.pool import Connection


class DaySource(NamedTuple):
    """How often a source of this kind and name was counted for a listing on a day."""

    listing: int
    day: date
    kind: str
    name: str
    times: int


class CountedSource(NamedTuple):
    """A source of some days, and how often all sources of its kind were counted."""

    kind: str
    name: str
    times: int
    total: int


async def find_names(db: Connection, days: Iterable[tuple[int, date]]) -> dict[tuple[int, date, str], set[str]]:
    """The names that are counted already, by listing, day and kind."""
    listings, dates = zip(*days, strict=True)
    rows = await db.all(
        """
        select t.listing_id, t.day, t.kind, t.name from unnest(%s::bigint[], %s::date[]) as n (listing_id, day)
        join traffic_day t on t.listing_id = n.listing_id and t.day = n.day
        """,
        (list(listings), list(dates)),
    )
    found: dict[tuple[int, date, str], set[str]] = {}
    for listing, day, kind, name in rows:
        found.setdefault((listing, day, kind), set()).add(name)
    return found


async def add_sources(db: Connection, sources: Iterable[DaySource]) -> None:
    """Add to the counts by day. Listings that no longer exist are skipped."""
    listings, days, kinds, names, counts = zip(*sorted(sources), strict=True)
    await db.execute(
        """
        insert into traffic_day (listing_id, day, kind, name, count)
        select listing.id, n.day, n.kind, n.name, n.count
        from unnest(%s::bigint[], %s::date[], %s::text[], %s::text[], %s::int[]) as n (id, day, kind, name, count)
        join listing on listing.id = n.id
        order by 1, 2, 3, 4
        on conflict (listing_id, day, kind, name) do update set count = traffic_day.count + excluded.count
        """,
        (list(listings), list(days), list(kinds), list(names), list(counts)),
    )


async def count_sources(db: Connection, listing: int, since: date, until: date, most: int) -> list[CountedSource]:
    """The most frequent sources of each kind, from this day to that."""
    rows = await db.all(
        """
        select kind, name, count, total from (
            select kind, name, sum(count)::bigint as count, (sum(sum(count)) over (partition by kind))::bigint as total,
                row_number() over (partition by kind order by sum(count) desc, name) as place
            from traffic_day where listing_id = %s and day between %s and %s group by kind, name
        ) counted
        where place <= %s order by kind, place
        """,
        (listing, since, until, most),
    )
    return [CountedSource(*row) for row in rows]
