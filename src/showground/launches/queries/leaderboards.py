"""Reading launches and leaderboards: one statement for each page, summaries as they are stored."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Generic, LiteralString, TypeVar

from psycopg import sql
from pydantic import BaseModel

from showground.core.calls.paging import Paged
from showground.core.database.pool import Connection
from showground.launches.models import BoardMetric, BoardName, BoardPlace, LaunchPlace, Section
from showground.search import public_counts

Head = TypeVar("Head", bound=BaseModel)

# Once the week is fixed, the launches with a place; before that, all live ones. Their order is that of the index
# `launch_places`, so that reading stops at the last one that is shown.
ORDER = "launch.place, launch.votes desc, launch.reached_at, launch.listing_id"
IS_PLACED = "(launch.place is not null or not exists (select from fixed_week where week = %(week)s))"
# The live launches of a week: all, which an index counts, minus the few whose listing is not live.
LIVE_IN_WEEK = """(
    (select count(*) from launch where launch.week = %(week)s and {is_placed})
    - (select count(*) from launch where launch.week = %(week)s and launch.not_live and {is_placed})
)""".replace("{is_placed}", IS_PLACED)  # nosec B608 - a constant
STANDING = sql.SQL(
    """
    select p.id, p.live_at, launch.week, launch.votes, launch.place, launch.reached_at, launch.listing_id
    from launch join public_listing p on p.id = launch.listing_id and p.status = 'live'
    where launch.week = %(week)s and launch.week <= %(this_week)s and {is_placed}
    """
).format(is_placed=sql.SQL(IS_PLACED))
LIVE = """
select id, live_at, launch_week, votes as all_votes, trending, views, followers
from public_listing where status = 'live'
"""
WENT_LIVE_TODAY = """
select p.id, p.live_at, launch.week, launch.votes, launch.reached_at
from public_listing p left join launch on launch.listing_id = p.id and launch.week = %(this_week)s
where p.status = 'live' and p.live_at >= %(today)s and p.live_at < %(tomorrow)s
"""
# Scheduled listings, and live ones that relaunch.
UPCOMING = """
select p.id, p.live_at, launch.week, null::int as votes, launch.id as scheduled
from public_listing p join launch on launch.listing_id = p.id and launch.week = p.launch_week
where p.status = 'scheduled'
union all
select p.id, p.live_at, launch.week, null::int, launch.id
from launch join public_listing p on p.id = launch.listing_id and p.status = 'live'
where launch.week > %(this_week)s
"""
# To number the places of a page, only the rows before it are counted, by an index where there is one.
PAGE = """
with matching as not materialized ({matching})
select total.n, {columns}, summary
from (select {total} as n) total
left join (
    select *, {rank} as rank, row_number() over () as position
    from (select launch.* from matching launch order by {order} limit %(limit)s + %(offset)s) ordered
    limit %(limit)s offset %(offset)s
) page on true
left join public_profile on public_profile.listing_id = page.id
{more}
order by position
"""
OWN_LAUNCH = "left join launch on launch.listing_id = page.id and launch.week = page.launch_week"
IN_ROW = "page.rank, page.votes, page.week, page.live_at"
JOINED = "page.rank, launch.votes, launch.week, page.live_at"


def _statement(
    matching: LiteralString | sql.Composed,
    order: LiteralString,
    rank: LiteralString,
    columns: LiteralString,
    more: LiteralString = "",
    total: LiteralString = "(select count(*) from matching)",
) -> bytes:
    statement = sql.SQL(PAGE).format(
        matching=matching if isinstance(matching, sql.Composed) else sql.SQL(matching),
        order=sql.SQL(order),
        rank=sql.SQL(rank),
        columns=sql.SQL(columns),
        more=sql.SQL(more),
        total=sql.SQL(total),
    )
    return statement.as_bytes()


def _standing(columns: LiteralString) -> bytes:
    total = f"case when %(week)s <= %(this_week)s then {LIVE_IN_WEEK} else 0 end"
    return _statement(STANDING, ORDER, "coalesce(place, row_number() over ())", columns, total=total)


def _most(column: LiteralString) -> bytes:
    """Live listings, highest first. Ties share a place."""
    return _statement(
        LIVE, f"{column} desc, id", f"rank() over (order by {column} desc)", JOINED, OWN_LAUNCH, public_counts.LIVE
    )


SECTIONS: dict[Section, bytes] = {
    "today": _statement(
        WENT_LIVE_TODAY,
        "votes desc nulls last, reached_at, id",
        "row_number() over ()",
        IN_ROW,
    ),
    "this-week": _standing(IN_ROW),
    "trending": _most("trending"),
    "most-voted": _most("all_votes"),
    "recent": _statement(
        LIVE, "live_at desc, launch_week desc, id", "null::int", JOINED, OWN_LAUNCH, public_counts.LIVE
    ),
    "most-viewed": _most("views"),
    "most-followed": _most("followers"),
    "upcoming": _statement(UPCOMING, "week, scheduled", "null::int", IN_ROW),
}


def _board(matching: LiteralString, **more: LiteralString) -> bytes:
    columns = "page.rank, page.value, page.verified, page.as_of"
    return _statement(matching, "value desc, id", "rank() over (order by value desc)", columns, **more)


BOARDS: dict[BoardName, bytes] = {
    "community-weekly": _standing("page.rank, page.votes, null::boolean, null::date"),
    "community-all-time": _board(
        """
        select id, votes as value, null::boolean as verified, null::date as as_of
        from public_listing where status = 'live'
        """,
        total=public_counts.LIVE,
    ),
    "billboard": _board(
        """
        select p.id, paid.cents as value, null::boolean as verified, null::date as as_of
        from (
            select listing_id, sum(amount_cents)::bigint as cents from billboard_contribution group by listing_id
        ) paid
        join public_listing p on p.id = paid.listing_id and p.status = 'live'
        """
    ),
    "domain-rating": _board(
        """
        select id, domain_rating as value, null::boolean as verified, domain_rating_at as as_of
        from public_listing where status = 'live' and domain_rating is not null
        """,
        total="(select coalesce(sum(n), 0) from rated_tally)",
    ),
    "revenue": _board(
        """
        select p.id, r.monthly_cents as value, r.verified, (r.stated_at at time zone 'UTC')::date as as_of
        from listing_revenue r join public_listing p on p.id = r.listing_id and p.status = 'live'
        """
    ),
}
METRICS: dict[BoardName, dict[str, Any]] = {
    "community-weekly": {"kind": "votes_in_week", "unit": "votes"},
    "community-all-time": {"kind": "votes", "unit": "votes"},
    "billboard": {"kind": "contributed", "unit": "USD cents"},
    "domain-rating": {"kind": "domain_rating", "unit": "of 100"},
    "revenue": {"kind": "monthly_revenue", "unit": "USD cents a month"},
}


@dataclass(frozen=True)
class RankedPage(Generic[Head]):
    """The entries of a page, each with its listing's stored summary, and the total on all pages."""

    items: list[tuple[Head, str | None]]
    total: int

    def texts(self) -> str:
        """The items as JSON, each with its listing. The placeholder for the site's address is still in it."""
        return ",".join(
            f'{head.model_dump_json()[:-1]},"listing":{summary or "null"}}}' for head, summary in self.items
        )

    def page(self, asked: Paged) -> str:
        """All of a page, without the brackets around it."""
        return f'"items":[{self.texts()}],"page":{asked.page},"per_page":{asked.per_page},"total":{self.total}'


