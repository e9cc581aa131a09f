"""Counts in how many listings each word stands: apart from publishing, where everybody would wait for the counters."""

from showground.core.database.pool import Connection
from showground.search.queries.index import add_words

FORGOTTEN_AT_ONCE = 5_000

COUNT = """
create temporary table counted on commit drop as
select word collate "C" as word, ndoc as listings from ts_stat('select words from listing_search')
"""
# Counts only weigh words against each other: what moved by little is not written.
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
    """Count all words anew, unite those that were added twice, and forget those that no public listing has."""
    await db.take_time()
    await db.execute("select gin_clean_pending_list('listing_search_words')")  # there are many after a load in bulk
    await db.execute("analyze listing_search")
    await db.execute(COUNT)
    await db.execute("create index on counted (word)")
    await db.execute("analyze counted")
    await db.execute(UPDATE)
    await add_words(db, [word for (word,) in await db.all(MISSING)])
    unused = [word for (word,) in await db.all(UNUSED, (FORGOTTEN_AT_ONCE,))]
    # From here on, and not for long, whoever publishes waits: nobody may rely on a word that goes.
    await db.execute("lock table search_word in share row exclusive mode")
    await db.execute(UNITE)
    await db.execute(FORGET, (unused,))
