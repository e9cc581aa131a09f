"""Adds hundreds of thousands of fictional listings for load tests."""

import asyncio
import multiprocessing
import os
import signal
from collections.abc import AsyncGenerator, Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import asynccontextmanager
from datetime import datetime
from functools import cache

from showground import launches, people
from showground.categories import category_tree
from showground.core.calls.dispatch import Dispatcher
from showground.core.database.database import Database
from showground.core.database.pool import Connection
from showground.core.parent_death import end_with_parent
from showground.demo.fictional_listing import Kit, make_listing, slug_of
from showground.demo.vocabulary import Phrasebook
from showground.listings import new_listings
from showground.listings.queries.slugs import find_slugs
from showground.search import public_counts, word_counts
from showground.search.queries.category_slugs import get_category_slugs

AT_ONCE = 1_000
PROCESSES = min(os.cpu_count() or 1, 4)


async def load_synthetic(dispatcher: Dispatcher, count: int, progress: Callable[[int, int], None]) -> int:
    """Add listings until there are `count`; returns how many were added.

    Each listing is the same on every run, so an interrupted load continues where it stopped.
    """
    added = await add_synthetic(dispatcher, count, progress)
    await settle(dispatcher)
    return added


async def add_synthetic(dispatcher: Dispatcher, count: int, progress: Callable[[int, int], None]) -> int:
    """Add the listings up to `count` that are missing. `settle` counts them afterwards."""
    async with dispatcher.database.transaction() as db:
        await category_tree.add_shipped_categories(db)
        there = await find_slugs(db, "load-")
    missing = [n for n in range(1, count + 1) if slug_of(n) not in there]
    chunks = [missing[start : start + AT_ONCE] for start in range(0, len(missing), AT_ONCE)]
    done = count - len(missing)
    progress(done, count)

    def note(added: int) -> None:
        nonlocal done
        done += added
        progress(done, count)

    if len(chunks) == 1:
        note(await _add(dispatcher.database, dispatcher.clock(), missing))
    elif chunks:
        await _add_by_many(dispatcher.database.conninfo, dispatcher.clock(), chunks, note)
    return len(missing)


async def settle(dispatcher: Dispatcher) -> None:
    """Do now what jobs and PostgreSQL would do later."""
    async with _unhurried(dispatcher.database) as db:
        await db.refresh_statistics()
        await word_counts.count_words(db)
        await word_counts.refresh_bitmaps(db)
        await public_counts.fold(db)


async def _add_by_many(
    conninfo: str, now: datetime, chunks: Sequence[Sequence[int]], note: Callable[[int], None]
) -> None:
    """Add them in several processes, because generating and indexing them keeps one Python process busy."""
    processes = ProcessPoolExecutor(
        min(PROCESSES, len(chunks)),
        multiprocessing.get_context("spawn"),  # forked processes would inherit our connections
        _begin_process,
        (os.getpid(),),
    )
    loop = asyncio.get_running_loop()

    async def add(numbers: Sequence[int]) -> None:
        note(await loop.run_in_executor(processes, _add_in_process, conninfo, now, numbers))

    try:
        await asyncio.gather(*(add(numbers) for numbers in chunks))
    finally:
        processes.shutdown(cancel_futures=True)


def _begin_process(parent: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # on Ctrl-C, chunks in progress are finished
    end_with_parent(parent, signal.SIGKILL)


def _add_in_process(conninfo: str, now: datetime, numbers: Sequence[int]) -> int:
    async def add() -> int:
        async with Database(conninfo, forget=lambda _: None) as database:
            return await _add(database, now, numbers)

    return asyncio.run(add())


async def _add(database: Database, now: datetime, numbers: Sequence[int]) -> int:
    async with _unhurried(database) as db:
        kit = Kit(_book(), await get_category_slugs(db), now)
        new = [make_listing(kit, n) for n in numbers]
        ids = await new_listings.add_listings(db, new)
        await launches.add_launches(db, ((n, x.launch_week) for n, x in zip(ids, new, strict=True) if x.launch_week))
        await people.add_founders(
            db, (people.NewFounder(slug=f.slug, name=f.name, bio=f.bio) for x in new for f in x.founders)
        )
    return len(new)


@cache
def _book() -> Phrasebook:
    return Phrasebook()


@asynccontextmanager
async def _unhurried(database: Database) -> AsyncGenerator[Connection]:
    """A transaction without the time limits of requests, and with more memory for indexing."""
    async with database.transaction() as db:
        await db.take_time(work_mem="64MB", gin_pending_list_limit="32MB")
        yield db
