"""Several connections change listings, launches and ratings at once: what triggers keep beside them stays exact."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random
from typing import Any, Literal, LiteralString

import numpy as np
import psycopg
import pytest

from showground import launches
from showground.categories import category_tree
from showground.core.calls.dispatch import Dispatcher
from showground.core.calls.errors import Unavailable
from showground.core.database.pool import Connection
from showground.listings import counts, public_profiles, status
from showground.search import public_counts, word_counts
from showground.search.listing_bits import PART, read_ids, unpack
from showground.search.queries import common_words
from tests.search.listings import NOW, add, make
from tests.support.dispatcher import open_dispatcher
from tests.support.kept_connections import KEPT
from tests.support.locks import ask
from tests.support.wait import until

pytestmark = pytest.mark.anyio

Ending = Literal["commit", "rollback"]

MONDAY = date(2026, 3, 9)
RATED = 30
ROUNDS = 25
WRONG_LAUNCHES = (
    "select count(*) from launch join listing l on l.id = listing_id where not_live <> (l.status <> 'live')"
)
RATED_BY_TALLY = "select coalesce(sum(n), 0)::int from rated_tally"
RATED_BY_ROWS = "select count(*)::int from listing where status = 'live' and domain_rating is not null"
PUBLIC_BY_TALLY = """
select status, category_id, sum(n)::int from listing_tally group by 1, 2 having sum(n) <> 0 order by 1, 2
"""


@dataclass
class Writer:
    """A connection of its own, whose transaction stays open until the test ends it."""

    db: "psycopg.AsyncConnection[Any]"
    url: str

    async def write(self, statement: LiteralString, *values: Any) -> None:
        await self.db.execute(statement, values)

    async def begin_to_write(self, statement: LiteralString, *values: Any) -> "asyncio.Task[None]":
        """Send the statement and come back when it waits for another writer, or is done."""
        writing = asyncio.create_task(self.write(statement, *values))
        await until(lambda: self._waits(writing))
        return writing

    async def end(self, how: Ending) -> None:
        await (self.db.commit() if how == "commit" else self.db.rollback())

    async def _waits(self, writing: "asyncio.Task[None]") -> bool:
        blocked = ask(self.url, "select cardinality(pg_blocking_pids(%s))", self.db.info.backend_pid)
        return blocked > 0 or writing.done()


@pytest.fixture
async def dispatcher(database_url: str) -> AsyncGenerator[Dispatcher]:
    with psycopg.connect(database_url, autocommit=True) as db:  # a deadlock is found at once instead of after a second
        db.execute(f'alter database "{db.info.dbname}" set deadlock_timeout = 10'.encode())
        KEPT.end(db.info.dbname)
    async with open_dispatcher(database_url, clock=lambda: NOW) as dispatcher:
        async with dispatcher.database.transaction() as db:
            await category_tree.add_shipped_categories(db)
        yield dispatcher


@asynccontextmanager
async def writers(url: str, count: int = 2) -> AsyncGenerator[Sequence[Writer]]:
    async with AsyncExitStack() as stack:
        yield [
            Writer(await stack.enter_async_context(await psycopg.AsyncConnection.connect(url)), url)
            for _ in range(count)
        ]


async def assert_all_is_exact(dispatcher: Dispatcher) -> None:
    """All that is derived from listings is what a plain count over their rows says."""
    async with dispatcher.database.transaction() as db:
        assert await db.all(WRONG_LAUNCHES) == [(0,)]
        assert await db.all(RATED_BY_TALLY) == await db.all(RATED_BY_ROWS)
        by_tally = await db.all(PUBLIC_BY_TALLY)
        await db.execute("delete from listing_tally")
        await db.execute(public_counts.COUNT)
        assert by_tally == await db.all(PUBLIC_BY_TALLY)


async def assert_bitmaps_are_exact(dispatcher: Dispatcher) -> None:
    """Bits are what rows say, except those of noted listings, which a search ignores. After a merge, all are."""
    async with dispatcher.database.transaction() as db:
        noted = {number for (number,) in await db.all("select listing_id from search_unmerged")}
        assert await _stored(db, noted) == await _by_rows(db, noted)
        while await word_counts.merge_bitmaps(db):
            pass
        assert await db.all("select from search_unmerged") == []
        assert await _stored(db, set()) == await _by_rows(db, set())


async def _stored(db: Connection, without: set[int]) -> dict[str, set[int]]:
    found: dict[str, set[int]] = {}
    rows = await (
        await db.execute("select word, part, bits from search_bitmap where word ~ '^\\^'", binary=True)
    ).fetchall()
    for word, part, bits in rows:
        flags = np.zeros(PART, dtype=np.bool_)
        unpack(bits, flags)
        found.setdefault(word, set()).update((np.flatnonzero(flags) + part * PART).tolist())
    return _named(found, without)


async def _by_rows(db: Connection, without: set[int]) -> dict[str, set[int]]:
    found: dict[str, set[int]] = {}
    for statement in (common_words.BY_STATUS, common_words.BY_VOTES, common_words.BY_FILTER):
        for name, ids in await (await db.execute(statement, binary=True)).fetchall():
            found[name] = set(read_ids(ids).tolist())
    return _named(found, without)


def _named(found: dict[str, set[int]], without: set[int]) -> dict[str, set[int]]:
    return {name: ids - without for name, ids in found.items() if ids - without}


@pytest.mark.parametrize("ending", ["commit", "rollback"])
async def test_a_launch_is_added_while_its_listing_goes_live(dispatcher: Dispatcher, ending: Ending) -> None:
    [listing] = await add(dispatcher, make("jam", status="scheduled"))
    async with writers(dispatcher.database.conninfo) as (first, second):
        await first.write("update listing set status = 'live' where id = %s", listing)
        adding = await second.begin_to_write("insert into launch (listing_id, week) values (%s, %s)", listing, MONDAY)
        await first.end(ending)
        await adding
        await second.end("commit")
    async with dispatcher.database.reading() as db:
        assert await db.all("select not_live from launch") == [(ending == "rollback",)]
        assert await db.all(WRONG_LAUNCHES) == [(0,)]


@pytest.mark.parametrize("ending", ["commit", "rollback"])
async def test_a_listing_goes_live_while_its_launch_is_added(dispatcher: Dispatcher, ending: Ending) -> None:
    [listing] = await add(dispatcher, make("jam", status="scheduled"))
    async with writers(dispatcher.database.conninfo) as (first, second):
        await first.write("insert into launch (listing_id, week) values (%s, %s)", listing, MONDAY)
        going = await second.begin_to_write("update listing set status = 'live' where id = %s", listing)
        await first.end(ending)
        await going
        await second.end("commit")
    async with dispatcher.database.reading() as db:
        assert await db.all("select not_live from launch") == ([(False,)] if ending == "commit" else [])
        assert await db.all(WRONG_LAUNCHES) == [(0,)]


@pytest.mark.parametrize("ending", ["commit", "rollback"])
@pytest.mark.parametrize("rated_first", [True, False])
async def test_a_listing_is_rated_and_suspended_at_once(
    dispatcher: Dispatcher, rated_first: bool, ending: Ending
) -> None:
    [listing] = await add(dispatcher, make("jam"))
    rate: LiteralString = "update listing set domain_rating = 40 where id = %s"
    suspend: LiteralString = "update listing set status = 'suspended' where id = %s"
    one, other = (rate, suspend) if rated_first else (suspend, rate)
    async with writers(dispatcher.database.conninfo) as (first, second):
        await first.write(one, listing)
        writing = await second.begin_to_write(other, listing)
        await first.end(ending)
        await writing
        await second.end("commit")
    async with dispatcher.database.reading() as db:
        expected = 1 if ending == "rollback" and not rated_first else 0
        assert await db.all(RATED_BY_TALLY) == await db.all(RATED_BY_ROWS) == [(expected,)]


async def test_two_fold_the_ratings_while_a_third_has_not_committed(dispatcher: Dispatcher) -> None:
    ids = await add(dispatcher, *(make(f"jam-{n}", domain_ratings={MONDAY: RATED}) for n in range(4)))
    async with writers(dispatcher.database.conninfo, 3) as (first, second, third):
        await third.write("update listing set domain_rating = null where id = %s", ids[0])
        await first.write(counts.FOLD_RATED)
        folding = await second.begin_to_write(counts.FOLD_RATED)
        await third.write("update listing set status = 'withdrawn' where id = %s", ids[1])
        await first.end("commit")
        await folding
        await second.end("commit")
        await third.end("commit")
    async with dispatcher.database.transaction() as db:
        assert await db.all(RATED_BY_TALLY) == await db.all(RATED_BY_ROWS) == [(2,)]
        await counts.fold_rated(db)
        assert await db.all("select n from rated_tally") == [(2,)]


async def test_of_two_who_change_two_listings_in_opposite_order_one_has_changed_nothing(
    dispatcher: Dispatcher,
) -> None:
    ids = await add(dispatcher, make("jam", status="scheduled"), make("jar", domain_ratings={MONDAY: RATED}))
    async with dispatcher.database.transaction() as db:
        await launches.add_launches(db, [(number, MONDAY) for number in ids])
    change: LiteralString = """
        update listing set status = case status when 'live' then 'withdrawn' else 'live' end, country = %s,
            domain_rating = case when domain_rating is null then 20 end where id = %s
    """
    async with writers(dispatcher.database.conninfo) as (first, second):
        await first.write(change, "DE", ids[0])
        await second.write(change, "PT", ids[1])
        waiting = await first.begin_to_write(change, "DE", ids[1])
        outcomes = await asyncio.gather(waiting, second.write(change, "PT", ids[0]), return_exceptions=True)
        lost = [isinstance(outcome, psycopg.errors.DeadlockDetected) for outcome in outcomes]
        assert sorted(lost) == [False, True], outcomes
        for writer in (first, second):
            await writer.end("commit")  # a failed transaction is rolled back
    async with dispatcher.database.reading() as db:
        country = "PT" if lost[0] else "DE"
        assert await db.all("select country, status, domain_rating is null from listing order by id") == [
            (country, "live", False),
            (country, "withdrawn", True),
        ]
        assert await db.all(WRONG_LAUNCHES) == [(0,)]
        assert await db.all(RATED_BY_TALLY) == await db.all(RATED_BY_ROWS) == [(1,)]


@pytest.mark.parametrize("ending", ["commit", "rollback"])
async def test_bitmaps_are_merged_while_a_filter_changes(
    dispatcher: Dispatcher, ending: Ending, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = await _add_many(dispatcher, monkeypatch)
    async with writers(dispatcher.database.conninfo) as (first, second):
        await first.write("update listing set country = 'AT', stage = 'beta' where id = %s", ids[0])
        await second.write("update listing set country = 'AT' where id = %s", ids[1])
        await second.end("commit")
        await _merge(dispatcher)
        async with dispatcher.database.reading() as db:
            assert await db.all("select from search_unmerged") == []
        await first.end(ending)
    await assert_bitmaps_are_exact(dispatcher)
    async with dispatcher.database.reading() as db:
        [(in_austria,)] = await db.all("select sum(listings) from search_bitmap where word = '^country=AT'")
    assert in_austria == (2 if ending == "commit" else 1)


async def test_many_change_the_same_few_listings(dispatcher: Dispatcher, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the code that changes them in the site, two at a time and in any order, while jobs fold and merge."""
    ids = await _add_many(dispatcher, monkeypatch)
    async with dispatcher.database.transaction() as db:
        await launches.add_launches(db, [(number, MONDAY) for number in ids])
    failures = await asyncio.gather(*(_change_often(dispatcher, ids, Random(seed)) for seed in range(4)))
    await assert_all_is_exact(dispatcher)
    await assert_bitmaps_are_exact(dispatcher)
    assert sum(failures) < 4 * ROUNDS  # or else nothing was tried


