"""Pages that begin after a position in a sort order instead of at a row number.

While somebody reads page after page, listings are added and removed. Row numbers shift then, positions do not: no
listing that keeps its place in the order is repeated or left out.

A position is compared in two steps. For `votes desc, id` after a listing with 7 votes and the id 12:

    votes <= 7 and (votes < 7 or id > 12)

The first part is where PostgreSQL begins to walk the sort index; the second skips listings with the same votes.
"""

from functools import cache
from typing import Any, Literal, LiteralString

from psycopg import sql

from showground.core.database.pool import Connection
from showground.search import plans
from showground.search.filters import Filter, Search, Sort, SortPosition
from showground.search.queries import arrays
from showground.search.queries.conditions import ONE_BY_ONE, ORDERS, filter_conditions
from showground.search.queries.results import plan_filter_bitmaps
from showground.search.queries.statements import BY_BITS, COUNT_MATCHING, TALLIES

How = Literal["rows", "ids", "bits"]  # what is known of the matches in advance

# The columns of each order besides the id. All are sorted with the highest first, and null before the highest.
COLUMNS: dict[Sort, tuple[tuple[str, LiteralString], ...]] = {
    "relevance": (("votes", "int"),),
    "votes": (("votes", "int"),),
    "newest": (("live_at", "timestamptz"), ("launch_week", "date")),
    "trending": (("trending", "real"),),
    "most_viewed": (("views", "int"),),
    "most_followed": (("followers", "int"),),
}
PAGE = sql.SQL(
    """
    with matching as not materialized ({matching}), page as (
        select id, position, row_number() over () as place from (
            select l.id, jsonb_build_array({columns}) as position from matching l where {after}
            order by {order} limit %(limit)s + 1
        ) ordered
    )
    select array(
            select summary from page join public_profile on listing_id = id where place <= %(limit)s order by place
        ),
        {total},
        (select position from page where place = %(limit)s and exists (select from page where place > %(limit)s)),
        (select id from page where place = %(limit)s)
    """
)


BY_FILTERS = sql.SQL("select l.* from public_listing l where l.status = %(status)s {conditions}")
BY_IDS = sql.SQL("select l.* from public_listing l where l.id = any((select %(ids)s::text)::bigint[])")
KNOWN_TOTAL = sql.SQL("%(total)s::bigint")


async def find_after(db: Connection, search: Search, after: SortPosition) -> tuple[list[str], int, SortPosition | None]:
    """The summaries, the number of all matches, and the position at which to go on, if there are more."""
    keys = {f"key{number}": value for number, value in enumerate(after.values)}
    how, known = await _find_known(db, search) if await plan_filter_bitmaps(db, search, 0) else ("rows", {})
    statement = _statement(search.sort, search.filters, search.status, how, first=not after.values)
    row = await (await db.execute(statement, search.values() | known | keys | {"after": after.id})).fetchone()
    if row is None:
        return [], 0, None
    summaries, total, values, number = row
    return summaries, total, None if values is None else SortPosition(tuple(values), number)


async def _find_known(db: Connection, search: Search) -> tuple[How, dict[str, Any]]:
    """What bitmaps say of the matches: their ids if they are few, or else a bit for each listing."""
    from showground.search.queries import bitmap_matches  # noqa: PLC0415  numpy takes a tenth of a second to import

    known = await bitmap_matches.find_filtered(db, search, plans.MAX_SCORED[False])
    if known is None:
        return "rows", {}
    total = {"total": known.total}
    if known.total <= plans.MAX_SCORED[False]:
        return "ids", total | {"ids": arrays.of_numbers(known.most_voted.certain)}
    return "bits", total | known.values()


@cache
def _statement(
    sort: Sort, filters: frozenset[Filter], status: Literal["live", "upcoming"], how: How, *, first: bool
) -> bytes:
    columns = sql.SQL(", ").join(sql.SQL("l.") + sql.Identifier(name) for name, _ in COLUMNS[sort])
    return PAGE.format(
        matching={
            "rows": BY_FILTERS.format(conditions=filter_conditions(filters, ONE_BY_ONE)),
            "ids": BY_IDS,
            "bits": sql.SQL("select l.* ") + BY_BITS,
        }[how],
        columns=columns,
        after=sql.SQL("true") if first else _after(sort, upcoming=status == "upcoming"),
        order=ORDERS[sort],
        total=TALLIES.get(filters, COUNT_MATCHING) if how == "rows" else KNOWN_TOTAL,
    ).as_bytes()


def _after(sort: Sort, *, upcoming: bool) -> sql.Composable:
    """The condition. Upcoming listings have no time at which they went live; there are few, so no index is needed."""
    leading, kind = COLUMNS[sort][0]
    beyond = sql.SQL("({stored}, -l.id) < ({sent}, -%(after)s::bigint)").format(
        stored=sql.SQL(", ").join(_stored(*column) for column in COLUMNS[sort]),
        sent=sql.SQL(", ").join(_sent(number, kind) for number, (_, kind) in enumerate(COLUMNS[sort])),
    )
    if upcoming:
        return beyond
    return sql.SQL("l.{} <= %(key0)s::{} and {}").format(sql.Identifier(leading), sql.SQL(kind), beyond)


HIGHEST: dict[str, Any] = {"timestamptz": "infinity", "date": "infinity"}


def _stored(name: str, kind: LiteralString) -> sql.Composable:
    column = sql.SQL("l.") + sql.Identifier(name)
    return sql.SQL("coalesce({}, {})").format(column, HIGHEST[kind]) if kind in HIGHEST else column


def _sent(number: int, kind: LiteralString) -> sql.Composable:
    value = sql.SQL("{}::{}").format(sql.Placeholder(f"key{number}"), sql.SQL(kind))
    return sql.SQL("coalesce({}, {})").format(value, HIGHEST[kind]) if kind in HIGHEST else value
