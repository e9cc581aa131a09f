"""Counts how many of the listings that a search finds are in each category, country and so on."""

from collections.abc import Sequence
from functools import cache
from typing import Literal

from psycopg import sql

from showground.core.database.pool import Connection
from showground.search.filters import Filter, Search
from showground.search.queries.conditions import filter_conditions
from showground.search.queries.statements import LISTINGS, WORDS

Facet = Literal["category", "stage", "country", "pricing_model"]
# Listings that are counted. If more are found, only the most voted of them count: each takes about 4 µs.
MAX_COUNTED = 1_000
NAMES: tuple[Facet, ...] = ("category", "pricing_model", "stage", "country")

COUNT = sql.SQL(
    """
    with counted as materialized (
        select l.category_ids, l.country, l.stage, l.pricing_model {listings} order by l.votes desc, l.id limit {most}
    )
    select case when country is not null then 'country' when stage is not null then 'stage' else 'pricing_model' end,
        coalesce(country, stage, pricing_model), count(*)
    from counted group by grouping sets (country, stage, pricing_model)
    having coalesce(country, stage, pricing_model) is not null
    union all
    select 'category', c.slug, n from (
        select unnest(category_ids) as id, count(*) as n from counted group by 1
    ) each join category c using (id)
    """
)
WITHOUT_WORDS = sql.SQL("from listing l where l.status = %(status)s")
OF_IDS = sql.SQL("from public_listing l where l.id = any((select %(ids)s::text)::bigint[])")

FacetCounts = dict[Facet, dict[str, int]]  # the most common value first


async def count_facets(db: Connection, search: Search, match: str | None, ids: Sequence[int] | None) -> FacetCounts:
    """Count the values among the listings with these ids, or else those that match the filters and `match`, if any."""
    if ids is not None:
        statement, values = _count_ids(), {"ids": "{" + ",".join(map(str, ids)) + "}"}
    else:
        statement, values = _count_found(search.filters, words=match is not None), search.values() | {"match": match}
    # The best plan depends on the words, so PostgreSQL plans each query separately.
    rows = await (await db.execute(statement, values, prepare=False if ids is None and match else None)).fetchall()
    counts: FacetCounts = {name: {} for name in NAMES}
    for name, value, count in sorted(rows, key=lambda row: (-row[2], row[1])):
        counts[name][value] = count
    return counts


@cache
def _count_ids() -> bytes:
    return COUNT.format(listings=OF_IDS, most=MAX_COUNTED).as_bytes()


@cache
def _count_found(filters: frozenset[Filter], *, words: bool) -> bytes:
    listings = LISTINGS + WORDS if words else WITHOUT_WORDS
    return COUNT.format(listings=listings + filter_conditions(filters), most=MAX_COUNTED).as_bytes()
