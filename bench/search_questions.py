"""How often everyday questions find a right listing among the first ten: `python -m bench.search_questions [FOLDER]`.

`bench/questions` has the questions: of the demo directory, and of the corpus in FOLDER (see `bench/search.py`). Half of
them are for tuning and half, chosen by a hash, only to report. Each is asked by words alone, by meaning alone, and as
search does it. `--questions FOLDER` asks others, such as those of `bench/questions/second`.
"""

import argparse
import asyncio
import json
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from zlib import crc32

import numpy as np

from bench.comparing import keep
from bench.search_corpus import HOME, load_corpus, open_dispatcher, prepare_database, read_corpus
from showground.core import embedded_postgres
from showground.core.calls.dispatch import Dispatcher
from showground.core.database.pool import Connection
from showground.demo.load import load_demo
from showground.search import Search, choose_embedder, results
from showground.search.embedding.choice import get_chosen
from showground.search.embedding.embedder import get_embedder
from showground.search.embedding.text_vectors import from_bytes
from showground.search.interpretation import interpret
from showground.search.queries.results import SearchRun

QUESTIONS = Path(__file__).with_name("questions")
FIRST = 10
ALL = """
select p.slug, l.name, m.vector from listing_meaning m join listing l on l.id = m.listing_id
join public_profile p on p.listing_id = l.id where l.status = 'live' order by l.id
"""


@dataclass(frozen=True)
class Question:
    q: str
    answers: Sequence[str]  # slugs or names; * is any ending

    @property
    def is_for_tuning(self) -> bool:
        return crc32(self.q.encode()) % 2 == 0

    def is_answered_by(self, found: Sequence[str]) -> bool:
        return any(fnmatchcase(each, answer) for each in found[:FIRST] for answer in self.answers)


def read_questions(file: Path) -> Iterator[Question]:
    for line in file.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            q, _, answers = line.rpartition(": ")
            yield Question(q, answers.split(", "))


async def by_words(db: Connection, q: str) -> list[str]:
    """As search did before it knew meanings: the first interpretation that finds something."""
    search = Search(q=q, page=1, per_page=FIRST)
    async for interpretation in interpret(db, q):
        found = await SearchRun(db, search)._find_by_words(interpretation)  # noqa: SLF001  what is compared is inside
        if found.total:
            return found.summaries
    return []


async def together(db: Connection, q: str) -> list[str]:
    return (await results.find(db, Search(q=q, page=1, per_page=FIRST))).summaries


async def measure(db: Connection, questions: Path, directory: str, *, show: bool) -> dict[str, float]:
    key = "slug" if directory == "demo" else "name"
    slugs, names, vectors = zip(*await db.all(ALL), strict=True)
    known, stored = slugs if key == "slug" else names, from_bytes(b"".join(vectors))
    counts: dict[str, list[bool]] = {}
    for question in read_questions(questions / f"{directory}.txt"):
        half = "tune" if question.is_for_tuning else "report"
        asked = get_embedder().embed(question.q)
        best = np.argsort(-(stored @ asked))[:FIRST] if asked is not None else ()
        found = {"meaning": [known[place] for place in best]}
        for way, ask in (("words", by_words), ("together", together)):
            summaries = await ask(db, question.q)
            found[way] = [json.loads(summary.replace("\x01", ""))[key] for summary in summaries]
        for way, some in found.items():
            counts.setdefault(f"{half} {way}", []).append(question.is_answered_by(some))
        if show and half == "tune" and not question.is_answered_by(found["together"]):
            print(f"  not found: {question.q}: {', '.join(found['together'][:FIRST])}")
    rates = {name: sum(hits) / len(hits) for name, hits in sorted(counts.items())}
    for name, rate in rates.items():
        print(f"{directory:8}{name:18}{rate:6.3f} of {len(counts[name])}")
    return rates


@asynccontextmanager
async def open_demo(server: str) -> AsyncGenerator[Dispatcher]:
    async with open_dispatcher(prepare_database(server, "demo")) as dispatcher:
        await load_demo(dispatcher, print)
        yield dispatcher


async def run(folder: Path | None, questions: Path, *, show: bool) -> None:
    HOME.mkdir(parents=True, exist_ok=True)
    HOME.chmod(0o755)  # as root, the server runs as another user, who must get in
    with embedded_postgres.running(HOME, durable=False) as server:
        found: dict[str, dict[str, float]] = {}
        async with open_demo(server) as dispatcher, dispatcher.database.reading() as db:
            found["demo"] = await measure(db, questions, "demo", show=show)
        if folder is not None:
            async with open_dispatcher(prepare_database(server, "corpus")) as dispatcher:
                await load_corpus(dispatcher, read_corpus(folder))
                async with dispatcher.database.reading() as db:
                    found["corpus"] = await measure(db, questions, "corpus", show=show)
        if questions == QUESTIONS:
            keep("search-questions" if get_chosen() == "table" else "search-questions-encoder", found)


def main() -> None:
    parser = argparse.ArgumentParser("python -m bench.search_questions", description="How well questions are answered.")
    parser.add_argument("folder", nargs="?", type=Path, help="has corpus.jsonl.gz (default: the demo directory only)")
    parser.add_argument("--show", action="store_true", help="print the questions for tuning that find nothing right")
    parser.add_argument("--questions", type=Path, default=QUESTIONS, help="has demo.txt and corpus.txt")
    parser.add_argument("--encoder", action="store_true", help="with the sentence encoder (showground[meaning])")
    given = parser.parse_args()
    choose_embedder("encoder" if given.encoder else "table")
    asyncio.run(run(given.folder, given.questions, show=given.show))


if __name__ == "__main__":
    main()
