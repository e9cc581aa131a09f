"""Finds the listings that follow those that match all words: they match most of the words, or mean the same."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

import numpy as np
from psycopg import sql

from showground.core.database.pool import Connection
from showground.search import blend, plans
from showground.search.embedding.embedder import get_embedder
from showground.search.embedding.text_vectors import from_bytes, pieces_from_bytes
from showground.search.filters import Filter, Search
from showground.search.interpretation import Interpretation, Term
from showground.search.queries import arrays, meanings, ranking
from showground.search.queries.conditions import filter_conditions
from showground.search.queries.statements import LISTINGS, SEARCHED, SUMMARIES_OF

WordyQuery = Literal["none", "some", "all", "most_voted"]

NEAREST = 60  # listings of the nearest meaning that are compared in full
NEAREST_AFTER = 24  # the same if some listings match all words
NEAREST_FILTERED = 1_000  # the same if many listings match the filters, because most of the nearest may not
MAX_AMONG = 5_000  # listings that match the filters, up to which all of them are compared
WORDY = 60  # listings with the best score of words that are compared in full
SOME_WORDY = 20  # the same if some listings match all words
MAX_WORDY = 200  # listings that may match most words, up to which they are looked for although some match all

AMONG = sql.SQL("select s.listing_id {listings} {conditions} limit %(most)s")
# The nearest listings and those that match most words, with what is compared of them. Values are in sub-selects, so
# that PostgreSQL keeps one plan (decision 15). The first columns say whether what we have in memory is up to date.
CANDIDATES = sql.SQL(
    """
    with near as materialized (
        select unnest((select %(near)s::text::bigint[])) as id
    ), wordy as materialized ({wordy}), categorized as materialized ({categorized}), candidate as materialized (
        select id, max(score) as score from (
            select id, -1 as score from near union all select * from wordy union all select id, 0 from categorized
        ) each group by id
    ), compared as materialized (
        select id, score, vector, pieces from candidate left join listing_meaning on listing_id = id
    )
    select state.*, array(select id from compared where vector is null and score < 0), found.*
    from ({state}) state cross join (
        select string_agg(int8send(id), ''), string_agg(float8send(score), ''), string_agg(int4send(standing), ''),
            string_agg(vector, ''), string_agg(pieces, ''), {summaries}
        from (
            select s.listing_id, s.standing {listings} {conditions}
                and s.listing_id = any((select array(select id from compared where vector is not null))::bigint[])
            offset 0
        ) public join compared on id = public.listing_id join public_profile p on p.listing_id = public.listing_id
    ) found
    """
)
# Listings of the categories that have the whole query among their keywords: `bookkeeping` finds those in Accounting.
CATEGORIZED = sql.SQL(
    """
    select s.listing_id as id {listings} {conditions} and s.listing_id in (
        select listing_id from listing_category lc join category c on c.id = lc.category_id
        where c.keywords @> array[(select %(keyword)s::text)]
    ) order by s.standing desc, s.listing_id limit {some}
    """
)
ALL_ROWS = sql.SQL("{listings} and s.words @@ (select %(loose)s::tsquery) {conditions}")
MOST_VOTED_ROWS = sql.SQL(
    """
    from listing_search s where listing_id in (
        (select s.listing_id {listings} and s.words @@ %(loose)s::tsquery {conditions}
            order by s.standing desc, s.listing_id limit %(head)s)
        union
        (select s.listing_id {listings} and s.names @@ %(loose)s::tsquery {conditions}
            order by s.standing desc, s.listing_id limit %(head)s)
    )
    """
)
# The listings that follow because of their words, with the score of words, if it is computed. If very many match: only
# the most voted ones, and the most voted ones with the words in their names.
WORDY_QUERIES: dict[WordyQuery, sql.SQL] = {
    "none": sql.SQL("select 0::bigint as id, 0::float8 as score where false"),
    "some": sql.SQL(
        "select s.listing_id as id, 0::float8 as score"
        " {listings} and s.words @@ (select %(loose)s::tsquery) {conditions}"
        " order by s.standing desc, s.listing_id limit {some}"
    ),
    "all": sql.SQL("with {best_of_all} select id, score from ranked order by score desc, id limit {most}"),
    "most_voted": sql.SQL(
        "with {best_of_most_voted} select id, score from ranked order by score desc, id limit {most}"
    ),
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which listings follow because of their words, what to rank them by, and how many of the nearest to compare."""

    wordy: WordyQuery = "none"
    shape: ranking.Shape | None = None
    values: Mapping[str, Any] = field(default_factory=dict[str, Any])
    nearest: int = NEAREST
    most_words: bool = True  # whether they have most of the words, so that they follow even if they mean something else


