"""Migrations: from nothing to the schema that the repository keeps; safe to repeat, and by several at once."""

from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from showground.core.database import migrations
from showground.core.database.migrations import (
    DatabaseBusy,
    DatabaseNewer,
    Migration,
    MigrationChanged,
    ServerTooOld,
    WrongEncoding,
    find_missing,
    migrate,
)
from tests.support.command import showground
from tests.support.postgres import fresh_database
from tests.support.schema import describe

KEPT = Path(__file__).parents[2] / "docs" / "schema.md"


@pytest.fixture
def empty_url(postgres: str) -> Generator[str]:
    """A database with nothing in it."""
    with fresh_database(postgres, "template0") as url:
        yield url


def test_from_nothing_to_the_kept_schema(empty_url: str) -> None:
    assert find_missing(empty_url) == [m.name for m in migrations.ours()]
    applied = migrate(empty_url)
    assert applied[: len(migrations.ours())] == [m.name for m in migrations.ours()]
    assert find_missing(empty_url) == []
    assert describe(empty_url) == KEPT.read_text(), "the schema has changed: run `make docs` and look at the difference"


def test_a_second_run_changes_nothing(empty_url: str) -> None:
    migrate(empty_url)
    assert migrate(empty_url) == []


def test_five_at_once_apply_each_once(empty_url: str) -> None:
    with ThreadPoolExecutor(5) as pool:
        results = list(pool.map(migrate, [empty_url] * 5))
    assert sorted(map(len, results)) == [0, 0, 0, 0, len(migrations.ours()) + 1]
    assert describe(empty_url) == KEPT.read_text()


