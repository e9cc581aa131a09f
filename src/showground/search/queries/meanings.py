"""The vectors of listings: written when a listing changes, and compared with the meaning of a query.

Every process keeps the signs of all vectors in memory (`NearestIndex`). Each search that uses them also asks for the
rows that changed since the last one (`STATE`). If there are any, they are added, and the search is run again. So a
listing is found as soon as its transaction has committed, from any process.

Which rows are these? Each row has the number of the transaction that wrote it. A transaction with a lower number may
commit later than one with a higher number, so "greater than the last one seen" would miss rows. Instead, we remember
`xmin` of the snapshot we read: every transaction below it had ended. All rows from there on are read again next time.

Deleted rows stay in memory until a search comes across them and the database no longer has them.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from psycopg import sql

from showground.core.database.pool import Connection
from showground.search.embedding.choice import get_chosen
from showground.search.embedding.embedder import get_embedder
from showground.search.embedding.listing_vectors import embed_listing
from showground.search.embedding.nearest import Ids, NearestIndex
from showground.search.embedding.text_vectors import Vector, as_bytes, pieces_as_bytes, signs_of

LOADED_AT_ONCE = 50_000
MAX_INDEXES = 2  # databases that one process searches: ours, and a new one after a restore
IN_THREAD_FROM = 200_000  # listings; below, a comparison takes at most about two milliseconds

WRITE = """
insert into listing_meaning (listing_id, vector, bits, pieces, by_encoder)
select *, %s from unnest(%s::bigint[], %s::bytea[], %s::bytea[], %s::bytea[])
on conflict (listing_id) do update set vector = excluded.vector, bits = excluded.bits, pieces = excluded.pieces,
    by_encoder = excluded.by_encoder, changed = excluded.changed
where (listing_meaning.vector, listing_meaning.pieces, listing_meaning.by_encoder)
    <> (excluded.vector, excluded.pieces, excluded.by_encoder)
"""
# After a restore, rows may have transaction numbers that this server has not reached yet. They were loaded at the
# beginning, so the upper bound leaves them out. The first columns tell whether it is still the same table.
STATE = sql.SQL(
    """
    select d.oid::bigint, pg_relation_filenode('listing_meaning')::bigint,
        pg_snapshot_xmin(pg_current_snapshot())::text, changed.*
    from pg_database d cross join lateral (
        select string_agg(int8send(listing_id), '' order by listing_id), string_agg(bits, '' order by listing_id)
        from listing_meaning where changed >= (select %(seen)s::text::xid8)
            and changed < (select pg_snapshot_xmax(pg_current_snapshot()))
    ) changed where d.datname = current_database()
    """
)
LOAD = """
select string_agg(int8send(listing_id), '' order by listing_id), string_agg(bits, '' order by listing_id),
    max(listing_id)
from (select listing_id, bits from listing_meaning where listing_id > %s order by listing_id limit %s) chunk
"""
Server = tuple[str, int, str]  # host, port and database
Place = tuple[str, int, int]  # database, its oid, and the file of the table: a restore changes one of them


class MeaningState(NamedTuple):
    """A row of STATE: which table it is, up to which transaction all have ended, and what has changed."""

    database: int
    file: int
    xmin: str
    ids: bytes | None
    bits: bytes | None


@dataclass
class LoadedMeanings:
    """What is in memory of one table, and up to which transaction, by server: a replica may be behind the primary."""

    index: NearestIndex = field(default_factory=NearestIndex)
    seen: dict[Server, str] = field(default_factory=dict[Server, str])


@dataclass(frozen=True, slots=True)
class LoadedNearest:
    """The nearest listings of those that were in memory, and what was."""

    ids: list[int]
    index: NearestIndex | None
    version: int

    def is_current(self, server: Server) -> bool:
        known = get_loaded(server)
        return known is not None and known.index is self.index and known.index.version == self.version


_loaded: OrderedDict[Place, LoadedMeanings] = OrderedDict()
_last: dict[Server, Place] = {}
_locks: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()


async def write(db: Connection, rows: Iterable[Mapping[str, Any]], categories: Mapping[str, Sequence[str]]) -> None:
    """Store the vectors of these listings; `categories`: the names that each category is known by."""
    slow = get_embedder().slow
    ids: list[int] = []
    found: list[tuple[bytes, bytes, bytes]] = []
    for row in rows:
        names = [name for category in row["categories"] or () for name in categories.get(category["slug"], ())]
        vector, pieces = await asyncio.to_thread(embed_listing, row, names) if slow else embed_listing(row, names)
        ids.append(row["id"])
        found.append((as_bytes(vector), signs_of(vector), pieces_as_bytes(pieces)))
    await db.execute(WRITE, (get_chosen() == "encoder", ids, *(list(column) for column in zip(*found, strict=True))))


def server_of(db: Connection) -> Server:
    info = db.info
    return info.host, info.port, info.dbname


def get_loaded(server: Server) -> LoadedMeanings | None:
    """What this process has in memory of this database; it may be out of date."""
    place = _last.get(server)
    return _loaded.get(place) if place else None


async def update(db: Connection, server: Server, state: MeaningState, gone: Sequence[int]) -> None:
    """Load what has changed and drop what is gone."""
    place = (server[-1], state.database, state.file)
    known = _loaded.get(place)
    if known is None or server not in known.seen or _last.get(server) != place:
        await _load(db, place, server, state.xmin)
        return
    if gone:
        known.index.drop(np.array(gone, dtype=np.int64))
    if state.ids is not None:
        known.index.put(state.ids, state.bits or b"")
    known.seen[server] = state.xmin


async def get_current(db: Connection) -> NearestIndex:
    """The signs of all public listings, up to date."""
    server = server_of(db)
    while True:
        known = get_loaded(server)
        row = await (
            await db.execute(STATE.as_bytes(), {"seen": known and known.seen.get(server)}, binary=True)
        ).fetchone()
        assert row is not None  # noqa: S101  # nosec B101
        await update(db, server, MeaningState(*row), gone=())
        if known is not None:
            return known.index


async def find_loaded(server: Server, vector: Vector, count: int, among: Ids | None = None) -> LoadedNearest:
    """The nearest listings of those in memory, which may be out of date."""
    known = get_loaded(server)
    if known is None:
        return LoadedNearest([], None, 0)
    version = known.index.version  # before, because other searches may load more meanwhile
    return LoadedNearest(await find_nearest(known.index, vector, count, among), known.index, version)


async def find_nearest(index: NearestIndex, vector: Vector, count: int, among: Ids | None = None) -> list[int]:
    """The ids of the nearest listings, the nearest first. Large directories are compared in a thread."""
    if len(index) < IN_THREAD_FROM:
        return index.find(vector, count, among).tolist()
    return (await asyncio.to_thread(index.find, vector, count, among)).tolist()


async def _load(db: Connection, place: Place, server: Server, xmin: str) -> None:
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
        _last[server] = place
