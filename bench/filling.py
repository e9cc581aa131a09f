"""Fills a database with very many made-up listings, indexed only when all are there."""

import asyncio
import json
import os
import sys
import time
from collections.abc import Awaitable, Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, LiteralString

import psycopg

from showground.core.calls.dispatch import Dispatcher
from showground.core.progress import ProgressBar
from showground.demo.load import load_demo
from showground.demo.synthetic import add_synthetic, settle
from showground.registry import all_operations
from showground.settings import Settings
from showground.wiring import wire

WORTH_IT = 30_000  # so many missing listings are added without indexes
AT_ONCE = os.cpu_count() or 1  # connections
# All indexes of these tables but those of constraints, the largest first: the index of words takes longest to make.
INDEXES = """
select indexname, indexdef from pg_indexes where schemaname = 'public'
    and (tablename = any(%(tables)s) or indexname = any(%(names)s))
    and indexname not in (select conname from pg_constraint where contype in ('p', 'u', 'x'))
order by indexname = 'listing_search_words' desc, pg_relation_size(indexname::regclass) desc
"""
# Large or slow to be added to row by row, and needed by none of the statements that add listings.
TABLES = ["listing"]
APART = ["search_word_keys", "listing_search_name", "listing_search_names", "listing_search_words"]


def fill(conninfo: str, listings: int, unindexed: Path) -> None:
    """Add what is missing of so many listings. `unindexed` is the file that holds the dropped indexes meanwhile, so
    that a load that was cut short goes on and makes them anew."""
    with psycopg.connect(conninfo, autocommit=True) as db:
        [(there,)] = db.execute("select count(*) from listing where slug like 'load-%'").fetchall()
        if there >= listings and not unindexed.exists():
            return
        # For its categories, posts, products and awards. First, because it needs the indexes.
        asyncio.run(at_the_door(conninfo, _load_demo))
        if listings - there >= WORTH_IT and not unindexed.exists():
            drop_indexes(db, unindexed, TABLES, APART)
    progress = ProgressBar(sys.stderr, "made-up listings")
    with timed("Publishing"):
        asyncio.run(at_the_door(conninfo, lambda dispatcher: add_synthetic(dispatcher, listings, progress)))
    make_indexes(conninfo, unindexed)
    with timed("Counting words, making bitmaps"):
        asyncio.run(at_the_door(conninfo, settle))
    with timed("Vacuum"), psycopg.connect(conninfo, autocommit=True) as db:
        db.execute("vacuum analyze")


def drop_indexes(
    db: "psycopg.Connection[Any]", unindexed: Path, tables: Sequence[str], names: Sequence[str] = ()
) -> None:
    """Drop the indexes of these tables, and those with these names, and note them in this file."""
    found = dict(db.execute(INDEXES, {"tables": list(tables), "names": list(names)}).fetchall())
    unindexed.write_text(json.dumps(found, indent=1))
    for name in found:
        db.execute(f"drop index {name}".encode())
    db.execute("alter system set autovacuum = off")  # it would look again and again at what only grows
    db.execute("select pg_reload_conf()")


def make_indexes(conninfo: str, unindexed: Path) -> None:
    """Make anew what `drop_indexes` has dropped, if it has."""
    if not unindexed.exists():
        return
    with timed("Making indexes"):
        definitions = [
            definition.replace(" INDEX ", " INDEX IF NOT EXISTS ", 1)
            for definition in json.loads(unindexed.read_text()).values()
        ]
        run_together(conninfo, definitions, "set maintenance_work_mem = '512MB'")
    with psycopg.connect(conninfo, autocommit=True) as db:
        db.execute("alter system reset autovacuum")
        db.execute("select pg_reload_conf()")
    unindexed.unlink()


def run_together(conninfo: str, statements: Sequence[str], settings: LiteralString) -> None:
    """Run these statements, begun in this order, on as many connections as there are processors."""

    def run(statement: str) -> None:
        with psycopg.connect(conninfo, autocommit=True) as db:
            db.execute(settings)
            db.execute(statement.encode())

    with ThreadPoolExecutor(AT_ONCE) as threads:
        list(threads.map(run, statements))  # raises what one of them has raised


@contextmanager
def timed(what: str) -> Generator[None]:
    """Say how long this part takes."""
    print(f"{what} ...", file=sys.stderr, flush=True)
    begun = time.perf_counter()
    yield
    print(f"{what}: {time.perf_counter() - begun:.0f} s", file=sys.stderr, flush=True)


async def _load_demo(dispatcher: Dispatcher) -> None:
    await load_demo(dispatcher, lambda _: None)


async def at_the_door(conninfo: str, work: Callable[[Dispatcher], Awaitable[object]]) -> None:
    parts = wire(Settings(), conninfo, all_operations())
    async with parts.open():
        await work(parts.dispatcher)
