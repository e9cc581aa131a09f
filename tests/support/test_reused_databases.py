"""A database that tests pass on is the same as a new copy of its template, whatever the last test did."""

from collections.abc import Generator
from contextlib import closing

import psycopg
import pytest
from psycopg import sql

from showground.launches import NewReview, add_reviews
from tests.support.copies import Template
from tests.support.launch_world import MONDAY, Fair, hours
from tests.support.postgres import fresh_database
from tests.support.reused_databases import ReusedDatabases
from tests.support.world import NOW, running_world

TABLES = "select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace"
SEQUENCES = "select relname, pg_sequence_last_value(oid) from pg_class where relkind = 'S'"


def contents(url: str) -> dict[str, bytes | int | None]:
    """All rows of all tables, and the last value of each sequence."""
    with psycopg.connect(url) as db:
        held: dict[str, bytes | int | None] = dict(db.execute(SEQUENCES).fetchall())
        for (name,) in db.execute(TABLES).fetchall():
            rows = sql.SQL("copy (select * from {}) to stdout").format(sql.Identifier(name))
            with db.cursor().copy(rows) as copy:
                held[name] = b"".join(copy)
        return held


@pytest.fixture
def databases(postgres: str, with_cast: Template) -> Generator[ReusedDatabases]:
    with closing(ReusedDatabases(postgres, with_cast.name)) as databases:
        yield databases


@pytest.mark.anyio
async def test_what_a_test_did_is_undone(postgres: str, with_cast: Template, databases: ReusedDatabases) -> None:
    with fresh_database(postgres, with_cast.name) as new:
        expected = contents(new)
    for _ in range(3):
        with databases.lent() as url:
            assert contents(url) == expected
            async with running_world(url) as world:
                fair = Fair(world)
                quince = await fair.add("quince", MONDAY, votes=hours(1, 2))
                async with world.dispatcher.database.transaction() as db:
                    await add_reviews(db, [NewReview(quince, fair.voters[0], 5, "Fine", NOW)])
                    await db.execute("delete from account where email like 'bob@%'")
                    await db.execute("update account set name = 'Somebody' where email like 'alice@%'")
                await world.add_person("dora")
    with databases.lent() as url:
        assert contents(url) == expected


@pytest.mark.parametrize(
    "statement",
    [
        "alter table listing add column colour text",
        "create table colour (name text)",
        "alter table listing rename column slug to name_in_paths",
        "analyze account",
        "alter database \"{name}\" set timezone = 'Europe/Lisbon'",
        "insert into account (email, name, created_at) select 'many' || n, n, now() from generate_series(1, 6000) n",
    ],
)
def test_one_that_was_changed_otherwise_is_used_no_more(databases: ReusedDatabases, statement: str) -> None:
    with databases.lent() as url, psycopg.connect(url, autocommit=True) as db:
        db.execute(statement.format(name=db.info.dbname).encode())
    with databases.lent() as other:
        assert other != url


def test_one_that_others_are_using_is_left_to_them(databases: ReusedDatabases) -> None:
    with databases.lent() as one, databases.lent() as other:
        assert one != other


def test_connections_that_a_test_left_open_are_closed(databases: ReusedDatabases) -> None:
    with databases.lent() as url:
        left = psycopg.connect(url)
        left.execute("lock table account")
    with pytest.raises(psycopg.OperationalError):
        left.execute("select 1")
    left.close()
