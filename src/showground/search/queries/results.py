"""Finding listings: a page of them, and how many there are on all pages."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from showground.core.database.pool import Connection
from showground.search import ranking, statements
from showground.search.filters import Search
from showground.search.interpretation import Reading, readings
from showground.search.queries import totals

# So many matches are all ranked; of more, only the best named and the most voted are. Typos take longer to rank.
RANKED_AT_ONCE = {False: 2_000, True: 1_000}
HEAD = {False: 600, True: 200}  # of each
# Of very many matches the most voted are sooner met along the votes, with all those that do not match, than all matches
# are read as the index tells them: for each listing the former takes so many times as long.
PASSING_BY = 2
FAR_TOO_MANY = 5  # times as many
COSTLIER = 8  # a listing that is read and sorted than one that is passed by


@dataclass(frozen=True)
class SearchResults:
    """Summaries as they are stored, and how many there are on all pages."""

    summaries: list[str]
    total: int


async def find(db: Connection, search: Search) -> SearchResults:
    """No two of the statements need to see the same state: each finds what it shows."""
    if search.q is None:
        return await _find_by_filters(db, search)
    async for reading in readings(db, search.q):
        found = await _find_by_words(db, search, reading)
        if found.total:
            return found
    return SearchResults([], 0)


async def _find_by_filters(db: Connection, search: Search) -> SearchResults:
    """A page of a small category is sooner found in the category, one of a large one by going along the order, past
    as many others as there are for each of the category's own."""
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
    """First those that are worth ranking, in order of rank; then all others, the most voted first."""
    # How to go about it depends on the words: each query is planned for its own.
    row = await (await db.execute(statement, values, prepare=False)).fetchone()
    summaries, total, head = row or ([], 0, None)
    if head is None:
        return SearchResults(summaries, total)
    here = head[search.offset : search.offset + search.per_page]
    # To look for one that is not there takes long.
    missing = max(0, min(search.per_page - len(here), total - len(head)))
    rest = {"offset": max(0, search.offset - len(head)), "limit": missing}
    statement = statements.rest_of_matches(search.filters)
    row = await (await db.execute(statement, {**values, **rest, "head_ids": head, "page_ids": here})).fetchone()
    return SearchResults(row[0] if row else [], total)


async def _fetch(db: Connection, statement: bytes, values: Mapping[str, Any]) -> SearchResults:
    row = await (await db.execute(statement, values)).fetchone()
    return SearchResults(*row) if row else SearchResults([], 0)
