"""Databases to search in: a corpus of real texts, or made-up listings, kept between runs."""

import asyncio
import gzip
import json
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from showground.core import text_folding
from showground.core.calls.context import Access, Caller, Site
from showground.core.calls.dispatch import Dispatcher
from showground.core.database.database import Database
from showground.core.database.migrations import migrate
from showground.core.database.pool import SETTINGS
from showground.core.fetch import Fetcher, FetchRules
from showground.demo.vocabulary import Phrasebook
from showground.listings import counts, new_listings
from showground.search import word_counts

AT_ONCE = 1_000
LANES = 2  # while PostgreSQL writes one chunk, Python makes the next
NOW = datetime(2026, 3, 11, 12, 0, tzinfo=UTC)
CALLER = Caller(NOW, "command")
HOME = Path("data-bench") / "search"
MADE_UP = """
select id, slug, name, tagline, concat_ws(' ', short_description, description), keywords
from listing where slug like 'load-%' order by id
"""


async def _nobody(token: str, now: datetime, address: str) -> Access | None:  # noqa: ARG001
    return None


@asynccontextmanager
async def open_dispatcher(url: str) -> AsyncGenerator[Dispatcher]:
    async with Database(url, forget=lambda _: None) as database:
        yield Dispatcher(
            database=database,
            site=Site("Bench", "https://bench.example"),
            fetch=Fetcher(FetchRules(user_agent="Bench")),
            authenticate=_nobody,
            counters=None,
            clock=lambda: NOW,
        )


def prepare_database(server: str, name: str, like: str | None = None) -> str:
    """The address of a migrated database of this name; if it is not there, it is made, as a copy of another if that is
    named."""
    with psycopg.connect(server, autocommit=True) as db:
        if db.execute("select from pg_database where datname = %s", (name,)).fetchone() is None:
            origin = sql.SQL(" template {}").format(sql.Identifier(like)) if like else sql.SQL("")
            db.execute(sql.SQL("create database {}").format(sql.Identifier(name)) + origin)
    url = make_conninfo(server, dbname=name)
    migrate(url)
    return url


def read_corpus(folder: Path) -> list[dict[str, Any]]:
    with gzip.open(folder / "corpus.jsonl.gz", "rt", encoding="utf-8") as lines:
        entries = [json.loads(line) for line in lines]
    return [entry | {"slug": f"c-{entry['id']}"} for entry in entries]


def as_entries(rows: Iterable[tuple[Any, ...]]) -> list[dict[str, Any]]:
    """Rows of MADE_UP as entries of a corpus, any of which may be looked for."""
    names = ("id", "slug", "name", "tagline", "description")
    return [
        dict(zip(names, row[:-1], strict=True)) | {"keywords": ", ".join(row[-1] or ()), "recog": 3} for row in rows
    ]


async def load_corpus(dispatcher: Dispatcher, corpus: Sequence[dict[str, Any]]) -> None:
    """Add the corpus's listings; a load that was cut short goes on where it stopped."""
    await _load(dispatcher, len(corpus), lambda number: _listing(corpus[number]))


async def load_made_up(dispatcher: Dispatcher, count: int) -> None:
    """Make up so many listings, those that are there already included: what search reads of them, and no more."""
    book = Phrasebook()
    await _load(dispatcher, count, lambda number: _make_up(book, number))


async def _load(dispatcher: Dispatcher, count: int, make: Callable[[int], new_listings.NewListing]) -> None:
    async with dispatcher.database.reading() as db:
        [(there,)] = await db.all("select count(*) from listing")
    if there >= count:
        return
    starts = iter(range(there, count, AT_ONCE))

    async def work() -> None:
        for start in starts:  # one supply for all lanes
            new = [make(number) for number in range(start, min(start + AT_ONCE, count))]
            async with dispatcher.database.transaction() as db:
                await db.take_time()
                await new_listings.add_listings(db, new)

    async with _without_index_of_words(dispatcher), asyncio.TaskGroup() as lanes:
        for _ in range(LANES):
            lanes.create_task(work())
    await settle(dispatcher)


@asynccontextmanager
async def _without_index_of_words(dispatcher: Dispatcher) -> AsyncGenerator[None]:
    """It takes less time to make it of all rows at the end than to keep it up row by row."""
    name = "listing_search_words"
    async with dispatcher.database.transaction() as db:
        rows = await db.all("select pg_get_indexdef(to_regclass(%s))", (name,))
        definition = rows[0][0] or f"create index {name} on listing_search using gin (words)"  # a load was cut short
        await db.execute(f"drop index if exists {name}")
    yield
    async with dispatcher.database.transaction() as db:
        await db.take_time()
        await db.execute("set local maintenance_work_mem = '512MB'")
        await db.execute(definition)


async def settle(dispatcher: Dispatcher) -> None:
    """What the jobs and PostgreSQL do in time."""
    async with dispatcher.database.transaction() as db:
        await word_counts.count_words(db)
        await word_counts.refresh_bitmaps(db)
    async with dispatcher.database.reading() as db:
        db.hurried = False
        await db.execute("set statement_timeout = 0")
        await db.execute("vacuum analyze")
        await db.execute(SETTINGS)


def _listing(entry: dict[str, Any]) -> new_listings.NewListing:
    created = datetime.fromtimestamp(entry["created_at"], UTC)
    return new_listings.NewListing(
        slug=entry["slug"],
        website=f"https://c{entry['id']}.example",
        status="live",
        created_at=created,
        updated_at=created,
        live_at=created,
        name=entry["name"],
        tagline=entry["tagline"],
        description=entry["description"],
        keywords=[keyword.strip() for keyword in entry["keywords"].split(",")],
        stage=text_folding.slugify(entry["stage"]),
        country=entry["country"],
        pricing_model=text_folding.slugify(entry["pricing_model"]),
        views=entry["views"],
        counts=counts.Counts(votes=entry["votes"], followers=entry["followers"]),
    )


def _make_up(book: Phrasebook, number: int) -> new_listings.NewListing:
    """The listing of this number, the same at every run."""
    rng = Random(number)
    slug, votes = f"load-{number:06}", min(int(rng.paretovariate(0.9)) - 1, 20_000)
    return new_listings.NewListing(
        slug=slug,
        website=f"https://{slug}.example/",
        status="live",
        created_at=NOW,
        updated_at=NOW,
        live_at=NOW,
        name=book.own_words(rng, 2).title(),
        tagline=f"{rng.choice(book.phrases)} {book.word(rng)}",
        short_description=f"{rng.choice(book.sentences)} {book.own_words(rng, 10)}.",
        description=" ".join(rng.choices(book.sentences, k=3 * rng.randrange(2, 6))),
        keywords=[book.word(rng) for _ in range(6)],
        tags=rng.choices(book.words, k=3),
        views=votes * 12,
        counts=counts.Counts(votes=votes, followers=votes // 5),
    )
