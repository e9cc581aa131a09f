"""What the constants of search/plans.py are measured by: `python -m bench.search_constants [--listings N]`.

Times are CPU time of the PostgreSQL process, the least of some runs, since other work on the machine only adds to it.
"""

import asyncio
import json
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import linear_regression
from typing import Any

from bench.comparing import keep
from bench.database import filled
from bench.options import Options, run
from bench.search_corpus import open_dispatcher
from showground.core.database.pool import Connection
from showground.search import Search
from showground.search.filters import Filter
from showground.search.interpretation import Interpretation, interpret
from showground.search.queries import ranking, statements

RUNS = 5
WORDS_EACH = 4
QUERIES = 24
MATCHES = (2_000, 4_000, 8_000, 16_000)  # of 100,000 listings; hardly any made-up word has fewer
PAIRED = 20_000
PAGES = (1, 11, 31)
CANDIDATES = (25, 100, 200, 600, 1_000, 2_000)
PAIRS = 150
NO_FILTERS: frozenset[Filter] = frozenset()
COMMON = """
select word from search_word where listings between %(count)s * 0.8 and %(count)s * 1.25
and length(word) between 5 and 9 and word ~ '^[a-z]+$' order by md5(word) limit %(limit)s
"""
CATEGORIES = """
select c.slug, sum(t.n)::int as size from listing_tally t join category c on c.id = t.category_id
where t.status = 'live' group by c.slug order by size
"""


class Backend:
    """A connection, and the CPU time of its server process."""

    def __init__(self, db: Connection) -> None:
        self.db = db
        self._usage = Path(f"/proc/{db.info.backend_pid}/schedstat")

    async def time(self, statement: bytes, values: Mapping[str, Any]) -> float:
        """Milliseconds of CPU time that a statement takes, planned for these values."""
        taken: list[float] = []
        for _ in range(RUNS):
            before = int(self._usage.read_text().split()[0])
            await (await self.db.execute(statement, values, prepare=False)).fetchall()
            taken.append((int(self._usage.read_text().split()[0]) - before) / 1e6)
        return min(taken)


def main(options: Options) -> None:
    with filled(options.listings) as database:
        asyncio.run(_measure(database.conninfo))


async def _measure(conninfo: str) -> None:
    async with open_dispatcher(conninfo) as dispatcher, dispatcher.database.reading() as db:
        backend = Backend(db)
        found: dict[str, Any] = {}
        for measure in (_sorting, _scoring, _candidates, _estimates):
            found[measure.__name__.strip("_")] = await measure(backend)
        keep("search_constants", found)


async def _sorting(backend: Backend) -> dict[str, float]:
    """SORT_COST: reading and sorting a category's listing, against passing a row of the sort index."""
    sizes = await backend.db.all(CATEGORIES)
    (everything,) = await backend.db.one("select count(*) from listing where status = 'live'") or (0,)
    read: list[tuple[float, float]] = []
    passed: list[tuple[float, float]] = []
    for slug, size in [*sizes[:6], *sizes[-6:]]:
        for page in PAGES:
            search = Search(category=slug, sort="newest", page=page, per_page=20)
            few, walk = (statements.without_words(search.sort, search.filters, few=few) for few in (True, False))
            read.append((size, await backend.time(few, search.values())))
            passed.append((20 * page * everything / size, await backend.time(walk, search.values())))
    found = {"read_us": _slope(read), "passed_us": _slope(passed)}
    cost = found["read_us"] / found["passed_us"]
    print(f"SORT_COST: {found['read_us']:.2f} µs / {found['passed_us']:.2f} µs = {cost:.1f}")
    return found


async def _scoring(backend: Backend) -> list[dict[str, float]]:
    """MAX_SCORED: what a match costs that is scored, and one that is only fetched."""
    found: list[dict[str, float]] = []
    for typos, head in ((False, 600), (True, 200)):
        scored: list[tuple[float, float]] = []
        fetched: list[tuple[float, float]] = []
        for interpretation in [r for count in MATCHES for r in await _read_words(backend.db, count, typos=typos)]:
            shape, values = _prepare(interpretation)
            matches = await _count(backend.db, interpretation)
            scored.append((matches, await backend.time(statements.ranked_matches(shape, NO_FILTERS), values)))
            some = statements.head_of_matches(shape, NO_FILTERS)
            fetched.append((matches, await backend.time(some, values | {"few": 0, "head": head})))
        found.append({"typos": typos, "scored_us": _slope(scored), "fetched_us": _slope(fetched)})
        kind = "with typos" if typos else "as typed"
        print(
            f"MAX_SCORED, {kind}: {_slope(scored):.2f} µs for each scored match, {_slope(fetched):.2f} if fetched only"
        )
    return found


