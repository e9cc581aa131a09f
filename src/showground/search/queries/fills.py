"""Finds the listings that follow those that match all words: such as match most of them, or mean the same."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

import numpy as np
from psycopg import sql

from showground.core.database.pool import Connection
from showground.core.text_folding import joined
from showground.search import blend, plans
from showground.search.embedding.text_vectors import from_bytes
from showground.search.filters import Filter, Search
from showground.search.interpretation import NOTHING, Reading
from showground.search.queries import meanings, ranking
from showground.search.queries.conditions import filter_conditions
from showground.search.queries.statements import LISTINGS, SEARCHED, SUMMARIES_OF

WordyQuery = Literal["none", "all", "most_voted"]

NEAREST = 60  # listings of the nearest meaning that are compared in full
NEAREST_FILTERED = 1_000  # the same if many listings match the filters, because most of the nearest may not
MAX_AMONG = 5_000  # listings that match the filters, up to which all of them are compared
WORDY = 60  # listings with the best score of words that are compared in full
MAX_WORDY = 200  # listings that may match most words, up to which they are looked for although some match all

AMONG = sql.SQL("select s.listing_id {listings} {conditions} limit %(most)s")
NEAR, MATCHES_MOST, COMPLETE = 1, 2, 4  # why a candidate is there, as bits of a number
# The best of those that match most words, by score, and all of the nearest. Values are in sub-selects, so that
# PostgreSQL keeps one plan (decision 15). Without a word that the directory knows, the score is 0.
CANDIDATES = sql.SQL(
    """
    with wordy as ({wordy}), near as (
        select s.listing_id as id {listings} {conditions}
            and s.listing_id in (select unnest((select %(near)s::text::bigint[])))
    ), scored as (
        select c.id, c.near, c.wordy, s.standing, case when c.wordy then {score} else 0 end as score,
            s.words @@ (select %(complete)s::tsquery) as complete
        from (
            select id, bool_or(near) as near, bool_or(wordy) as wordy
            from (select id, false as near, true as wordy from wordy union all select id, true, false from near) each
            group by id
        ) c join listing_search s on s.listing_id = c.id
    ), placed as (
        select *, row_number() over (order by wordy desc, score desc, id) as place from scored
    )
    select string_agg(int8send(p.id), ''), string_agg(float8send(p.score), ''), string_agg(int4send(p.standing), ''),
        string_agg(int4send(p.near::int + 2 * p.wordy::int + 4 * p.complete::int), ''), string_agg(m.vector, '')
    from placed p join listing_meaning m on m.listing_id = p.id
    where p.near or (p.wordy and p.place <= {most})
    """
)
# Which listings follow because of their words. If very many match: only the most voted, and the most voted of those
# that have the words in their names.
WORDY_QUERIES: dict[WordyQuery, sql.SQL] = {
    "none": sql.SQL("select 0::bigint as id where false"),
    "all": sql.SQL("select s.listing_id as id {listings} and s.words @@ (select %(loose)s::tsquery) {conditions}"),
    "most_voted": sql.SQL(
        """
        (select s.listing_id as id {listings} and s.words @@ %(loose)s::tsquery {conditions}
            order by s.standing desc, s.listing_id limit %(head)s)
        union
        (select s.listing_id {listings} and s.names @@ %(loose)s::tsquery {conditions}
            order by s.standing desc, s.listing_id limit %(head)s)
        """
    ),
}


async def find_fills(db: Connection, search: Search, complete: Reading | None, looser: Sequence[Reading]) -> list[int]:
    """The ids of the listings that follow, best first: the same list for every page.

    `complete`: the interpretation whose matches come before them, if there are any. `looser`: otherwise, those that
    need fewer words, the strictest first.
    """
    q = search.q or ""
    reading = complete or next(iter(looser), None)
    vector = blend.embed_query(q, reading.terms if reading else ())
    attempts = [_wanted(each) for each in ((complete,) if complete else looser)]
    if vector is None and all(wanted.wordy == "none" for wanted in attempts):
        return []
    in_name = complete.match if complete is not None and len(complete.terms) > 1 else NOTHING
    index, named = await meanings.get_current(db, joined(q), in_name)
    if complete is not None and named:
        return []  # they look for a listing by its name
    near: list[int] = []
    if vector is not None:
        among, count = await _among(db, search)
        near = await meanings.find_nearest(index, vector, count, among)
    candidates = blend.NO_CANDIDATES
    for wanted in attempts or [Wanted()]:
        candidates, met = await _candidates(db, search, wanted, near)
        if not search.filters and len(met) < len(near):
            await meanings.forget_gone(db, index, list(set(near) - met))
        if candidates.wordy.any():
            break
    return blend.order_fills(candidates, vector)


async def fetch_summaries(db: Connection, ids: Sequence[int]) -> list[str]:
    """The summaries of these listings, in this order."""
    row = await (await db.execute(SUMMARIES_OF, {"page_ids": _array(ids)})).fetchone()
    return row[0] if row else []


async def _among(db: Connection, search: Search) -> tuple[meanings.Ids | None, int]:
    """Which listings to compare (None: all), and how many of them in full."""
    if not search.filters and search.status == "live":
        return None, NEAREST
    found = await (
        await db.execute(_among_statement(search.filters), search.values() | {"most": MAX_AMONG + 1})
    ).fetchall()
    if len(found) > MAX_AMONG:
        return None, NEAREST_FILTERED
    return np.array([number for (number,) in found], dtype=np.int64), NEAREST


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which listings follow because of their words, and what to rank them by."""

    wordy: WordyQuery = "none"
    shape: ranking.Shape | None = None
    values: Mapping[str, Any] = field(default_factory=lambda: {"complete": NOTHING})


