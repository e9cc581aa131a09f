"""The SQL statements of search. Each is composed once per combination of filters, sort order and query shape."""

from functools import cache

from psycopg import sql

from showground.search.filters import Filter, Sort
from showground.search.queries import public_counts, ranking
from showground.search.queries.conditions import CONDITIONS, ONE_BY_ONE, ORDERS, filter_conditions

ENOUGH = 10  # listings that match all words, from which no others follow

# Both tables have the status: `listing_search` so that we can count without a join, `listing` for its sort indexes.
LISTINGS = sql.SQL(
    "from listing_search s join listing l on l.id = s.listing_id where s.status = %(status)s and l.status = s.status"
)
SEARCHED = sql.SQL("from listing_search s where s.status = %(status)s")
ORDERED_BY = sql.SQL("select l.id, l.votes, l.live_at, l.launch_week, l.trending, l.views, l.followers")
SIZE_OF_CATEGORY = (
    sql.SQL("select {}, {}").format(sql.SQL(public_counts.IN_CATEGORY), sql.SQL(public_counts.IN_ALL)).as_bytes()
)
SIZE_OF_DIRECTORY = sql.SQL("select {}").format(sql.SQL(public_counts.IN_ALL)).as_bytes()
COUNT_CHANGED = (
    "select count(*) from (select from public_profile where changed_at >= %(updated_since)s limit %(most)s) changed"
)
WORDS = sql.SQL(" and s.words @@ %(match)s::tsquery")
NAMES = sql.SQL(" and s.names @@ %(match)s::tsquery")
# The planner can't see a value inside a sub-select. That makes PostgreSQL use one cached plan for all queries. Planning
# each query again would take longer than running it.
UNSEEN_NAMES = sql.SQL(" and s.names @@ (select %(match)s::tsquery)")
UNSEEN_WORDS = sql.SQL(" and s.words @@ (select %(match)s::tsquery)")
LIMIT = sql.SQL("limit %(limit)s offset %(offset)s")
UNSEEN_LIMIT = sql.SQL("limit (select %(limit)s::int) offset (select %(offset)s::int)")

