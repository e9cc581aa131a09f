"""The statements of search, each composed once for a combination of filters, sort and shape of query."""

from collections.abc import Mapping
from functools import cache

from psycopg import sql

from showground.catalog import tally
from showground.catalog.search import ranking
from showground.catalog.search.filters import CONDITIONS, ONE_BY_ONE, ORDERS, Filter, Sort

# Both tables have the status: the one with the words to count without the other, the other to go along its indexes.
LISTINGS = sql.SQL(
    "from listing_search s join listing l on l.id = s.listing_id where s.status = %(status)s and l.status = s.status"
)
ORDERED_BY = sql.SQL("select l.id, l.votes, l.live_at, l.launch_week, l.trending, l.views, l.followers")
SIZE_OF_CATEGORY = sql.SQL("select {}, {}").format(sql.SQL(tally.IN_CATEGORY), sql.SQL(tally.IN_ALL)).as_bytes()
WORDS = sql.SQL(" and s.words @@ %(match)s::tsquery")

# `matching` has all that match, and what they are ordered by.
PAGE = sql.SQL(
    """
    with matching as {how} ({matching}), page as (
        select id, row_number() over () as place
        from (select l.id from matching l order by {order} limit %(limit)s offset %(offset)s) ordered
    )
    select array(select summary from page join public_profile on listing_id = id order by place),
        {total}
    """
)
COUNT_MATCHING = sql.SQL("(select count(*) from matching)")
TALLIES: dict[frozenset[Filter], sql.SQL] = {
    frozenset(): sql.SQL(tally.IN_ALL),
    frozenset({"category"}): sql.SQL(tally.IN_CATEGORY),
}
MANY = sql.SQL(
    """
    with page as (
        select id, row_number() over () as place
        from (select l.id {listings} {words} {conditions} order by {order} limit %(limit)s offset %(offset)s) ordered
    )
    select array(select summary from page join public_profile on listing_id = id order by place)
    """
)
HEAD = sql.SQL(
    """
    with candidates as (
        (select l.id {listings} {words} {conditions} and s.name = %(asked_name)s)
        union
        (select l.id {listings} and s.names @@ %(match)s::tsquery {conditions}
            order by l.votes desc, l.id limit %(head)s)
        union
        (select l.id {voted} order by l.votes desc, l.id limit %(head)s)
    )
    select array(
        select id from (
            select c.id, {score} as score from candidates c join listing_search s on s.listing_id = c.id
        ) ranked order by score desc, id
    )
    """
)
REST = sql.SQL(
    """
    with rest as (
        select l.id {listings} {words} {conditions} and l.id <> all(%(head_ids)s::bigint[])
        order by l.votes desc, l.id limit %(limit)s offset %(offset)s
    ), page as (
        select 1 as part, place, id from unnest(%(page_ids)s::bigint[]) with ordinality as head (id, place)
        union all
        select 2, row_number() over (), id from rest
    )
    select array(select summary from page join public_profile on listing_id = id order by part, place)
    """
)


@cache
def without_words(sort: Sort, filters: frozenset[Filter], *, few: bool = False) -> bytes:
    """All listings that the filters leave, in some order; if they are known to be few, all of them are read first."""
    columns = ORDERED_BY if few else sql.SQL("select l.*")
    conditions = _conditions(filters, CONDITIONS if few else ONE_BY_ONE)
    listings = columns + sql.SQL(" from public_listing l where l.status = %(status)s") + conditions
    return PAGE.format(
        how=sql.SQL("materialized" if few else "not materialized"),
        matching=listings,
        order=ORDERS[sort],
        total=TALLIES.get(filters, COUNT_MATCHING),
    ).as_bytes()


@cache
def sorted_matches(sort: Sort, filters: frozenset[Filter]) -> bytes:
    """All that match, in another order than by rank."""
    matching = ORDERED_BY + sql.SQL(" ") + LISTINGS + WORDS + _conditions(filters)
    return _page_of(matching, ORDERS[sort])


@cache
def sorted_many(sort: Sort, filters: frozenset[Filter]) -> bytes:
    """The same, without counting, where so many match that a page is sooner found by going along the order."""
    return MANY.format(
        listings=LISTINGS,
        words=WORDS,
        conditions=_conditions(filters),
        order=ORDERS[sort],
    ).as_bytes()


@cache
def ranked_matches(shape: ranking.Shape, filters: frozenset[Filter]) -> bytes:
    """All that match, by rank."""
    matching = sql.SQL("select s.listing_id as id, {} as score ").format(ranking.score(shape)) + _matching(filters)
    return _page_of(matching, sql.SQL("score desc, id"))


@cache
def count_all(filters: frozenset[Filter]) -> bytes:
    """How many match."""
    return (sql.SQL("select count(*) ") + _matching(filters)).as_bytes()


@cache
def head_of_matches(shape: ranking.Shape, filters: frozenset[Filter], *, most_match: bool) -> bytes:
    """Of very many that match: the ids, by rank, of those that can be first.

    If most listings match, the most voted are found by going along the votes; else all that match are read (`offset 0`
    keeps PostgreSQL from going along the votes past all the others).
    """
    matches = LISTINGS + WORDS + _conditions(filters)
    voted = matches if most_match else sql.SQL("from (select l.id, l.votes {} offset 0) l").format(matches)
    return HEAD.format(
        listings=LISTINGS,
        words=WORDS,
        conditions=_conditions(filters),
        voted=voted,
        score=ranking.score(shape),
    ).as_bytes()


@cache
def rest_of_matches(filters: frozenset[Filter]) -> bytes:
    """A page that shows some of the head, and others that match after it."""
    return REST.format(listings=LISTINGS, words=WORDS, conditions=_conditions(filters)).as_bytes()


def _page_of(matching: sql.Composable, order: sql.SQL) -> bytes:
    return PAGE.format(how=sql.SQL("materialized"), matching=matching, order=order, total=COUNT_MATCHING).as_bytes()


def _conditions(filters: frozenset[Filter], said: Mapping[Filter, sql.SQL] = CONDITIONS) -> sql.Composable:
    return sql.SQL("").join(sql.SQL(" and ") + said[name] for name in sorted(filters))


def _matching(filters: frozenset[Filter]) -> sql.Composable:
    """Without filters there is no need for a listing's own row."""
    if filters:
        return LISTINGS + WORDS + _conditions(filters)
    return sql.SQL("from listing_search s where s.status = %(status)s") + WORDS
