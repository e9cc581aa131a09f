"""Finds a page of listings and the total number of matches, with the cheapest plan for the expected number.

For a search by relevance, there are three plans:

- Few matches (up to 2,000): score them all and sort.
- Many: score only the candidates that can come first, then list the rest by votes. For example, of 40,000 matches for
  `app` we score the 600 most voted ones with `app` in the name and the 600 most voted of all.
- A large part of all listings: the same, but find the most voted matches by walking the votes index.

Estimates come from word counts, so a wrong estimate costs time but never changes which listings match.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from showground.core.database.pool import Connection
from showground.search import ranking, statements
from showground.search.filters import Search
from showground.search.interpretation import Reading, readings
from showground.search.queries import totals

# Up to this many matches are all scored; the key says whether typos are involved, which take longer to score.
RANKED_AT_ONCE = {False: 2_000, True: 1_000}
HEAD = {False: 600, True: 200}  # candidates of each kind, if there are more matches
# With very many matches, walking the votes index and testing each row beats fetching every match. One step of the walk
# costs about twice as much as fetching a match (measured at 100,000 listings).
PASSING_BY = 2
FAR_TOO_MANY = 5  # times RANKED_AT_ONCE
COSTLIER = 8  # times the cost of skipping a row of the sort index is the cost of reading and sorting a listing


@dataclass(frozen=True)
class SearchResults:
    """The stored summaries of one page, and the number of matches on all pages."""

    summaries: list[str]
    total: int


async def find(db: Connection, search: Search) -> SearchResults:
    """Find a page of listings. The statements need no common snapshot: each one is consistent in itself."""
    if search.q is None:
        return await _find_by_filters(db, search)
    async for reading in readings(db, search.q):
        found = await _find_by_words(db, search, reading)
        if found.total:
            return found
    return SearchResults([], 0)


async def _find_by_filters(db: Connection, search: Search) -> SearchResults:
    """Pick the cheaper plan. A small category is read whole and sorted. For a large one we walk the sort index and skip
    rows of other categories, about `all / size` rows per hit."""
    values, few = search.values(), False
    if "category" in search.filters:
        size, of_all = await (await db.execute(statements.SIZE_OF_CATEGORY, values)).fetchone() or (0, 0)
        if size == 0:
            return SearchResults([], 0)
        few = size * COSTLIER <= (search.offset + search.per_page) * of_all / size
    return await _fetch(db, statements.without_words(search.sort, search.filters, few=few), values)


async def _find_by_words(db: Connection, search: Search, reading: Reading) -> SearchResults:
    values = search.values() | {"match": reading.match}
    shape = ranking.Shape.of(reading)
    few, head = RANKED_AT_ONCE[shape.typos], HEAD[shape.typos]
    if search.sort != "relevance":
        if reading.likely <= few:
            return await _fetch(db, statements.sorted_matches(search.sort, search.filters), values)
        statement = statements.sorted_many(search.sort, search.filters)
        row = await (await db.execute(statement, values)).fetchone()
        return SearchResults(row[0] if row else [], await totals.count(db, search, reading.match, reading.likely))
    values |= ranking.values(reading) | {"few": few, "head": head}
    if reading.most > few and (reading.likely > few // FAR_TOO_MANY or reading.most > few * FAR_TOO_MANY):
        if reading.likely**2 <= head * reading.listings * PASSING_BY:
            return await _find_among_many(db, search, statements.head_of_matches(shape, search.filters), values)
        values["total"] = await totals.count(db, search, reading.match, reading.likely)
        if values["total"] > few:
            return await _find_among_many(db, search, statements.head_of_most(shape, search.filters), values)
    return await _fetch(db, statements.ranked_matches(shape, search.filters), values)


async def _find_among_many(
    db: Connection, search: Search, statement: bytes, values: Mapping[str, Any]
) -> SearchResults:
    """The scored candidates first, by score; then all other matches, the most voted first."""
    # The best plan depends on the words, so plan each query separately.
    row = await (await db.execute(statement, values, prepare=False)).fetchone()
    summaries, total, head = row or ([], 0, None)
    if head is None:
        return SearchResults(summaries, total)
    here = head[search.offset : search.offset + search.per_page]
    # Ask for exactly as many as exist: looking for one more would scan everything.
    missing = max(0, min(search.per_page - len(here), total - len(head)))
    rest = {"offset": max(0, search.offset - len(head)), "limit": missing}
    statement = statements.rest_of_matches(search.filters)
    row = await (await db.execute(statement, {**values, **rest, "head_ids": head, "page_ids": here})).fetchone()
    return SearchResults(row[0] if row else [], total)


async def _fetch(db: Connection, statement: bytes, values: Mapping[str, Any]) -> SearchResults:
    row = await (await db.execute(statement, values)).fetchone()
    return SearchResults(*row) if row else SearchResults([], 0)
