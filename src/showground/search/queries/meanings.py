"""The vectors of listings: written when a listing changes, and compared with the meaning of a query.

Every process keeps the signs of all vectors in memory (`NearestIndex`). Before each use it asks for the rows that
changed since it last asked, so a listing is found as soon as its transaction has committed, from any process.

Which rows are these? Each row has the number of the transaction that wrote it. A transaction with a lower number may
commit later than one with a higher number, so "greater than the last one seen" would miss rows. Instead, we remember
`xmin` of the snapshot we read: every transaction below it had ended. All rows from there on are read again next time.

Rows that are gone stay in memory until they come up in a search; the database no longer has them then.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from showground.core.database.pool import Connection
from showground.search.embedding.listing_vectors import embed_listing
from showground.search.embedding.nearest import Ids, NearestIndex
from showground.search.embedding.text_vectors import Vector, as_bytes, signs_of
from showground.search.interpretation import NOTHING

LOADED_AT_ONCE = 50_000
MAX_INDEXES = 2  # databases that one process searches: ours, and a new one after a restore
IN_THREAD_FROM = 200_000  # listings; below, a comparison takes at most about two milliseconds

WRITE = """
insert into listing_meaning (listing_id, vector, bits) select * from unnest(%s::bigint[], %s::bytea[], %s::bytea[])
on conflict (listing_id) do update set vector = excluded.vector, bits = excluded.bits, changed = excluded.changed
where listing_meaning.vector <> excluded.vector
"""
# After a restore, rows may have numbers of transactions that are still to come here. They were there from the
# beginning, so the upper bound leaves them out. The first columns tell whether it is still the same table.
CHANGED = """
select d.oid::bigint, pg_relation_filenode('listing_meaning')::bigint, pg_snapshot_xmin(pg_current_snapshot())::text,
    exists (select from listing_search where name = (select %(name)s::text) collate "C")
        or exists (select from listing_search where names @@ (select %(in_name)s::tsquery)),
    changed.ids, changed.bits
from pg_database d cross join lateral (
    select string_agg(int8send(listing_id), '' order by listing_id) as ids,
        string_agg(bits, '' order by listing_id) as bits
    from listing_meaning where changed >= (select %(seen)s::text::xid8)
        and changed < (select pg_snapshot_xmax(pg_current_snapshot()))
) changed where d.datname = current_database()
"""
LOAD = """
select string_agg(int8send(listing_id), '' order by listing_id), string_agg(bits, '' order by listing_id),
    max(listing_id)
from (select listing_id, bits from listing_meaning where listing_id > %s order by listing_id limit %s) chunk
"""
GONE = "select id from unnest(%s::bigint[]) id where not exists (select from listing_meaning where listing_id = id)"

Place = tuple[str, int, int]  # database, its oid, and the file of the table: a restore changes one of them
Server = tuple[str, int]


@dataclass
class LoadedMeanings:
    """What is in memory of one table, and up to which transaction, by server: a replica may be behind the primary."""

    index: NearestIndex = field(default_factory=NearestIndex)
    seen: dict[Server, str] = field(default_factory=dict[Server, str])


_loaded: OrderedDict[Place, LoadedMeanings] = OrderedDict()
_last: dict[tuple[str, Server], Place] = {}
_locks: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()


async def write(db: Connection, rows: Iterable[Mapping[str, Any]], categories: Mapping[str, Sequence[str]]) -> None:
    """Store the vectors of these listings; `categories`: the names that each category is known by."""
    ids: list[int] = []
    vectors: list[Vector] = []
    for row in rows:
        names = [name for category in row["categories"] or () for name in categories.get(category["slug"], ())]
        ids.append(row["id"])
        vectors.append(embed_listing(row, names))
    await db.execute(WRITE, (ids, [as_bytes(vector) for vector in vectors], [signs_of(vector) for vector in vectors]))


async def get_current(db: Connection, name: str, in_name: str = NOTHING) -> tuple[NearestIndex, bool]:
    """The signs of all committed vectors, and whether a listing has this name (written as one word), or a name that
    matches `in_name` (a tsquery)."""
    server = (db.info.host, db.info.port)
    place = _last.get((db.info.dbname, server))
    known = _loaded.get(place) if place else None
    seen = known.seen.get(server) if known else None
    found = await (await db.execute(CHANGED, {"name": name, "in_name": in_name, "seen": seen}, binary=True)).fetchone()
    assert found is not None  # noqa: S101  # nosec B101
    oid, file, xmin, named, ids, bits = found
    now = (db.info.dbname, oid, file)
    if known is None or now != place or seen is None:
        return await _load(db, now, server, xmin), named
    known.index.put(ids or b"", bits or b"")
    known.seen[server] = xmin
    return known.index, named


async def find_nearest(index: NearestIndex, vector: Vector, count: int, among: Ids | None = None) -> list[int]:
    """The ids of the nearest listings, the nearest first. Large directories are compared in a thread."""
    if len(index) < IN_THREAD_FROM:
        return index.find(vector, count, among).tolist()
    return (await asyncio.to_thread(index.find, vector, count, among)).tolist()


async def forget_gone(db: Connection, index: NearestIndex, ids: Sequence[int]) -> None:
    """Remove from memory those of these listings that have no vector any more."""
    gone = [number for (number,) in await db.all(GONE, (list(ids),))]
    if gone:
        index.drop(np.array(gone, dtype=np.int64))


async def _load(db: Connection, place: Place, server: Server, xmin: str) -> NearestIndex:
    """Read all signs, once per process; `xmin` is older than what is read, so nothing is missed next time."""
    lock = _locks.setdefault(asyncio.get_running_loop(), asyncio.Lock())
    async with lock:
        known = _loaded.get(place)
        if known is None:
            known = LoadedMeanings()
            last = 0
            while True:
                row = await (await db.execute(LOAD, (last, LOADED_AT_ONCE), binary=True)).fetchone()
                if row is None or row[2] is None:
                    break
                known.index.put(row[0], row[1])
                last = row[2]
            _loaded[place] = known
            while len(_loaded) > MAX_INDEXES:
                _loaded.popitem(last=False)
        known.seen.setdefault(server, xmin)
        _last[db.info.dbname, server] = place
        return known.index
