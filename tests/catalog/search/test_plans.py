"""How PostgreSQL goes about it: by the indexes, however many listings there are."""

from collections.abc import AsyncGenerator
from random import Random
from typing import Any

import psycopg
import pytest

from showground import catalog
from showground.catalog.search import ranking, statements, vocabulary
from showground.catalog.search.filters import Search
from showground.catalog.search.query import readings
from showground.core.database import Connection
from showground.core.door import Door
from showground.demo.words import make_vocabulary
from tests.catalog.search.listings import add, find, make

pytestmark = [pytest.mark.anyio, pytest.mark.slow]

MANY = 4_000


@pytest.fixture
async def shelf(door: Door) -> AsyncGenerator[Connection]:
    rnd = Random("plans")
    words = make_vocabulary()
    common = words[:20]
    await add(
        door,
        *(
            make(
                f"l-{n}",
                f"{rnd.choice(words)}{n} {rnd.choice(words)}",
                tagline=" ".join(rnd.choices(words, k=5)),
                description=" ".join([*rnd.choices(words, k=40), *rnd.choices(common, k=8)]),
                votes=rnd.randrange(1_000),
            )
            for n in range(MANY)
        ),
        make("quinceberry", "Quinceberry", tagline="Preserves of medlars"),
    )
    async with door.database.transaction() as db:
        await catalog.count_words(db)
    async with door.database.reading() as db:
        await db.execute("vacuum analyze")
        yield db


async def plan(db: Connection, statement: Any, values: dict[str, Any]) -> str:
    cursor = psycopg.AsyncClientCursor(db)
    explain = b"explain " + (statement.encode() if isinstance(statement, str) else statement)
    return "\n".join(line for (line,) in await (await cursor.execute(explain, values)).fetchall())


@pytest.mark.parametrize("q", ["quinceberry", "quincebery", "preserves medlars", "presreves medlrs"])
async def test_words_are_found_by_their_index(shelf: Connection, q: str) -> None:
    search = Search(q=q, page=1, per_page=20)
    async for reading in readings(shelf, q):
        values = search.values() | ranking.values(reading) | {"match": reading.match}
        statement = statements.ranked_matches(ranking.Shape.of(reading), search.filters)
        steps = await plan(shelf, statement, values)
        assert "listing_search_words" in steps
        assert "Seq Scan" not in steps
        return


async def test_typos_are_found_by_their_keys(shelf: Connection) -> None:
    values = {"words": ["quincebery"], "firsts": ["quincebery"], "ends": ["quincebery\x01"], "keys": ["{1,2,3}"]}
    steps = await plan(shelf, vocabulary.LOOK_UP, values | {"beginning": "quincebery", "beginning_end": "quinceberyz"})
    assert "search_word_keys" in steps
    assert "search_word_word" in steps
    assert "Seq Scan on search_word" not in steps


async def test_a_page_of_the_most_voted_is_read_along_the_index(shelf: Connection) -> None:
    search = Search(sort="votes", page=1, per_page=20)
    steps = await plan(shelf, statements.without_words("votes", search.filters), search.values())
    assert "Index Scan using listing_votes" in steps or "Index Only Scan using listing_votes" in steps


async def test_a_domain_is_found_by_its_index(shelf: Connection) -> None:
    search = Search(domain="https://www.quinceberry.example/x", q="preserves", page=1, per_page=20)
    async for reading in readings(shelf, "preserves"):
        values = search.values() | ranking.values(reading) | {"match": reading.match}
        statement = statements.ranked_matches(ranking.Shape.of(reading), search.filters)
        assert "Seq Scan" not in await plan(shelf, statement, values)
        return


async def test_what_stands_nearly_everywhere_is_answered_in_order(door: Door, shelf: Connection) -> None:
    word = make_vocabulary()[0]
    found = await find(door, word)
    assert len(found) == len(set(found)) == 100
