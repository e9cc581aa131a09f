"""SQL on a listing's numbers by day."""

from collections.abc import Iterable
from datetime import date

from showground.core.database.pool import Connection


async def count_days(db: Connection, listing: int, since: date, until: date) -> list[tuple[date, int, int, int, int]]:
    """Views, clicks, votes that count and new followers of every day."""
    rows = await db.all(
        """
        select day::date,
            coalesce((select views from view_day v where v.listing_id = %(id)s and v.day = d.day::date), 0),
            coalesce((select clicks from click_day c where c.listing_id = %(id)s and c.day = d.day::date), 0),
            (select count(*) from vote where listing_id = %(id)s and discounted is null
                and at >= d.day at time zone 'UTC' and at < (d.day + interval '1 day') at time zone 'UTC'),
            (select count(*) from follow where listing_id = %(id)s
                and at >= d.day at time zone 'UTC' and at < (d.day + interval '1 day') at time zone 'UTC')
        from generate_series(%(since)s::timestamp, %(until)s::timestamp, interval '1 day') as d (day) order by 1
        """,
        {"id": listing, "since": since, "until": until},
    )
    return [(day, views, clicks, votes, followers) for day, views, clicks, votes, followers in rows]


async def add_days(db: Connection, days: Iterable[tuple[int, date, int, int]]) -> None:
    """Add the views and clicks of days that have none yet: listing, day, views and clicks."""
    rows = list(days)
    await db.copy_rows("view_day (listing_id, day, views)", ((n, day, views) for n, day, views, _ in rows))
    await db.copy_rows("click_day (listing_id, day, clicks)", ((n, day, clicks) for n, day, _, clicks in rows))


async def add_click(db: Connection, slug: str, day: date) -> None:
    """Count that somebody went from a public listing to its website."""
    await db.execute(
        """
        insert into click_day (listing_id, day, clicks) select listing_id, %s, 1 from public_profile where slug = %s
        on conflict (listing_id, day) do update set clicks = click_day.clicks + 1
        """,
        (day, slug),
    )
