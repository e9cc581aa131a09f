"""How well and how fast listings are found: `python -m bench.search [CORPUS_FOLDER]`.

The folder has `corpus.jsonl.gz`, a listing in each line; without one, made-up listings are searched. The databases are
kept in `data-bench` between runs.
"""

import asyncio
import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random

from bench.search_corpus import HOME, load_corpus, load_made_up, open_door, prepare_database, read_corpus, read_made_up
from bench.search_queries import HARD, Entry, Query, make_queries
from showground.catalog.search import finding
from showground.catalog.search.filters import Search
from showground.core import embedded
from showground.core.database import Connection
from showground.core.door import Door

SEEDS = (2, 3, 4)
QUERIES = 500  # of each kind
MADE_UP = 60_000
SIZES = (10_000, 60_000, 200_000)
GROWTH_QUERIES = 100  # of each kind
WARM_UP = 50
JUNK = ("x" * 200, "qx zv " * 33, " ".join(f"{a}{b}{a}q" for a in "bcdfghj" for b in "klmnpqr")[:200], "日本" * 100)

Outcome = tuple[str, int | None, float]  # kind, place of the listing that was meant, milliseconds


async def measure(db: Connection, queries: Sequence[Query], slugs: dict[int, str]) -> list[Outcome]:
    """The queries in an order that mixes the kinds, after some that do not count."""
    queries = list(queries)
    Random(0).shuffle(queries)
    for query in queries[:WARM_UP]:
        await finding.find(db, Search(q=query.q, page=1, per_page=20))
    outcomes: list[Outcome] = []
    for query in queries:
        begun = time.perf_counter()
        found = await finding.find(db, Search(q=query.q, page=1, per_page=20))
        took = (time.perf_counter() - begun) * 1000
        shown = [json.loads(summary.replace("\x01", ""))["slug"] for summary in found.summaries]
        slug = slugs[query.meant]
        outcomes.append((query.kind, shown.index(slug) + 1 if slug in shown else None, took))
    return outcomes


def show(outcomes: Iterable[Outcome]) -> None:
    """A line for each kind, and one for all but the hard ones."""
    kinds: dict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        kinds[outcome[0]].append(outcome)
    kinds["all but hard"] = [outcome for kind, some in kinds.items() if kind not in HARD for outcome in some]
    print(f"{'kind':14}{'n':>7}{'R@1':>8}{'R@10':>8}{'MRR':>8}{'p50 ms':>9}{'p95':>8}{'p99':>8}")
    for kind, some in kinds.items():
        places = [place for _, place, _ in some if place is not None]
        first, ten = sum(place == 1 for place in places), sum(place <= 10 for place in places)
        shares = [first / len(some), ten / len(some), sum(1 / place for place in places) / len(some)]
        times = _percentiles([took for _, _, took in some])
        print(f"{kind:14}{len(some):7}" + "".join(f"{x:8.3f}" for x in shares) + "".join(f"{x:8.1f}" for x in times))


def _percentiles(times: list[float]) -> tuple[float, float, float]:
    ordered = sorted(times)
    return ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.95)], ordered[int(len(ordered) * 0.99)]


async def measure_quality(door: Door, entries: Sequence[Entry]) -> None:
    slugs = {entry["id"]: entry["slug"] for entry in entries}
    outcomes: list[Outcome] = []
    async with door.database.reading() as db:
        for seed in SEEDS:
            outcomes += await measure(db, make_queries(entries, seed, QUERIES), slugs)
    print(f"\n{len(entries):,} listings, seeds {SEEDS}")
    show(outcomes)


async def measure_growth(server: str) -> None:
    """Of made-up listings, ever more."""
    print(f"\n{'made-up listings':18}{'p50 ms':>8}{'p95':>8}{'p99':>8}{'worst of junk':>16}")
    for size in SIZES:
        async with open_door(prepare_database(server, f"made{size}")) as door:
            await load_made_up(door, size)
            async with door.database.reading() as db:
                entries = await read_made_up(db)
                slugs = {entry["id"]: entry["slug"] for entry in entries}
                outcomes = await measure(db, make_queries(entries, 2, GROWTH_QUERIES), slugs)
                times = _percentiles([took for kind, _, took in outcomes if kind not in HARD])
                junk: list[float] = []
                for q in JUNK:
                    begun = time.perf_counter()
                    await finding.find(db, Search(q=q, page=1, per_page=20))
                    junk.append((time.perf_counter() - begun) * 1000)
        print(f"{size:<18,}" + "".join(f"{x:8.1f}" for x in times) + f"{max(junk):16.1f}")


async def main(folder: Path | None) -> None:
    HOME.mkdir(parents=True, exist_ok=True)
    HOME.chmod(0o755)  # as root, the server runs as another user, who must get in
    with embedded.running(HOME, durable=False) as server:
        if folder is not None:
            async with open_door(prepare_database(server, "corpus")) as door:
                corpus = read_corpus(folder)
                await load_corpus(door, corpus)
                await measure_quality(door, corpus)
        else:
            async with open_door(prepare_database(server, f"made{MADE_UP}")) as door:
                await load_made_up(door, MADE_UP)
                async with door.database.reading() as db:
                    entries = await read_made_up(db)
                await measure_quality(door, entries)
        await measure_growth(server)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]) if len(sys.argv) > 1 else None))