async def find_section(
    db: Connection, section: Section, today: date, this_week: date, asked: Paged
) -> RankedPage[LaunchPlace]:
    values = {"week": this_week, "this_week": this_week, "today": today, "tomorrow": today + timedelta(days=1)}
    total, rows = await _rows(db, SECTIONS[section], values, asked)
    return RankedPage(
        [(LaunchPlace(rank=rank, votes=votes, week=week, live_at=at), text) for rank, votes, week, at, text in rows],
        total,
    )


async def find_board(
    db: Connection, board: BoardName, week: date | None, this_week: date, asked: Paged
) -> RankedPage[BoardPlace]:
    total, rows = await _rows(db, BOARDS[board], {"week": week, "this_week": this_week}, asked)
    paid = board == "billboard"
    return RankedPage(
        [
            (
                BoardPlace(
                    rank=rank, metric=BoardMetric(**METRICS[board], value=n, verified=sure, as_of=day), paid=paid
                ),
                text,
            )
            for rank, n, sure, day, text in rows
        ],
        total,
    )


async def _rows(db: Connection, statement: bytes, values: dict[str, Any], asked: Paged) -> tuple[int, list[Any]]:
    """The total on all pages, and the rows of this one. An empty page is one row without a listing."""
    values |= {"limit": asked.per_page, "offset": asked.offset}
    rows = await (await db.execute(statement, values)).fetchall()
    return rows[0][0], [row[1:] for row in rows if row[-1] is not None]
