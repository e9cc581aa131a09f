"""SQL on awards, which are fixed once their week has ended."""

from datetime import date, datetime

from psycopg import sql

from showground.core.calls.paging import Paged
from showground.core.database.pool import Connection, changes
from showground.launches import rules
from showground.launches.models import AwardHead
from showground.launches.queries import recounts
from showground.launches.queries.leaderboards import RankedPage
from showground.launches.queries.vote_ledger import lock_votes
from showground.launches.rules import WeekVotes

ASKED_LISTING = """
coalesce(
    (select listing_id from public_profile where slug = %(slug)s),
    (select listing_id from listing_former_slug f join public_profile using (listing_id) where f.slug = %(slug)s)
)
"""


async def find_unclosed_week(db: Connection, before: date) -> date | None:
    """The oldest week with launches that has ended and whose awards are not fixed."""
    row = await db.one(
        """
        select week from (select distinct week from launch where week < %s) ended
        where week not in (select week from fixed_week) order by week limit 1
        """,
        (before,),
    )
    return row[0] if row else None


async def close_week(db: Connection, week: date, at: datetime) -> bool:
    """Fix the places and awards of a week that has ended. If two calls run at once, the second waits and does nothing.

    Returns whether this call fixed them.
    """
    await lock_votes(db)  # waits for votes of the last second
    first = await db.one(
        "insert into fixed_week (week, fixed_at) values (%s, %s) on conflict do nothing returning true", (week, at)
    )
    if not first:
        return False
    launched = [n for (n,) in await db.all("select listing_id from launch where week = %s order by 1", (week,))]
    await recounts.count(db, launched)
    rows = await db.all(
        """
        select launch.listing_id, launch.votes, launch.reached_at, p.name
        from launch join public_listing p on p.id = launch.listing_id and p.status = 'live'
        where launch.week = %s
        """,
        (week,),
    )
    names = {listing: name for listing, _, _, name in rows}
    ranked = rules.rank(WeekVotes(listing, votes, reached) for listing, votes, reached, _ in rows)
    await db.execute(
        """
        update launch set place = n.place from unnest(%s::bigint[]) with ordinality as n (listing_id, place)
        where launch.listing_id = n.listing_id and launch.week = %s
        """,
        ([s.listing for s in ranked], week),
    )
    await db.copy_rows(
        "award (week, place, listing_id, votes, fixed_at, name)",
        (
            (week, place, winner.listing, winner.votes, at, names[winner.listing])
            for place, winner in enumerate(rules.winners(ranked), 1)
        ),
    )
    changes(db, "awards", "launches")
    return True


async def find_winners(db: Connection, week: date) -> list[tuple[int, int, int, str]]:
    """The awards of a week: place, listing, votes and name."""
    rows = await db.all("select place, listing_id, votes, name from award where week = %s order by place", (week,))
    return [(place, listing, votes, name) for place, listing, votes, name in rows]


async def find_awards(db: Connection, listing: str | None, asked: Paged) -> RankedPage[AwardHead] | None:
    """Awards, newest week first: all, or those of the public listing that has or had this slug; None if there
    is no such listing."""
    statement = sql.SQL(
        """
        with matching as not materialized (select week, place, votes, name, listing_id from award {wanted})
        select total.n, {known}, page.week, page.place, page.votes, page.name, summary
        from (select count(*) as n from matching) total
        left join (
            select * from matching order by week desc, place limit %(limit)s offset %(offset)s
        ) page on true
        left join public_profile on public_profile.listing_id = page.listing_id
        order by page.week desc, page.place
        """
    ).format(
        wanted=sql.SQL("" if listing is None else f"where listing_id = {ASKED_LISTING}"),
        known=sql.SQL("true" if listing is None else f"{ASKED_LISTING} is not null"),
    )
    values = {"slug": listing, "limit": asked.per_page, "offset": asked.offset}
    rows = await (await db.execute(statement, values)).fetchall()
    total, known = rows[0][:2]
    if not known:
        return None
    return RankedPage(
        [
            (AwardHead(week=week, place=place, title=f"Launch of the Week #{place}", votes=votes, name=name), text)
            for _, _, week, place, votes, name, text in rows
            if week is not None
        ],
        total,
    )


async def forget_empty_weeks(db: Connection) -> None:
    """Delete the ended weeks that have no launches any more."""
    await db.execute("delete from fixed_week where not exists (select from launch where launch.week = fixed_week.week)")