@dataclass(frozen=True, slots=True)
class Ahead:
    """What was found for a search while PostgreSQL still looked for its words."""

    meaning: blend.QueryMeaning | None
    nearest: meanings.LoadedNearest | None


@dataclass(frozen=True, slots=True)
class Fills:
    """The listings that follow, best first, and the summaries that were already fetched."""

    ids: Sequence[int] = ()
    summaries: Mapping[int, str] = field(default_factory=dict[int, str])


def look_ahead(db: Connection, search: Search, terms: Sequence[Term]) -> Ahead | None:
    """The nearest listings for `find_after`, if they are found within a millisecond."""
    known = meanings.get_loaded(meanings.server_of(db))
    if known is None or len(known.index) >= meanings.IN_THREAD_FROM or get_embedder().slow or _is_filtered(search):
        return None
    meaning = blend.embed_query(search.q or "", terms)
    if meaning is None:
        return Ahead(None, None)
    ids = known.index.find(meaning.vector, NEAREST_AFTER).tolist()
    return Ahead(meaning, meanings.LoadedNearest(ids, known.index, known.index.version))


async def find_after(
    db: Connection, search: Search, complete: Interpretation, ids: Sequence[int], ahead: Ahead | None
) -> Fills:
    """The ids of the listings that follow those with `ids`, which match all words: the same list for every page.

    Something was found already, so this must be cheap: without a score of words, and only where few match most words.
    """
    loose, most = complete.looser
    wordy: WordyQuery = "some" if 0 < most <= MAX_WORDY else "none"
    meaning = ahead.meaning if ahead else await _embed(search, complete.terms)
    if meaning is None and wordy == "none":
        return Fills()
    wanted = Wanted(wordy, values={"loose": loose} if wordy == "some" else {}, nearest=NEAREST_AFTER)
    found, summaries = await fetch_candidates(db, search, wanted, meaning, ids, ahead and ahead.nearest)
    return Fills(blend.order_fills(found, meaning, ids), dict(zip(found.ids.tolist(), summaries, strict=False)))


async def find_instead(db: Connection, search: Search, looser: Sequence[Interpretation]) -> Fills:
    """The listings to show where none match all words, best first: the same list for every page.

    `looser`: the interpretations that need fewer words, the strictest first. The first one that finds something counts.
    """
    meaning = await _embed(search, looser[0].terms if looser else ())
    found = blend.NO_CANDIDATES
    for wanted in [_score_words(interpretation, meaning) for interpretation in looser] or (
        [Wanted()] if meaning else []
    ):
        found, _ = await fetch_candidates(db, search, wanted, meaning)
        if found.wordy.any():
            break
    return Fills(blend.order_fills(found, meaning, ()))


async def fetch_summaries(db: Connection, fills: Fills, first: int, count: int) -> list[str]:
    """The summaries of the listings that follow, from the one at place `first` on."""
    ids = fills.ids[first : first + count]
    if not ids or fills.summaries:
        return [fills.summaries[number] for number in ids]
    rows = await db.start(SUMMARIES_OF, {"page_ids": arrays.of_numbers(ids)})
    return rows[0][0] if rows else []


async def _embed(search: Search, terms: Sequence[Term]) -> blend.QueryMeaning | None:
    if get_embedder().slow:
        return await asyncio.to_thread(blend.embed_query, search.q or "", terms)
    return blend.embed_query(search.q or "", terms)


def _score_words(interpretation: Interpretation, meaning: blend.QueryMeaning | None) -> Wanted:
    """What this interpretation matches, and what has most of the words as typed: of `mould in my flat`, one that
    reads `mould` as `would`, and one that has only `mould`. The score of words tells which is better."""
    shape = ranking.Shape.of(interpretation)
    loose, most = interpretation.looser
    values = ranking.values(interpretation) | {
        "loose": f"({interpretation.match}) | ({loose})",
        "head": plans.CANDIDATES[shape.typos],
    }
    few = interpretation.most + most <= plans.MAX_SCORED[shape.typos]
    wordy: WordyQuery = "all" if few else "most_voted"
    return Wanted(wordy, shape, values, most_words=interpretation.most_words or meaning is None)