def test_a_failing_file_leaves_nothing_of_itself(empty_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    good, bad = (
        Migration("0001_good.sql", "create table good ()"),
        Migration("0002_bad.sql", "create table bad (); oops"),
    )
    monkeypatch.setattr(migrations, "ours", lambda: [good, bad])
    with pytest.raises(psycopg.errors.SyntaxError):
        migrate(empty_url)
    with psycopg.connect(empty_url) as db:
        assert db.execute("select to_regclass('good'), to_regclass('bad')").fetchone() == ("good", None)
    monkeypatch.setattr(migrations, "ours", lambda: [good, Migration("0002_bad.sql", "create table bad ()")])
    assert migrate(empty_url)[0] == "0002_bad.sql"


def test_an_edited_migration_is_refused(empty_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrations, "ours", lambda: [Migration("0001_a.sql", "create table a ()")])
    migrate(empty_url)
    monkeypatch.setattr(migrations, "ours", lambda: [Migration("0001_a.sql", "create table b ()")])
    with pytest.raises(
        MigrationChanged, match=r"set up by another build of Showground: the 0001_a\.sql that was applied"
    ):
        migrate(empty_url)
    with pytest.raises(MigrationChanged):
        find_missing(empty_url)


@pytest.fixture
def know(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Be the version that has these migrations."""

    def know(*known: Migration) -> None:
        monkeypatch.setattr(migrations, "ours", lambda: list(known))

    return know


def test_the_version_before_serves_on_and_the_one_before_that_does_not(
    empty_url: str, know: Callable[..., None]
) -> None:
    """In two steps: 0002 adds the new column, and once no version without it runs, 0003 drops the old one."""
    first = Migration("0001_a.sql", "create table a (old text)")
    second = Migration("0002_b.sql", "alter table a add column new text")
    third = Migration("0003_c.sql", "-- Nobody reads it.\n-- needs: 0002_b.sql\n\nalter table a drop old;")
    for version in ([first], [first, second], [first, second, third]):
        know(*version)
        assert migrate(empty_url)[0] == version[-1].name
    know(first, second)
    assert (migrate(empty_url), find_missing(empty_url)) == ([], [])
    know(first)
    for look in (migrate, find_missing):
        with pytest.raises(DatabaseNewer, match=r"upgraded by a newer version.*0003_c\.sql.*Install the newer version"):
            look(empty_url)


def test_a_server_that_is_too_old_is_refused_before_anything_is_made(
    empty_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrations, "OLDEST_POSTGRES", 990_000)
    with pytest.raises(ServerTooOld, match=r"The database server is PostgreSQL \d+\.\d+; Showground needs 99 or newer"):
        migrate(empty_url)
    with psycopg.connect(empty_url) as db:
        assert db.execute("select to_regclass('migration')").fetchone() == (None,)


def test_a_database_that_cannot_store_every_character_is_refused_before_anything_is_made(postgres: str) -> None:
    """As PostgreSQL makes them on a machine without a locale: it would work until the second start."""
    with fresh_database(postgres, "template0", encoding="SQL_ASCII") as url:
        with pytest.raises(
            WrongEncoding, match=r"encoding is SQL_ASCII; Showground needs UTF8.*createdb .*encoding UTF8"
        ):
            migrate(url)
        with psycopg.connect(url) as db:
            assert db.execute("select to_regclass('migration') is null").fetchone() == (True,)
        told = showground("doctor", database_url=url)
    assert told.returncode == 1
    assert "BAD  database" in told.stdout
    assert "encoding is SQL_ASCII; Showground needs UTF8" in told.stdout


def test_a_database_of_a_version_that_noted_no_needs(empty_url: str, know: Callable[..., None]) -> None:
    know(Migration("0001_a.sql", "create table a ()"))
    migrate(empty_url)
    with psycopg.connect(empty_url, autocommit=True) as db:
        db.execute("alter table migration drop column needs")
    assert find_missing(empty_url) == []
    assert migrate(empty_url) == []


def test_it_waits_for_a_lock_without_holding_up_others(
    empty_url: str, know: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = Migration("0001_a.sql", "create table a ()"), Migration("0002_b.sql", "alter table a add b text")
    monkeypatch.setattr(migrations, "LOCK_SECONDS", 0.05)
    know(first)
    migrate(empty_url)
    know(first, second)
    with ThreadPoolExecutor(1) as pool, psycopg.connect(empty_url) as busy:
        busy.execute("select from a")
        applying = pool.submit(migrate, empty_url)
        for _ in range(10):
            with psycopg.connect(empty_url) as reader:
                reader.execute("select from a")
        assert not applying.done()
        busy.rollback()
        assert applying.result() == ["0002_b.sql"]

    know(first, second, Migration("0003_c.sql", "alter table a add c text"))
    monkeypatch.setattr(migrations, "PATIENCE_SECONDS", 0.1)
    with psycopg.connect(empty_url) as busy:
        busy.execute("select from a")
        with pytest.raises(DatabaseBusy, match=r"0003_c\.sql was not applied, because a table it needs is locked"):
            migrate(empty_url)


def test_an_index_is_made_while_others_write(empty_url: str, know: Callable[..., None]) -> None:
    first = Migration("0001_a.sql", "create table a (b int); insert into a values (1), (1)")
    statements = "drop index concurrently if exists a_b;\ncreate unique index concurrently a_b on a (b);\n"
    index = Migration("0002_b.sql", f"-- How it is found.\n-- alone\n{statements}")
    know(first, index)
    with pytest.raises(psycopg.errors.UniqueViolation):
        migrate(empty_url)  # which leaves half an index behind
    with psycopg.connect(empty_url, autocommit=True) as db:
        db.execute("delete from a")
        assert migrate(empty_url)[0] == "0002_b.sql"
        assert db.execute("select indisvalid from pg_index where indexrelid = 'a_b'::regclass").fetchone() == (True,)


def test_new_migrations_of_the_job_queue_are_applied(empty_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    migrate(empty_url)
    newer = [*migrations.of_jobs(), Migration("procrastinate/99.sql", "create table job_news ()")]
    monkeypatch.setattr(migrations, "of_jobs", lambda: newer)
    assert find_missing(empty_url) == ["procrastinate/99.sql"]
    assert migrate(empty_url) == ["procrastinate/99.sql"]


def test_accounts_that_are_one_under_the_canonical_form_are_named_and_not_merged(database_url: str) -> None:
    """As in a database whose locale takes I and i for different letters."""
    with psycopg.connect(database_url) as db:
        db.execute("alter table account drop constraint account_email_key")
        db.execute("drop index account_canonical_email")
        db.execute("delete from migration where name like '%_canonical_email.sql'")
        for email in ("IDA@a.example", "ida@a.example"):
            db.execute("insert into account (email, name, created_at) values (%s, 'Ida', now())", (email,))
        first, second = (number for (number,) in db.execute("select id from account order by id"))
    with pytest.raises(psycopg.errors.RaiseException, match=f"{first} and {second}. Give one of each another address"):
        migrate(database_url)
    with psycopg.connect(database_url) as db:
        db.execute("update account set email = 'other@a.example' where id = %s", (second,))
    assert [name for name in migrate(database_url) if "canonical" in name]


def test_names_say_the_order() -> None:
    names = [m.name for m in migrations.ours()]
    assert [int(name[:4]) for name in names] == list(range(1, len(names) + 1))
