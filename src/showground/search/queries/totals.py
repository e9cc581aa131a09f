"""Counts matches, and caches slow counts as long as no listing has changed.

Every change of the index inserts a row into `search_change`. The number and sum of its ids identify the state of the
index: a cached count is valid while both are the same as when it was counted.
"""

from collections import OrderedDict
from typing import Any

from showground.core.database.pool import Connection
from showground.search.filters import Search
from showground.search.queries import statements

MAX_CACHED = 2_000
HELPED_FROM = 50_000  # expected matches from which PostgreSQL may count with parallel workers

SEEN_CHANGES = "select count(*), coalesce(sum(id), 0) from search_change"
# Replaces all rows with one new row. Its id is new, so the state differs from every earlier one.
FOLD = """
with old as (delete from search_change returning id)
insert into search_change select from old limit 1
"""

Key = tuple[Any, ...]
_kept: OrderedDict[Key, tuple[Any, int]] = OrderedDict()  # the state when it was counted, and the count


async def count(db: Connection, search: Search, match: str, likely: int) -> int:
    """How many listings match the words and the filters; `likely` is the estimate."""
    place = (db.info.host, db.info.port, db.info.dbname)
    key = (*place, search.status, match, *sorted(search.filtered.items()))
    seen = await db.one(SEEN_CHANGES)
    kept = _kept.get(key)
    if kept is not None and kept[0] == seen:
        _kept.move_to_end(key)
        return kept[1]
    if likely < HELPED_FROM:
        total = await _count(db, search, match)
    else:
        async with db.transaction():
            await db.execute("set local max_parallel_workers_per_gather = 2")
            total = await _count(db, search, match)
    _kept[key] = seen, total
    if len(_kept) > MAX_CACHED:
        _kept.popitem(last=False)
    return total


async def _count(db: Connection, search: Search, match: str) -> int:
    values = search.values() | {"match": match}
    counting = await db.execute(statements.count_all(search.filters), values, prepare=False)  # planned for these words
    [(total,)] = await counting.fetchall()
    return total


async def fold(db: Connection) -> None:
    """Replace the rows for all changes so far with one, so that there are never many to read."""
    await db.execute(FOLD)