async def fetch_candidates(
    db: Connection,
    search: Search,
    wanted: Wanted,
    meaning: blend.QueryMeaning | None,
    before: Sequence[int] = (),
    nearest: meanings.LoadedNearest | None = None,
) -> tuple[blend.Candidates, Sequence[str]]:
    """The nearest listings, those of `wanted`, and those with the ids `before`, to compare the others with. `nearest`:
    if they are known already.

    The nearest are found in memory. If it turns out that this was out of date, we update it and search again. If
    there are few candidates, their summaries are fetched too.
    """
    among, count = await _among(db, search, wanted.nearest) if meaning else (None, 0)
    statement = _candidates_statement(wanted.shape, wanted.wordy, search.filters, few=count <= NEAREST_AFTER)
    server = meanings.server_of(db)
    row: tuple[Any, ...] = ()
    for again in (False, True):  # before the second time, all that was committed before this search is in memory
        if meaning and (again or nearest is None):
            nearest = await meanings.find_loaded(server, meaning.vector, count, among)
        known = meanings.get_loaded(server)
        values = search.values() | {
            "keyword": (search.q or "").strip().lower(),
            "near": arrays.of_numbers([*before, *(nearest.ids if nearest else ())]),
            "seen": known and known.seen.get(server),
        }
        [row] = await db.start(statement, {**wanted.values, **values}, binary=True)
        await meanings.update(db, server, meanings.MeaningState(*row[:5]), gone=row[5])
        if nearest is None or nearest.is_current(server):
            break
    best = wanted.values.get("all_weights", 1.0) * ranking.MAX_IN_FIELDS
    return _as_candidates(row[6:-1], best, most_words=wanted.most_words), row[-1] or ()


def _as_candidates(row: Sequence[bytes | None], best: float, *, most_words: bool) -> blend.Candidates:
    """`best`: the best score that words can reach."""
    ids, scores, standings, vectors, pieces = (part or b"" for part in row)
    if not ids:
        return blend.NO_CANDIDATES
    score = np.frombuffer(scores, dtype=">f8")
    return blend.Candidates(
        np.frombuffer(ids, dtype=">i8").astype(np.int64),
        (score >= 0) & most_words,
        np.clip(score / best, 0, 1),
        np.frombuffer(standings, dtype=">i4").astype(np.int64),
        from_bytes(vectors),
        pieces_from_bytes(pieces),
    )


async def _among(db: Connection, search: Search, nearest: int) -> tuple[meanings.Ids | None, int]:
    """Which listings to compare (None: all), and how many of them in full: `nearest`, if that is certain to do."""
    if not _is_filtered(search):
        return None, nearest
    found = await (
        await db.execute(_among_statement(search.filters), search.values() | {"most": MAX_AMONG + 1})
    ).fetchall()
    if len(found) > MAX_AMONG:
        return None, NEAREST_FILTERED
    return np.array([number for (number,) in found], dtype=np.int64), nearest


def _is_filtered(search: Search) -> bool:
    return bool(search.filters) or search.status != "live"


@cache
def _among_statement(filters: frozenset[Filter]) -> bytes:
    return AMONG.format(listings=LISTINGS if filters else SEARCHED, conditions=filter_conditions(filters)).as_bytes()


@cache
def _candidates_statement(
    shape: ranking.Shape | None, wordy: WordyQuery, filters: frozenset[Filter], *, few: bool
) -> bytes:
    parts = {"listings": LISTINGS if filters else SEARCHED, "conditions": filter_conditions(filters)}
    return CANDIDATES.format(
        wordy=WORDY_QUERIES[wordy].format(
            best_of_all=_best(shape, ALL_ROWS.format(**parts)),
            best_of_most_voted=_best(shape, MOST_VOTED_ROWS.format(**parts)),
            some=SOME_WORDY,
            most=WORDY,
            **parts,
        ),
        categorized=CATEGORIZED.format(some=SOME_WORDY, **parts),
        state=meanings.STATE,
        summaries=sql.SQL("array_agg(summary)" if few else "null::text[]"),
        **parts,
    ).as_bytes()


def _best(shape: ranking.Shape | None, rows: sql.Composable) -> sql.Composable:
    return ranking.best(shape, ranking.bounded(shape, rows), WORDY) if shape else sql.SQL("")
