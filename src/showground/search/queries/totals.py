"""How many listings match, remembered where it takes long to count, for as long as nothing has changed."""

from collections import OrderedDict
from typing import Any

from showground.core.database.pool import Connection
from showground.search import statements
from showground.search.filters import Search

MAX_CACHED = 2_000
HELPED_FROM = 50_000  # matches; to count so many takes so long that other processes of PostgreSQL may help

SEEN_CHANGES = "select count(*), coalesce(sum(id), 0) from search_change"
# One new row stands for all that are deleted: no state is ever taken for an earlier one.
FOLD = """
with old as (delete from search_change returning id)
insert into search_change select from old limit 1
"""

Key = tuple[Any, ...]
_kept: OrderedDict[Key, tuple[Any, int]] = OrderedDict()  # what was seen when it was counted, and the count


async def count(db: Connection, search: Search, match: str, likely: int) -> int:
    """How many match, of the filters' listings; about so many do."""
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
    """Let one row stand for all changes so far, so that there are never many to look at."""
    await db.execute(FOLD)