def _slope(points: Sequence[tuple[float, float]]) -> float:
    """Microseconds for each more, from pairs of how many there are and milliseconds."""
    return linear_regression([x for x, _ in points], [y for _, y in points]).slope * 1e3


async def _candidates(backend: Backend) -> list[dict[str, float]]:
    """CANDIDATES: of two common words, how many of the ten best matches are found by scoring candidates only."""
    words = [word for (word,) in await backend.db.all(COMMON, {"count": PAIRED, "limit": 2 * QUERIES})]
    found: list[dict[str, float]] = []
    for typos in (False, True):
        asked = [await _read(backend.db, pair, typos=typos) for pair in zip(words[::2], words[1::2], strict=False)]
        same: dict[int, list[float]] = {head: [] for head in CANDIDATES}
        for interpretation in filter(None, asked):
            shape, values = _prepare(interpretation)
            best = await _first_ten(backend.db, statements.ranked_matches(shape, NO_FILTERS), values)
            for head, shares in same.items():
                limits = {"few": 0, "head": head}
                ours = await _first_ten(backend.db, statements.head_of_matches(shape, NO_FILTERS), values | limits)
                shares.append(len(set(best) & set(ours)) / len(best))
        for head, shares in same.items():
            found.append({"typos": typos, "head": head, "same": sum(shares) / len(shares), "queries": len(shares)})
            kind = "with typos" if typos else "as typed"
            print(f"CANDIDATES, {kind}: {head}: {found[-1]['same']:.1%} of the ten best of {len(shares)} queries")
    return found


async def _estimates(backend: Backend) -> dict[str, float]:
    """ESTIMATE_ERROR: matches of two words against the estimate, where both have many."""
    words = [word for count in MATCHES for (word,) in await backend.db.all(COMMON, {"count": count, "limit": 40})]
    Random(1).shuffle(words)
    off: list[float] = []
    for first, second in list(pairwise(words))[:PAIRS]:
        if interpretation := await _read(backend.db, [first, second], typos=False):
            off.append(max(await _count(backend.db, interpretation), 1) / max(interpretation.likely, 1))
    off.sort()
    shares = {f"p{p}": off[len(off) * p // 100] for p in (1, 5, 50, 95, 99)}
    print("ESTIMATE_ERROR: matches / estimate: " + ", ".join(f"{name} {value:.2f}" for name, value in shares.items()))
    return shares


async def _read_words(db: Connection, count: int, *, typos: bool) -> list[Interpretation]:
    words = [word for (word,) in await db.all(COMMON, {"count": count, "limit": WORDS_EACH})]
    return [interpretation for word in words if (interpretation := await _read(db, [word], typos=typos)) is not None]


async def _read(db: Connection, words: Sequence[str], *, typos: bool) -> Interpretation | None:
    """The strictest interpretation of these words, or with two letters of each swapped, the strictest with typos."""
    typed = [f"{word[0]}{word[2]}{word[1]}{word[3:]}" if typos else word for word in words]
    async for interpretation in interpret(db, " ".join(typed)):
        if ranking.Shape.of(interpretation).typos == typos:
            return interpretation
    return None


async def _count(db: Connection, interpretation: Interpretation) -> int:
    row = await db.one("select count(*) from listing_search s where s.words @@ %s::tsquery", (interpretation.match,))
    return row[0] if row else 0


def _prepare(interpretation: Interpretation) -> tuple[ranking.Shape, dict[str, Any]]:
    search = Search(q="", page=1, per_page=10)
    return ranking.Shape.of(interpretation), search.values() | {"match": interpretation.match} | ranking.values(
        interpretation
    )


async def _first_ten(db: Connection, statement: bytes, values: Mapping[str, Any]) -> list[str]:
    row = await (await db.execute(statement, values, prepare=False)).fetchone()
    return [json.loads(summary.replace("\x01", ""))["slug"] for summary in (row or ([],))[0]]


if __name__ == "__main__":
    run(main, __doc__)
