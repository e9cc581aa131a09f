"""Reads a whole launch week with one statement, which assembles up to a thousand launches in the database."""

from dataclasses import dataclass
from datetime import date

from psycopg import sql

from showground.core.database.pool import Connection
from showground.launches.queries.leaderboards import IS_PLACED, LIVE_IN_WEEK, ORDER
from showground.launches.rules import Phase

# Only the launches that are shown are read. The others are counted in an index.
LAUNCHED = sql.SQL(
    """
    select coalesce(string_agg(
        concat('{{"rank":', coalesce(place, n), ',"votes":', votes, ',"listing":', summary, '}}'), ',' order by n
    ), '') as items, {total} as total
    from (
        select place, votes, summary, row_number() over () as n from (
            select launch.place, launch.votes, summary
            from launch join public_profile p on p.listing_id = launch.listing_id and starts_with(p.counts_as, 'live')
            where launch.week = %(week)s and {is_placed} order by {order} limit %(most)s
        ) ordered
    ) numbered
    """
).format(order=sql.SQL(ORDER), is_placed=sql.SQL(IS_PLACED), total=sql.SQL(LIVE_IN_WEEK))
# No LIMIT here: with one, the planner may walk the launches of all weeks.
SCHEDULED = sql.SQL(
    """
    select coalesce(string_agg(summary, ',' order by id) filter (where n <= %(most)s), '') as scheduled
    from (
        select launch.id, public_profile.summary, row_number() over (order by launch.id) as n
        from launch join public_listing p on p.id = launch.listing_id
        join public_profile on public_profile.listing_id = p.id
        where launch.week = %(week)s and {which}
    ) launch
    """
)
WEEKS: dict[Phase, bytes] = {
    "past": sql.SQL("select items, total, '' from ({}) launched").format(LAUNCHED).as_bytes(),
    "current": sql.SQL("select items, total, scheduled from ({}) launched, ({}) scheduled")
    .format(LAUNCHED, SCHEDULED.format(which=sql.SQL("p.status = 'scheduled'")))
    .as_bytes(),
    "future": sql.SQL("select '', 0, scheduled from ({}) scheduled")
    .format(SCHEDULED.format(which=sql.SQL("true")))
    .as_bytes(),
}


async def find_week(db: Connection, week: date, phase: Phase, most: int) -> tuple[str, int, str]:
    """A week's live launches, ranked; how many there are; and the summaries of those still to come, in the order in
    which they were scheduled. At most `most` of each, as JSON objects separated by commas."""
    found = await db.execute(WEEKS[phase], {"week": week, "most": most})
    [(items, total, scheduled)] = await found.fetchall()
    return items, total, scheduled


@dataclass(frozen=True, slots=True)
class RankedLaunch:
    """A live launch of a week: its votes then, and its award if it has one."""

    listing: int
    votes: int
    award: int | None


async def find_ranked(db: Connection, week: date, most: int, *, scheduled: bool = False) -> list[RankedLaunch]:
    """The live launches of a week, best first; with those that are scheduled for it, if asked for."""
    return await db.all_as(
        RankedLaunch,
        """
        select launch.listing_id as listing, launch.votes, award.place as award
        from launch join public_listing p on p.id = launch.listing_id
        left join award on award.week = launch.week and award.listing_id = launch.listing_id
        where launch.week = %(week)s and (p.status = 'live' or (%(scheduled)s and p.status = 'scheduled'))
        order by launch.place, launch.votes desc, launch.reached_at, launch.listing_id limit %(most)s
        """,
        {"week": week, "most": most, "scheduled": scheduled},
    )
