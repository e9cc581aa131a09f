"""Counts in how many listings each word occurs, and keeps the bitmaps of common words. Jobs do this, because updating
counters while publishing would make transactions wait for each other."""

from showground.core.database.pool import Connection
from showground.search.queries.index import add_words

FORGOTTEN_AT_ONCE = 5_000

COUNT = """
create temporary table counted on commit drop as
select word collate "C" as word, ndoc as listings from ts_stat('select words from listing_search')
"""
# Counts only serve to compare words, so small changes (up to 5%) are not written.
UPDATE = """
update search_word known set listings = counted.listings from counted
where counted.word = known.word and abs(counted.listings - known.listings) > known.listings / 20
"""
MISSING = "select word from counted where not exists (select from search_word known where known.word = counted.word)"
UNUSED = """
select word from search_word known where not exists (select from counted where counted.word = known.word)
limit %s
"""
UNITE = """
delete from search_word twin using search_word known
where twin.word = known.word and (twin.compound, twin.ctid) > (known.compound, known.ctid)
"""
FORGET = """
delete from search_word known where word = any(%s)
    and not exists (select from listing_search where words @@ quote_literal(known.word)::tsquery)
"""


async def count_words(db: Connection) -> None:
    """Recount all words, merge those that were added twice, and delete those that no public listing uses."""
    await db.take_time()
    await db.execute("select gin_clean_pending_list('listing_search_words')")  # it is long after a bulk import
    await db.execute("analyze listing_search")
    await db.execute(COUNT)
    await db.execute("create index on counted (word)")
    await db.execute("analyze counted")
    await db.execute(UPDATE)
    await add_words(db, [word for (word,) in await db.all(MISSING)])
    unused = [word for (word,) in await db.all(UNUSED, (FORGOTTEN_AT_ONCE,))]
    # From here on, publishing waits for a moment: nobody may rely on a word that we are about to delete.
    await db.execute("lock table search_word in share row exclusive mode")
    await db.execute(UNITE)
    await db.execute(FORGET, (unused,))


async def refresh_bitmaps(db: Connection) -> None:
    """Make and delete bitmaps, after words were counted."""
    from showground.search.queries import common_words  # noqa: PLC0415  numpy takes a tenth of a second to import

    await common_words.refresh(db)


async def merge_bitmaps(db: Connection) -> bool:
    """Bring bitmaps up to date, if many listings have changed. Returns whether there may be more to do."""
    from showground.search.queries import common_words  # noqa: PLC0415  as above

    return await common_words.merge(db)
