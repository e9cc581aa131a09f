"""Stores which listings have a common word, as bitmaps (`search_bitmap`), and brings them up to date.

Example: of 1,000,000 listings, 500,000 have `app`. Its bitmap has 16 parts of 8 kB. Counting the matches of `app` takes
a read of these 128 kB instead of 500,000 rows; for `app editor`, the bitmaps of both words are combined.

How totals stay exact: triggers note every listing whose row changes in `search_unmerged`, in the same transaction. A
search ignores the bits of these listings and looks at their rows instead. So it doesn't matter when each bitmap was
made, as long as every listing that changed since is noted. `merge` corrects the bits of noted listings and deletes the
notes that it has read, in one transaction. If a listing changes meanwhile, there is a new note.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence

import numpy as np

from showground.core.database.pool import Connection
from showground.search.listing_bits import PART, Ids, pack, read_ids, split, unpack

MIN_SHARE = 0.01  # of all listings; a common word is in at least this share
# Fewer matches than this are all scored (plans.MAX_SCORED), so that their rows are read anyway.
MIN_LISTINGS = 2_000
KEPT_FROM = 0.5  # a word keeps its bitmap down to this share of what it needs to get one, so that few come and go
LOOKED_UP_ONE_BY_ONE = 50  # words that have become common; up to so many, the word index is faster
MERGED_FROM = 200  # changed listings; up to then, looking at their rows takes a search about a millisecond
MERGED_AT_ONCE = 5_000

LOCK = "lock table search_bitmap in share row exclusive mode"  # of two jobs, one waits; searches don't
LIMIT = "select greatest(%s, %s * reltuples) from pg_class where oid = 'listing_search'::regclass"
COMMON = "select distinct word from search_word where listings >= %s"
KNOWN = "select distinct word from search_bitmap"
FORGET = "delete from search_bitmap where word = any(%s)"
LISTINGS_WITH = (
    "select string_agg(int8send(listing_id), '') from listing_search where words @@ quote_literal(%s)::tsquery"
)
# The same for many words at once, in one part of the ids. Reading all words of all listings takes less time than
# looking up thousands of words one by one.
PARTS = "select min(listing_id) / %(part)s, max(listing_id) / %(part)s from listing_search"
LISTINGS_WITH_EACH = """
select word, string_agg(int8send(listing_id), '') from (
    select listing_id, unnest(tsvector_to_array(words)) as word from listing_search
    where listing_id >= %(first)s and listing_id < %(first)s::bigint + %(part)s
) each where word = any(%(words)s::text[]) group by word
"""
BY_STATUS = "select '^' || status, string_agg(int8send(listing_id), '') from listing_search group by 1"
BY_VOTES = """
select '^' || lpad((standing / 5)::text, 2, '0'), string_agg(int8send(listing_id), '') from listing_search group by 1
"""
FORGET_NOTES = "delete from search_unmerged"  # while there are no bitmaps, or before the first ones are made
UNMERGED = "select id, listing_id from search_unmerged order by id limit %s"
ROWS = """
select listing_id, array['^' || status, '^' || lpad((standing / 5)::text, 2, '0')] || tsvector_to_array(words)
from listing_search where listing_id = any(%s)
"""
PART_ROWS = "select word, bits from search_bitmap where part = %s"
WRITE = """
insert into search_bitmap (word, part, listings, bits)
select * from unnest(%s::text[], %s::int[], %s::int[], %s::bytea[])
on conflict (word, part) do update set listings = excluded.listings, bits = excluded.bits
"""
BitmapRow = tuple[str, int, int, bytes]  # word, part, how many listings, and what is stored
MERGED = "delete from search_unmerged where id = any(%s)"


async def refresh(db: Connection) -> None:
    """Make the bitmaps of words that have become common, and delete those of words that are no longer."""
    await db.take_time(work_mem="64MB")
    await db.execute(LOCK)
    known = {word for (word,) in await db.all(KNOWN)}
    if not known:
        await db.execute(FORGET_NOTES)
    (limit,) = await db.one(LIMIT, (MIN_LISTINGS, MIN_SHARE)) or (MIN_LISTINGS,)
    common = {word for (word,) in await db.all(COMMON, (limit,))}
    still_common = {word for (word,) in await db.all(COMMON, (limit * KEPT_FROM,))}
    gone = {word for word in known if not word.startswith("^") and word not in still_common}
    if not common:
        gone = known
    await db.execute(FORGET, (list(gone),))
    if len(common - known) > LOOKED_UP_ONE_BY_ONE:
        await _add_many(db, sorted(common - known))
    else:
        for word in sorted(common - known):
            [(ids,)] = await (await db.execute(LISTINGS_WITH, (word,), binary=True)).fetchall()
            await _add(db, word, read_ids(ids))
    if common and not any(word.startswith("^") for word in known):
        for statement in (BY_STATUS, BY_VOTES):
            for name, ids in await (await db.execute(statement, binary=True)).fetchall():
                await _add(db, name, read_ids(ids))


async def merge(db: Connection) -> bool:
    """Correct the bits of listings that have changed, if there are many. Whether there may be more of them."""
    await db.take_time()
    await db.execute(LOCK)
    words = [word for (word,) in await db.all(KNOWN)]
    if not words:
        await db.execute(FORGET_NOTES)
        return False
    notes = await db.all(UNMERGED, (MERGED_AT_ONCE,))
    if len(notes) < MERGED_FROM:
        return False
    by_part: dict[int, set[int]] = defaultdict(set)
    for _, listing in notes:
        by_part[listing // PART].add(listing)
    for part, listings in by_part.items():
        await _merge_part(db, part, np.array(sorted(listings), dtype=np.int64), words)
    await db.execute(MERGED, ([number for number, _ in notes],))
    return len(notes) == MERGED_AT_ONCE


async def _merge_part(db: Connection, part: int, listings: Ids, words: Sequence[str]) -> None:
    having: dict[str, list[int]] = defaultdict(list)
    for listing, names in await db.all(ROWS, (listings.tolist(),)):
        for name in names:
            having[name].append(listing % PART)
    # Tiers are not known in advance: the first listing with so many votes may be among these.
    tiers = [name for name in having if name.startswith("^")]
    stored: Mapping[str, bytes] = dict(await (await db.execute(PART_ROWS, (part,), binary=True)).fetchall())
    written: list[BitmapRow] = []
    for word in {*words, *tiers}:
        flags = np.zeros(PART, dtype=np.bool_)
        unpack(stored.get(word, b""), flags)
        flags[listings % PART] = False
        flags[having.get(word, [])] = True
        bits = pack(flags)
        if bits != stored.get(word, b""):
            written.append((word, part, int(np.count_nonzero(flags)), bits))
    await _write(db, written)


async def _add_many(db: Connection, words: Sequence[str]) -> None:
    first, last = await db.one(PARTS, {"part": PART}) or (None, None)
    for part in range(first, last + 1) if first is not None and last is not None else ():
        asked = {"first": part * PART, "part": PART, "words": words}
        found = await (await db.execute(LISTINGS_WITH_EACH, asked, binary=True)).fetchall()
        await _write(db, [(word, *row) for word, ids in found for row in split(read_ids(ids))])


async def _add(db: Connection, word: str, ids: Ids) -> None:
    await _write(db, [(word, *row) for row in split(ids)])


async def _write(db: Connection, rows: Sequence[BitmapRow]) -> None:
    if rows:
        await db.execute(WRITE, [list(column) for column in zip(*rows, strict=True)])