# `matching` contains all matches, with the columns they are sorted by.
PAGE = sql.SQL(
    """
    with matching as {how} ({matching}), page as (
        select id, row_number() over () as place
        from (select l.id from matching l order by {order} {limit}) ordered
    )
    select array(select summary from page join public_profile on listing_id = id order by place),
        {total}{more}
    """
)
NO_MORE = sql.SQL("")
# If few listings match, others follow (fills.py). For that: the ids of the matches, and whether the name of one of
# them has all the words.
COUNT_MATCHING = sql.SQL("(select count(*) from matching)")
FEW = sql.SQL(
    """
    , case when {count} < {enough} then array(select id from matching) end,
    case when {count} < {enough} then exists (
        select from listing_search s where s.listing_id = any((select array(select id from matching))::bigint[])
            and s.names @@ (select %(match)s::tsquery)
    ) end
    """
)
FEW_MATCHING = FEW.format(count=COUNT_MATCHING, enough=ENOUGH)
FEW_OF_TOTAL = FEW.format(count=sql.SQL("total"), enough=ENOUGH)
TALLIES: dict[frozenset[Filter], sql.SQL] = {
    frozenset(): sql.SQL(public_counts.IN_ALL),
    frozenset({"category"}): sql.SQL(public_counts.IN_CATEGORY),
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
# With very many matches, we score only candidates that can come first: the listing with exactly this name, the most
# voted listings with the words in their names, and the most voted of all matches. `matching` has the last group; if
# there are few matches after all, it has all of them. The third column is the candidates' ids, returned only if they
# don't fill the page, so that REST can continue after them.
HEAD = sql.SQL(
    """
    with matching as materialized ({matching}), taken as materialized ({taken}), candidates as (
        (select s.listing_id as id {listings} {words} {conditions} and s.name = %(asked_name)s)
        union
        (select s.listing_id {listings} {names} {conditions}
            order by s.standing desc, s.listing_id limit %(head)s)
        union
        {most_voted}
    ), {best}, page as (
        select id, row_number() over () as place
        from (select id from ranked order by score desc, id limit %(limit)s offset %(offset)s) ordered
    )
    select array(select summary from page join public_profile on listing_id = id order by place), total,
        case when (select count(*) from bounded) < least(total, %(limit)s + %(offset)s)
            then array(select id from ranked order by score desc, id) end
        {few}
    from taken
    """
)
MOST_VOTED = sql.SQL("(select id from matching order by standing desc, id limit (select least from taken))")
# The same if some are known to be among the most voted: of the others, as many as are missing.
REST_OF_MOST_VOTED = sql.SQL(
    """
    select id from matching
    union
    (select s.listing_id from listing_search s where s.listing_id = any((select %(others)s::text)::bigint[])
        order by s.standing desc, s.listing_id
        limit (select greatest(0, (select least from taken) - (select count(*) from matching))))
    """
)
CANDIDATE_ROWS = sql.SQL(
    "from listing_search s where s.listing_id = any((select array(select id from candidates))::bigint[])"
)
# All matches, by score. They are counted without their words.
ALL_RANKED = sql.SQL(
    """
    with matching as materialized (select s.listing_id as id {rows}), {best}, page as (
        select id, row_number() over () as place
        from (select id from ranked order by score desc, id {limit}) ordered
    )
    select array(select summary from page join public_profile on listing_id = id order by place), {total} {few}
    """
)
MATCHING_ROWS = sql.SQL(
    "from listing_search s where s.listing_id = any((select array(select id from matching))::bigint[])"
)
PAGES = sql.SQL("(select %(limit)s::int + %(offset)s::int)")  # rows up to the end of the page
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
# If all matches are known as bits: walking a sort index needs neither the words nor the rows of listings.
BY_BITS = sql.SQL(
    "from listing l where l.status = %(status)s and case when l.id >= %(first_id)s and l.id < %(end_id)s"
    " then get_bit((select %(bits)b::bytea), l.id - %(first_id)s) = 1 else false end"
)
SUMMARIES_OF = sql.SQL(
    """
    select array(
        select summary from unnest((select %(page_ids)s::text::bigint[])) with ordinality as page (id, place)
        join public_profile on listing_id = id order by place
    )
    """
).as_bytes()


@cache
def without_words(sort: Sort, filters: frozenset[Filter], *, few: bool = False) -> bytes:
    """All listings that match the filters, sorted. If `few`, read them all and sort; otherwise walk the sort index."""
    columns = ORDERED_BY if few else sql.SQL("select l.*")
    conditions = filter_conditions(filters, CONDITIONS if few else ONE_BY_ONE)
    listings = columns + sql.SQL(" from public_listing l where l.status = %(status)s") + conditions
    return PAGE.format(
        how=sql.SQL("materialized" if few else "not materialized"),
        matching=listings,
        order=ORDERS[sort],
        limit=LIMIT,
        total=TALLIES.get(filters, COUNT_MATCHING),
        more=NO_MORE,
    ).as_bytes()


@cache
def sorted_matches(sort: Sort, filters: frozenset[Filter]) -> bytes:
    """All matches, sorted by something other than relevance."""
    matching = ORDERED_BY + sql.SQL(" ") + LISTINGS + WORDS + filter_conditions(filters)
    return _page_of(matching, ORDERS[sort], LIMIT)


@cache
def sorted_ids(sort: Sort) -> bytes:
    """The same if the ids of all matches are known."""
    matching = ORDERED_BY + sql.SQL(" from listing l where l.id = any((select %(ids)s::text)::bigint[])")
    return _page_of(matching, ORDERS[sort], LIMIT)


@cache
def sorted_many(sort: Sort, filters: frozenset[Filter]) -> bytes:
    """The same without counting, for so many matches that walking the sort index finds a page faster."""
    return MANY.format(
        listings=LISTINGS,
        words=WORDS,
        conditions=filter_conditions(filters),
        order=ORDERS[sort],
    ).as_bytes()


@cache
def sorted_bits(sort: Sort) -> bytes:
    """The same if all matches are known as bits."""
    return MANY.format(listings=BY_BITS, words=NO_MORE, conditions=NO_MORE, order=ORDERS[sort]).as_bytes()


@cache
def ranked_matches(shape: ranking.Shape, filters: frozenset[Filter], *, few: bool = False) -> bytes:
    """All matches, by score. If `few`, all are scored; otherwise only those that can be on the page."""
    words, limit = (WORDS, LIMIT) if filters else (UNSEEN_WORDS, UNSEEN_LIMIT)
    if few:
        scored = sql.SQL("select s.listing_id as id, {} as score from ({}) s").format(
            ranking.score(shape), ranking.SCORED.format(rows=_matching(filters, words))
        )
        return _page_of(scored, sql.SQL("score desc, id"), limit, FEW_MATCHING)
    return ALL_RANKED.format(
        rows=_matching(filters, words),
        best=ranking.best(shape, ranking.bounded(shape, MATCHING_ROWS), PAGES),
        limit=limit,
        total=COUNT_MATCHING,
        few=FEW_MATCHING,
    ).as_bytes()


@cache
def count_all(filters: frozenset[Filter]) -> bytes:
    """How many match."""
    return (sql.SQL("select count(*) ") + _matching(filters, WORDS if filters else UNSEEN_WORDS)).as_bytes()


@cache
def head_of_matches(shape: ranking.Shape, filters: frozenset[Filter]) -> bytes:
    """For many matches: a page of the candidates that can come first, by score; the total; their ids if needed."""
    matching = sql.SQL("select s.listing_id as id, s.standing ") + _matching(
        filters, WORDS if filters else UNSEEN_WORDS
    )
    taken = sql.SQL(
        "select count(*) as total, case when count(*) > %(few)s then %(head)s else %(few)s end as least from matching"
    )
    return _head_of(shape, filters, matching, taken, seen=bool(filters))


@cache
def head_of_most(shape: ranking.Shape, filters: frozenset[Filter]) -> bytes:
    """The same where a large part of all listings matches: walk the votes index to find the most voted matches."""
    matching = (
        sql.SQL("select l.id, s.standing ") + LISTINGS + WORDS + filter_conditions(filters)
        + sql.SQL(" order by l.votes desc, l.id limit %(head)s")
    )  # fmt: skip
    return _head_of(shape, filters, matching, sql.SQL("select %(total)s::bigint as total, %(head)s as least"))


@cache
def head_of_ids(shape: ranking.Shape, filters: frozenset[Filter]) -> bytes:
    """The same if the total is known, and the ids of the most voted matches and of some that may be among them."""
    matching = sql.SQL("select unnest((select %(certain)s::text)::bigint[]) as id")
    taken = sql.SQL("select (select %(total)s::bigint) as total, (select %(head)s::int) as least")
    return _head_of(shape, filters, matching, taken, REST_OF_MOST_VOTED, seen=False)


@cache
def rest_of_matches(filters: frozenset[Filter]) -> bytes:
    """A page with the last of the candidates, followed by other matches."""
    return REST.format(listings=LISTINGS, words=WORDS, conditions=filter_conditions(filters)).as_bytes()


REST_OF_BITS = REST.format(listings=BY_BITS, words=NO_MORE, conditions=NO_MORE).as_bytes()


def _page_of(matching: sql.Composable, order: sql.SQL, limit: sql.SQL, more: sql.Composable = NO_MORE) -> bytes:
    return PAGE.format(
        how=sql.SQL("materialized"), matching=matching, order=order, limit=limit, total=COUNT_MATCHING, more=more
    ).as_bytes()


def _head_of(
    shape: ranking.Shape,
    filters: frozenset[Filter],
    matching: sql.Composable,
    taken: sql.Composable,
    most_voted: sql.SQL = MOST_VOTED,
    *,
    seen: bool = True,
) -> bytes:
    """`seen`: whether to plan each query separately."""
    return HEAD.format(
        matching=matching,
        taken=taken,
        most_voted=most_voted,
        listings=LISTINGS if filters else SEARCHED,
        words=WORDS if seen else UNSEEN_WORDS,
        names=NAMES if seen else UNSEEN_NAMES,
        conditions=filter_conditions(filters),
        best=ranking.best(shape, ranking.bounded(shape, CANDIDATE_ROWS), PAGES),
        few=FEW_OF_TOTAL,
    ).as_bytes()


def _matching(filters: frozenset[Filter], words: sql.SQL) -> sql.Composable:
    """Without filters, there is no need to join `listing`."""
    if filters:
        return LISTINGS + words + filter_conditions(filters)
    return SEARCHED + words
