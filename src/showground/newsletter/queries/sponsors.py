"""SQL on sponsors: one listing in each edition."""

from datetime import date, timedelta

from showground.core.database.pool import Connection

WEEKS_AHEAD = 26


async def add_sponsor(db: Connection, listing: int, first: date) -> date | None:
    """Give a listing the first free edition from this week on; None if all of the next half year are taken."""
    weeks = [first + timedelta(weeks=n) for n in range(WEEKS_AHEAD)]
    row = await db.one(
        """
        insert into newsletter_sponsor (week, listing_id)
        select week, %(listing)s from unnest(%(weeks)s::date[]) as week
        where week not in (select week from newsletter_sponsor) order by week limit 1
        on conflict do nothing returning week
        """,
        {"listing": listing, "weeks": weeks},
    )
    return row[0] if row else None


async def drop_sponsor(db: Connection, week: date, listing: int) -> date | None:
    """Give the place back, unless its edition exists already. Returns the week of the place.

    The place of this week may have been postponed; then the listing gives back the last one that it has.
    """
    row = await db.one(
        """
        delete from newsletter_sponsor where week = (
            select s.week from newsletter_sponsor s
            where listing_id = %(listing)s and s.week >= %(week)s
                and not exists (select from newsletter_edition e where e.week = s.week)
                and (s.week = %(week)s or not exists (
                    select from newsletter_sponsor sent where sent.week = %(week)s and sent.listing_id = %(listing)s))
            order by s.week = %(week)s desc, s.week desc limit 1)
        returning week
        """,
        {"week": week, "listing": listing},
    )
    return row[0] if row else None


async def find_free_week(db: Connection, first: date) -> date | None:
    """The first edition without a sponsor."""
    weeks = [first + timedelta(weeks=n) for n in range(WEEKS_AHEAD)]
    row = await db.one(
        """
        select min(week) from unnest(%s::date[]) as week where week not in (select week from newsletter_sponsor)
        """,
        (weeks,),
    )
    return row[0] if row else None


async def list_weeks(db: Connection, listing: int, first: date) -> list[date]:
    """The editions that a listing sponsors, from this week on."""
    rows = await db.all(
        "select week from newsletter_sponsor where listing_id = %s and week >= %s order by week", (listing, first)
    )
    return [week for (week,) in rows]


async def postpone_sponsor(db: Connection, week: date) -> None:
    """If the sponsor of an edition is not live, give it the next free one instead, however late that is: it is paid.

    If somebody takes that one at the same moment, this fails on the key, with the edition, and the job repeats it.
    """
    await db.execute(
        """
        update newsletter_sponsor s set week = (
            select min(later)::date from generate_series(
                %(week)s::date + 7, (select max(week) from newsletter_sponsor) + 7, interval '7 days') as later
            where not exists (select from newsletter_sponsor taken where taken.week = later::date))
        where week = %(week)s
            and not exists (select from public_listing p where p.id = s.listing_id and p.status = 'live')
        """,
        {"week": week},
    )