def _wanted(reading: Reading) -> Wanted:
    shape = ranking.Shape.of(reading)
    values = ranking.values(reading)
    if reading.complete:
        loose, most = reading.looser or (NOTHING, 0)
        values |= {"complete": reading.match, "loose": loose}
        # Something was found already, so this must be cheap.
        return Wanted("all" if 0 < most <= MAX_WORDY else "none", shape, values)
    values |= {"complete": NOTHING, "loose": reading.match, "head": plans.CANDIDATES[shape.typos]}
    few = reading.most <= plans.MAX_SCORED[shape.typos]
    return Wanted("all" if few else "most_voted", shape, values)


async def _candidates(
    db: Connection, search: Search, wanted: Wanted, near: list[int]
) -> tuple[blend.Candidates, set[int]]:
    """The candidates, and which of the nearest listings are still there."""
    statement = _candidates_statement(wanted.shape, wanted.wordy, search.filters)
    values = {**search.values(), **wanted.values, "near": _array(near)}
    row = await (await db.execute(statement, values, binary=True)).fetchone()
    if row is None or row[0] is None:
        return blend.NO_CANDIDATES, set()
    ids, flags = np.frombuffer(row[0], dtype=">i8").astype(np.int64), np.frombuffer(row[3], dtype=">i4")
    best = wanted.values.get("all_weights", 1.0) * ranking.MAX_IN_FIELDS
    kept = flags & COMPLETE == 0
    found = blend.Candidates(
        ids[kept],
        (flags & MATCHES_MOST != 0)[kept],
        np.minimum(np.frombuffer(row[1], dtype=">f8") / best, 1.0)[kept],
        np.frombuffer(row[2], dtype=">i4").astype(np.int64)[kept],
        from_bytes(row[4])[kept],
    )
    return found, set(ids[flags & NEAR != 0].tolist())


def _array(ids: Sequence[int]) -> str:
    """Format an array for PostgreSQL; psycopg takes several times as long."""
    return "{" + ",".join(map(str, ids)) + "}"


@cache
def _among_statement(filters: frozenset[Filter]) -> bytes:
    return AMONG.format(listings=LISTINGS if filters else SEARCHED, conditions=filter_conditions(filters)).as_bytes()


@cache
def _candidates_statement(shape: ranking.Shape | None, wordy: WordyQuery, filters: frozenset[Filter]) -> bytes:
    parts = {"listings": LISTINGS if filters else SEARCHED, "conditions": filter_conditions(filters)}
    return CANDIDATES.format(
        wordy=WORDY_QUERIES[wordy].format(**parts),
        score=ranking.score(shape) if shape else sql.SQL("0::float8"),
        most=WORDY,
        **parts,
    ).as_bytes()