async def _add_many(dispatcher: Dispatcher, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Listings with bitmaps of their common word, which make bitmaps of filters too."""
    monkeypatch.setattr(common_words, "MIN_LISTINGS", 5)
    monkeypatch.setattr(common_words, "MERGED_FROM", 1)
    made = (make(f"jam-{n}", tagline="jam", country="DE", categories=("ai",)) for n in range(8))
    ids = await add(dispatcher, *made)
    async with dispatcher.database.transaction() as db:
        await word_counts.count_words(db)
        await word_counts.refresh_bitmaps(db)
    return ids


async def _merge(dispatcher: Dispatcher) -> None:
    async with dispatcher.database.transaction() as db:
        await word_counts.merge_bitmaps(db)


async def _change_often(dispatcher: Dispatcher, ids: Sequence[int], chance: Random) -> int:
    """How many of the transactions ended in a deadlock."""
    deadlocks = 0
    for _ in range(ROUNDS):
        deadlocks += not await _change_two(dispatcher, ids, chance)
        if chance.random() < 0.2:
            await _merge(dispatcher)
            async with dispatcher.database.transaction() as db:
                await counts.fold_rated(db)
                await public_counts.fold(db)
    return deadlocks


async def _change_two(dispatcher: Dispatcher, ids: Sequence[int], chance: Random) -> bool:
    """Change two listings, and take it back now and then; False if that ended in a deadlock."""
    try:
        async with dispatcher.database.transaction() as db, db.transaction(force_rollback=chance.random() < 0.2):
            for listing in chance.sample(ids, 2):
                await _change(db, listing, chance)
    except Unavailable as error:  # what callers get instead
        if not isinstance(error.__cause__, psycopg.errors.DeadlockDetected):
            raise
        return False
    return True


async def _change(db: Connection, listing: int, chance: Random) -> None:
    match chance.randrange(7):
        case 0:
            await status.suspend(db, listing, NOW)
        case 1:
            await status.unsuspend(db, listing, NOW)
        case 2:
            await launches.plan_launch(db, listing, MONDAY + timedelta(weeks=chance.randrange(1, 4)))
        case 3:
            await launches.remove_launches(db, listing, MONDAY)
        case 4:
            rating = chance.choice((None, chance.randrange(100)))
            await db.execute("update listing set domain_rating = %s where id = %s", (rating, listing))
        case 5:
            values = (chance.choice(("DE", "PT", None)), chance.choice(("beta", "launched")), listing)
            await db.execute("update listing set country = %s, stage = %s where id = %s", values)
            await public_profiles.refresh(db, [listing])
        case _:
            await public_profiles.lock(db, [listing])
            await counts.set_counts(db, {listing: counts.Counts(votes=chance.randrange(300))})
