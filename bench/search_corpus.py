"""Databases to search in: a corpus of real texts, or made-up listings, kept between runs."""

import gzip
import json
from collections.abc import AsyncGenerator, Iterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from showground import catalog
from showground.catalog import rules
from showground.catalog.search import counting
from showground.core.context import Access, Caller, Site
from showground.core.database import STATEMENT_TIMEOUT, Connection, Database
from showground.core.door import Door
from showground.core.fetch import Fetcher, FetchRules
from showground.core.migrations import migrate
from showground.demo.synthetic import load_synthetic

READ_AT_MOST = 20_000  # enough to make queries of
NOW = datetime(2026, 3, 11, 12, 0, tzinfo=UTC)
CALLER = Caller(NOW, "command")
HOME = Path("data-bench") / "search"


async def _nobody(token: str, now: datetime, address: str) -> Access | None:  # noqa: ARG001
    return None


@asynccontextmanager
async def open_door(url: str) -> AsyncGenerator[Door]:
    async with Database(url, forget=lambda _: None) as database:
        yield Door(
            database=database,
            site=Site("Bench", "https://bench.example"),
            fetch=Fetcher(FetchRules(user_agent="Bench")),
            authenticate=_nobody,
            counters=None,
            clock=lambda: NOW,
        )


def _say_nothing(done: int, of: int) -> None:
    """There is nobody to show progress to."""


def prepare_database(server: str, name: str) -> str:
    """The address of a migrated database of this name; it is made if it is not there."""
    with psycopg.connect(server, autocommit=True) as db:
        if db.execute("select from pg_database where datname = %s", (name,)).fetchone() is None:
            db.execute(sql.SQL("create database {}").format(sql.Identifier(name)))
    url = make_conninfo(server, dbname=name)
    migrate(url)
    return url


def read_corpus(folder: Path) -> list[dict[str, Any]]:
    with gzip.open(folder / "corpus.jsonl.gz", "rt", encoding="utf-8") as lines:
        entries = [json.loads(line) for line in lines]
    return [entry | {"slug": f"c-{entry['id']}"} for entry in entries]


async def read_made_up(db: Connection) -> list[dict[str, Any]]:
    """Made-up listings as entries of a corpus, any of which may be looked for."""
    rows = await db.all(
        "select id, slug, name, tagline, description, keywords from listing order by id limit %s", (READ_AT_MOST,)
    )
    names = ("id", "slug", "name", "tagline", "description")
    return [
        dict(zip(names, row[:-1], strict=True)) | {"keywords": ", ".join(row[-1] or ()), "recog": 3} for row in rows
    ]


async def load_corpus(door: Door, corpus: Sequence[dict[str, Any]]) -> None:
    """Add the corpus's listings; a load that was cut short goes on where it stopped."""
    async with door.database.reading() as db:
        [(there,)] = await db.all("select count(*) from listing")
    if there == len(corpus):
        return
    for some in _batches(corpus[there:], 1_000):
        async with door.database.transaction() as db:
            await catalog.add_listings(db, [_listing(entry) for entry in some])
    await settle(door)


async def load_made_up(door: Door, count: int) -> None:
    async with door.database.reading() as db:
        row = await db.one("select count(*) from listing")
    if row is None or row[0] < count:
        await load_synthetic(door, count, _say_nothing)
        await settle(door)


async def settle(door: Door) -> None:
    """What the jobs and PostgreSQL do in time."""
    async with door.database.transaction() as db:
        await counting.count_words(db)
    async with door.database.reading() as db:
        db.hurried = False
        await db.execute("set statement_timeout = 0")
        await db.execute("vacuum analyze")
        await db.execute(f"set statement_timeout = '{STATEMENT_TIMEOUT}'")


def _listing(entry: dict[str, Any]) -> catalog.NewListing:
    created = datetime.fromtimestamp(entry["created_at"], UTC)
    return catalog.NewListing(
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
        stage=rules.slugify(entry["stage"]),
        country=entry["country"],
        pricing_model=rules.slugify(entry["pricing_model"]),
        views=entry["views"],
        counts=catalog.Counts(votes=entry["votes"], followers=entry["followers"]),
    )


def _batches(entries: Sequence[dict[str, Any]], size: int) -> Iterator[list[dict[str, Any]]]:
    source = iter(entries)
    while some := list(islice(source, size)):
        yield some
