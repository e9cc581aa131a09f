"""How well and how fast listings are found: `python -m bench.search [CORPUS_FOLDER]`.

The folder has `corpus.jsonl.gz`, a listing in each line; without one, made-up listings are searched. The databases are
kept in `data-bench` between runs, and measured as in production: with uvloop, and with a page cache of a quarter of the
memory.
"""

import argparse
import asyncio
import gc
import json
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import uvloop
from psycopg.conninfo import make_conninfo

from bench.comparing import keep
from bench.search_corpus import (
    HOME,
    MADE_UP,
    as_entries,
    load_corpus,
    load_made_up,
    open_dispatcher,
    prepare_database,
    read_corpus,
)
from bench.search_fresh import measure_freshness
from bench.search_queries import HARD, Entry, Query, make_queries
from showground.core import embedded_postgres
from showground.core.database.pool import Connection
from showground.search import Search, results

SEEDS = (2, 3, 4)
CORPUS = "corpus"  # the database of real texts
WARM_UP = 200
JUNK = ("x" * 200, "qx zv " * 33, " ".join(f"{a}{b}{a}q" for a in "bcdfghj" for b in "klmnpqr")[:200], "日本" * 100)
COMMON = "select word from search_word order by listings desc, word limit 12"
LESS_COMMON = """
select word from search_word, (select count(*) as all_listings from listing_search) as counted
where listings between all_listings / 8 and all_listings / 4 order by listings desc, word limit 12
"""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Of one query: the place of the listing that was meant, and milliseconds: those that passed, those of processors,
    here and in PostgreSQL but for its parallel workers, and those that passed for `select 1` right after it, which tell
    how busy the machine is."""

    kind: str
    place: int | None
    passed: float
    worked: float
    idle: float


class Stopwatch:
    """Times searches on one connection."""

    def __init__(self, db: Connection) -> None:
        self.db = db
        self.usage = Path(f"/proc/{db.info.backend_pid}/schedstat")

    def _worked(self) -> float:
        return time.process_time() * 1e3 + int(self.usage.read_text().split()[0]) / 1e6

    async def search(self, q: str) -> tuple[list[str], float, float]:
        """Summaries, milliseconds that passed, and those of processors."""
        worked, begun = self._worked(), time.perf_counter()
        found = await results.find(self.db, Search(q=q, page=1, per_page=20))
        passed = (time.perf_counter() - begun) * 1e3
        return found.summaries, passed, self._worked() - worked

    async def ask_nothing(self) -> float:
        begun = time.perf_counter()
        await self.db.execute("select 1")
        return (time.perf_counter() - begun) * 1e3


class Shelf:
    """Queries to one database, in an order that mixes their kinds, and what they came to so far."""

    def __init__(self, db: Connection, entries: Sequence[Entry], seed: int, each: int) -> None:
        self.watch = Stopwatch(db)
        self.queries = make_queries(entries, seed, each)
        Random(0).shuffle(self.queries)
        slugs = {entry["id"]: entry["slug"] for entry in entries}
        self.slugs = {query.meant: slugs[query.meant] for query in self.queries}
        self.outcomes: list[Outcome] = []

    async def ask(self, query: Query) -> None:
        summaries, passed, worked = await self.watch.search(query.q)
        shown = [json.loads(summary.replace("\x01", ""))["slug"] for summary in summaries]
        slug = self.slugs[query.meant]
        place = shown.index(slug) + 1 if slug in shown else None
        self.outcomes.append(Outcome(query.kind, place, passed, worked, await self.watch.ask_nothing()))


async def measure(shelves: Sequence[Shelf]) -> None:
    """Ask all queries, in turns where there are several databases, after some that do not count."""
    gc.collect()  # of what the queries were made of
    for shelf in shelves:
        for query in shelf.queries[:WARM_UP]:
            await shelf.watch.search(query.q)
    for turn in zip_longest(*(shelf.queries for shelf in shelves)):
        for shelf, query in zip(shelves, turn, strict=True):
            if query is not None:
                await shelf.ask(query)


def summarize(outcomes: Sequence[Outcome]) -> dict[str, float]:
    places, count = [o.place for o in outcomes if o.place is not None], len(outcomes)
    found = {
        "n": count,
        "R@1": sum(place == 1 for place in places) / count,
        "R@10": sum(place <= 10 for place in places) / count,
        "MRR": sum(1 / place for place in places) / count,
    }
    for name, times in (("passed", [o.passed for o in outcomes]), ("worked", [o.worked for o in outcomes])):
        ordered = sorted(times)
        found |= {f"{name} p{p}": ordered[min(count - 1, count * p // 100)] for p in (50, 95, 99)}
    return found | {"select 1": median(o.idle for o in outcomes)}


def show_head(first: str) -> None:
    shares = "".join(f"{name:>7}" for name in ("n", "R@1", "R@10", "MRR"))
    print(f"\n{first:18}{shares}  | ms passed: 50, 95, 99 % |  ms of CPU: 50, 95, 99 % | select 1")


def show_row(name: str, row: dict[str, float]) -> None:
    shares = "".join(f"{row[key]:7.3f}" for key in ("R@1", "R@10", "MRR"))
    passed, worked = ("".join(f"{row[f'{kind} p{p}']:8.1f}" for p in (50, 95, 99)) for kind in ("passed", "worked"))
    print(f"{name:18}{row['n']:7}{shares}  |{passed} | {worked} | {row['select 1']:8.2f}", flush=True)


def without_hard(outcomes: Iterable[Outcome]) -> list[Outcome]:
    return [outcome for outcome in outcomes if outcome.kind not in HARD]


async def measure_quality(db: Connection, entries: Sequence[Entry], each: int) -> dict[str, dict[str, float]]:
    outcomes: list[Outcome] = []
    show_head(f"{len(entries):,} listings")
    for seed in SEEDS:
        shelf = Shelf(db, entries, seed, each)
        await measure([shelf])
        show_row(f"seed {seed}", summarize(without_hard(shelf.outcomes)))
        outcomes += shelf.outcomes
    kinds: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        kinds[outcome.kind].append(outcome)
    kinds["all but hard"] = without_hard(outcomes)
    rows = {kind: summarize(some) for kind, some in kinds.items()}
    for kind, row in rows.items():
        show_row(kind, row)
    return rows


async def measure_worst(watch: Stopwatch) -> dict[str, tuple[float, float]]:
    """Milliseconds, passed and of processors, of the slowest junk, of words that most listings have, and of as many of
    the words that every fourth to eighth has as a query holds; each is new to this process."""
    worst = dict[str, tuple[float, float]]()
    common = [word for (word,) in await watch.db.all(COMMON)]
    many = [word for (word,) in await watch.db.all(LESS_COMMON)]
    kinds = {"junk": JUNK, "common word": common, "many words": [" ".join(many)[:200], " ".join(reversed(many))[:200]]}
    for kind, queries in kinds.items():
        worst[kind] = max([(await watch.search(q))[1:] for q in queries])
    return worst


async def load_growth(server: str, sizes: Sequence[int]) -> dict[int, float]:
    """Made-up listings, ever more: each database begins as a copy of the smaller one. Returns the seconds they took."""
    loaded: dict[int, float] = {}
    for size, smaller in zip(sizes, [None, *sizes], strict=False):
        url = prepare_database(server, f"grown{size}", f"grown{smaller}" if smaller else None)
        async with open_dispatcher(url) as dispatcher:
            begun = time.perf_counter()
            await load_made_up(dispatcher, size)
            loaded[size] = time.perf_counter() - begun
    return loaded


async def measure_growth(server: str, loaded: Mapping[int, float], each: int) -> dict[int, Any]:
    """Of the databases of made-up listings, which take turns."""
    sizes = list(loaded)
    shelves: dict[int, Shelf] = {}
    found: dict[int, Any] = {}
    async with AsyncExitStack() as stack:
        for size in sizes:
            dispatcher = await stack.enter_async_context(open_dispatcher(prepare_database(server, f"grown{size}")))
            db = await stack.enter_async_context(dispatcher.database.reading())
            shelves[size] = Shelf(db, as_entries(await db.all(MADE_UP)), 2, each)
        await measure(list(shelves.values()))
        show_head("made-up listings")
        for size, shelf in shelves.items():
            row, worst = summarize(without_hard(shelf.outcomes)), await measure_worst(shelf.watch)
            show_row(f"{size:,}", row)
            told = "; ".join(f"{kind} {passed:.0f} ({worked:.0f})" for kind, (passed, worked) in worst.items())
            print(f"{'':18}slowest, ms passed (of CPU): {told}; loaded in {loaded[size]:.0f} s", flush=True)
            found[size] = row | {"worst": worst, "loaded": loaded[size]}
    first, last = found[sizes[0]], found[sizes[-1]]
    ratios = {kind: last[f"{kind} p50"] / first[f"{kind} p50"] for kind in ("passed", "worked")}
    print(f"{'':18}median, last to first: {ratios['passed']:.2f} passed, {ratios['worked']:.2f} of CPU", flush=True)
    return found


async def run(given: argparse.Namespace) -> None:
    HOME.mkdir(parents=True, exist_ok=True)
    HOME.chmod(0o755)  # as root, the server runs as another user, who must get in
    corpus = read_corpus(given.folder) if given.folder else []
    with embedded_postgres.running(HOME, durable=False) as server:
        if corpus:
            async with open_dispatcher(prepare_database(server, CORPUS)) as dispatcher:
                await load_corpus(dispatcher, corpus)
        loaded = await load_growth(server, given.sizes)
    with embedded_postgres.running(HOME) as server:
        if corpus:
            url = make_conninfo(server, dbname=CORPUS)
            async with open_dispatcher(url) as dispatcher:
                async with dispatcher.database.reading() as db:
                    quality = await measure_quality(db, corpus, given.queries)
                keep("search", {"quality": quality, "fresh": await measure_freshness(dispatcher, url)})
        if loaded:
            keep("search-growth", await measure_growth(server, loaded, given.growth_queries))


def main() -> None:
    parser = argparse.ArgumentParser("python -m bench.search", description="How well and how fast listings are found.")
    parser.add_argument("folder", nargs="?", type=Path, help="has corpus.jsonl.gz (default: made-up listings only)")
    parser.add_argument("--queries", type=int, default=500, help="of each kind and seed (default: %(default)s)")
    parser.add_argument("--growth-queries", type=int, default=100, help="of each kind (default: %(default)s)")
    parser.add_argument(
        "--sizes", type=_numbers, default=[10_000, 60_000, 200_000], help="made-up listings, as in 10000,60000; 0: none"
    )
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(run(parser.parse_args()))


def _numbers(text: str) -> list[int]:
    return [number for number in sorted(int(part) for part in text.split(",")) if number]


if __name__ == "__main__":
    main()
