"""Stores which listings have a common word, or match a filter, as bitmaps (`search_bitmap`), and keeps them up to date.

Example: of 1,000,000 listings, 500,000 have `app`. Its bitmap has 16 parts of 8 kB. Counting the matches of `app` takes
a read of these 128 kB instead of 500,000 rows; for `app editor`, the bitmaps of both words are combined.

How totals stay exact: triggers note every listing whose row changes in `search_unmerged`, in the same transaction. A
search ignores the bits of these listings and looks at their rows instead. So it doesn't matter when each bitmap was
made, as long as every listing that changed since is noted. `merge` corrects the bits of noted listings and deletes the
notes that it has read, in one transaction. If a listing changes meanwhile, there is a new note.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import repeat
from typing import LiteralString

import numpy as np

from showground.core.database.pool import Connection
from showground.search.listing_bits import PART, Entries, Ids, group, pack, read_ids, split, unpack

MIN_SHARE = 0.01  # of all listings; a common word is in at least this share
# With fewer matches than this, all are scored (plans.MAX_SCORED), and their rows are read anyway.
MIN_LISTINGS = 2_000
KEPT_FROM = 0.5  # a word keeps its bitmap until it has fewer than this share of the listings needed to get one
LOOKED_UP_ONE_BY_ONE = 50  # up to this many words that have become common, the word index is faster
MERGED_FROM = 200  # changed listings; with fewer, reading their rows costs a search about a millisecond
MERGED_AT_ONCE = 5_000
READ_AT_ONCE = 8_192  # listings whose words are in memory: about 10 MB
MADE_AT_ONCE = 60_000  # bitmaps per run, because words are numbered with two bytes; the next run makes the others

LOCK = "lock table search_bitmap in share row exclusive mode"  # of two jobs, one waits; searches don't
LIMIT = "select greatest(%s, %s * reltuples) from pg_class where oid = 'listing_search'::regclass"
COMMON = "select distinct word from search_word where listings >= %s"
KNOWN = "select distinct word from search_bitmap"
FORGET = "delete from search_bitmap where word = any(%s)"
LISTINGS_WITH = (
    "select string_agg(int8send(listing_id), '') from listing_search where words @@ quote_literal(%s)::tsquery"
)
# The same for many words at once: all words of all listings are read and looked up here. PostgreSQL takes several times
# as long to group them by word, and longer still to look up thousands of words one by one.
PARTS = "select min(listing_id) / %(part)s, max(listing_id) / %(part)s from listing_search"
ALL_WORDS = """
select listing_id, array_to_string(tsvector_to_array(words), ' ') from listing_search
where listing_id >= %s and listing_id < %s order by listing_id
"""
BY_STATUS = "select '^' || status, string_agg(int8send(listing_id), '') from listing_search group by 1"
BY_VOTES = """
select '^' || lpad((standing / 5)::text, 2, '0'), string_agg(int8send(listing_id), '') from listing_search group by 1
"""
# The same for filters. They have names such as `^country=DE`; no word begins with ^ or contains =. `^changed=02963` has
# the listings that last changed in that week since 1970.
FILTERS = """
array_remove(array[
    '^country=' || l.country, '^stage=' || l.stage, '^pricing_model=' || l.pricing_model, (
        select '^changed=' || lpad(floor(extract(epoch from p.changed_at) / 604800)::int::text, 5, '0')
        from public_profile p where p.listing_id = l.id
    )
], null) || array(select '^category=' || number from unnest(l.category_ids) number)
"""
BY_FILTER = """
select name, string_agg(int8send(listing_id), '') from (
    select s.listing_id, unnest({filters}) as name from listing_search s join listing l on l.id = s.listing_id
) each group by name
""".replace("{filters}", FILTERS)  # nosec B608 - a constant
FORGET_FILTERS = "delete from search_bitmap where word > '^' and word < '_' and strpos(word, '=') > 0"
FILTERS_MADE = "^filters-and-weeks"  # the name of an empty bitmap, which says that there are bitmaps of filters
FORGET_NOTES = "delete from search_unmerged"  # while there are no bitmaps, or before the first ones are made
UNMERGED = "select id, listing_id from search_unmerged order by id limit %s"
ROWS = """
select listing_id,
    array['^' || s.status, '^' || lpad((standing / 5)::text, 2, '0')] || {filters} || tsvector_to_array(s.words)
from listing_search s join listing l on l.id = s.listing_id where listing_id = any(%s)
""".replace("{filters}", FILTERS)  # nosec B608 - a constant
PART_ROWS = "select word, bits from search_bitmap where part = %s"
WRITE = """
insert into search_bitmap (word, part, listings, bits)
select * from unnest(%s::text[], %s::int[], %s::int[], %b::bytea[])
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
        await _add_many(db, sorted(common - known)[:MADE_AT_ONCE])
    else:
        for word in sorted(common - known):
            [(ids,)] = await (await db.execute(LISTINGS_WITH, (word,), binary=True)).fetchall()
            await _add(db, word, read_ids(ids))
    if not common:
        return
    if not any(word.startswith("^") for word in known):
        await _add_each(db, BY_STATUS, BY_VOTES)
    if FILTERS_MADE not in known:
        await db.execute(FORGET_FILTERS)  # `merge` may have written some
        await _add_each(db, BY_FILTER)
        await _write(db, [(FILTERS_MADE, 0, 0, b"")])


async def merge(db: Connection) -> bool:
    """Correct the bits of listings that have changed, if there are many. Returns whether there may be more of them."""
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
    # Tiers of votes are not known in advance: one of these listings may be the first in its tier.
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
    numbers = {word: number for number, word in enumerate(words, 1)}
    for part in range(first, last + 1) if first is not None and last is not None else ():
        found: list[Entries] = []
        for start in range(part * PART, (part + 1) * PART, READ_AT_ONCE):
            rows = await (await db.execute(ALL_WORDS, (start, start + READ_AT_ONCE), binary=True)).fetchall()
            found.append(_look_up(rows, numbers))
        stored = group(np.concatenate(found), len(words))
        await _write(db, [(words[number - 1], part, count, bits) for number, count, bits in stored])


def _look_up(rows: Sequence[tuple[int, str]], numbers: Mapping[str, int]) -> Entries:
    """An entry for each common word of each listing."""
    counts = [text.count(" ") + 1 for _, text in rows]
    words = " ".join(text for _, text in rows).split(" ")
    found = np.fromiter(map(numbers.get, words, repeat(0)), dtype=np.uint32)[: sum(counts)]
    places = np.repeat(np.array([listing % PART for listing, _ in rows], dtype=np.uint32), counts)
    return (found * np.uint32(PART) + places)[found > 0]


async def _add_each(db: Connection, *statements: LiteralString) -> None:
    for statement in statements:
        for name, ids in await (await db.execute(statement, binary=True)).fetchall():
            await _add(db, name, read_ids(ids))


async def _add(db: Connection, word: str, ids: Ids) -> None:
    await _write(db, [(word, *row) for row in split(ids)])


async def _write(db: Connection, rows: Sequence[BitmapRow]) -> None:
    if rows:
        await db.execute(WRITE, [list(column) for column in zip(*rows, strict=True)])
