"""Migrations: from nothing to the schema that the repository keeps; safe to repeat, and by several at once."""

from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest

from showground.core import migrations
from showground.core.migrations import DatabaseNewer, Migration, MigrationChanged, find_missing, migrate
from tests.parts.postgres import fresh_database
from tests.parts.schema import describe

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
    with pytest.raises(MigrationChanged, match=r"0001_a\.sql was applied with another text"):
        migrate(empty_url)
    with pytest.raises(MigrationChanged):
        find_missing(empty_url)


def test_a_database_of_a_newer_version_is_refused(empty_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    migrate(empty_url)
    *kept, newest = migrations.ours()
    monkeypatch.setattr(migrations, "ours", lambda: kept)
    with pytest.raises(DatabaseNewer, match=rf"{newest.name}.*nstall the newer"):
        migrate(empty_url)


def test_new_migrations_of_the_job_queue_are_applied(empty_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    migrate(empty_url)
    newer = [*migrations.of_jobs(), Migration("procrastinate/99.sql", "create table job_news ()")]
    monkeypatch.setattr(migrations, "of_jobs", lambda: newer)
    assert find_missing(empty_url) == ["procrastinate/99.sql"]
    assert migrate(empty_url) == ["procrastinate/99.sql"]


def test_names_say_the_order() -> None:
    names = [m.name for m in migrations.ours()]
    assert [int(name[:4]) for name in names] == list(range(1, len(names) + 1))
