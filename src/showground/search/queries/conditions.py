"""The filters and sort orders of search, as SQL."""

from collections.abc import Mapping

from psycopg import sql

from showground.search.filters import Filter, Sort

CONDITIONS: dict[Filter, sql.SQL] = {
    "category": sql.SQL(
        "l.id in (select listing_id from listing_category where category_id in"
        " (select c.id from category c left join category p on p.id = c.parent_id"
        " where %(category)s in (c.slug, p.slug)))"
    ),
    "stage": sql.SQL("l.stage = %(stage)s"),
    "country": sql.SQL("l.country = %(country)s"),
    "pricing_model": sql.SQL("l.pricing_model = %(pricing_model)s"),
    "domain": sql.SQL("l.domain = %(domain)s"),
    "updated_since": sql.SQL(
        "l.id in (select listing_id from public_profile where changed_at >= %(updated_since)s::timestamptz)"
    ),
}
# Used when we walk a sort index: the index contains the categories of each listing, so no other table is needed.
ONE_BY_ONE: dict[Filter, sql.SQL] = {
    **CONDITIONS,
    "category": sql.SQL("l.category_ids @> array[(select id from category where slug = %(category)s)]"),
}
ORDERS: dict[Sort, sql.SQL] = {
    "relevance": sql.SQL("l.votes desc, l.id"),  # used without words; with words, results are ranked
    "votes": sql.SQL("l.votes desc, l.id"),
    "newest": sql.SQL("l.live_at desc, l.launch_week desc, l.id"),
    "trending": sql.SQL("l.trending desc, l.id"),
    "most_viewed": sql.SQL("l.views desc, l.id"),
    "most_followed": sql.SQL("l.followers desc, l.id"),
}


def filter_conditions(filters: frozenset[Filter], said: Mapping[Filter, sql.SQL] = CONDITIONS) -> sql.Composable:
    """The conditions of these filters, each begun by `and`."""
    return sql.SQL("").join(sql.SQL(" and ") + said[name] for name in sorted(filters))
