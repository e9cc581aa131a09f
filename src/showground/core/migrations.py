"""Bring the schema to this version: plain SQL files, in order, each in a transaction, with its checksum."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable

import psycopg

LOCK = 7_063_117_001  # an advisory lock: two runs at once take turns
JOBS_SCHEMA = "procrastinate/schema.sql"


class MigrationChanged(Exception):
    """A migration that was applied here has another text now."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} was applied with another text. Applied migrations are never edited: add a new one.")


class DatabaseNewer(Exception):
    """The database was migrated by a newer version of Showground."""

    def __init__(self, names: Iterable[str]) -> None:
        super().__init__(
            f"The database has migrations that this version lacks ({', '.join(names)}): install the newer version."
        )


@dataclass(frozen=True)
class Migration:
    """One file of SQL."""

    name: str
    sql: str

    @property
    def checksum(self) -> str:
        return sha256(self.sql.encode()).hexdigest()


def ours() -> list[Migration]:
    return _read(files("showground") / "migrations", r"\d{4}_\w+\.sql")


def of_jobs() -> list[Migration]:
    """The job queue's own migrations, as its package ships them; at first its complete schema stands for them."""
    return _read(files("procrastinate") / "sql" / "migrations", r"[\d.]+_\w+\.sql", "procrastinate/")


def migrate(conninfo: str) -> list[str]:
    """Apply what is missing; returns the names of what was applied. Safe to run twice and by two at once."""
    with psycopg.connect(conninfo, autocommit=True) as db:
        db.execute("select pg_advisory_lock(%s)", (LOCK,))
        db.execute(
            "create table if not exists migration"
            " (name text primary key, checksum text not null, applied_at timestamptz not null default now())"
        )
        applied = _applied(db)
        _verify(applied)
        missing = [m for m in ours() if m.name not in applied]
        for migration in missing:
            _apply(db, migration)
        return [m.name for m in missing] + _migrate_jobs(db, applied)


def find_missing(conninfo: str) -> list[str]:
    """Names of migrations still to be applied; fails when the database is newer or an applied text was changed."""
    with psycopg.connect(conninfo, autocommit=True) as db:
        if db.execute("select to_regclass('migration')").fetchone() == (None,):
            return [m.name for m in ours()]
        applied = _applied(db)
        _verify(applied)
        return [m.name for m in [*ours(), *of_jobs()] if m.name not in applied]


def _applied(db: psycopg.Connection) -> dict[str, str]:
    return dict(db.execute("select name, checksum from migration").fetchall())


def _verify(applied: dict[str, str]) -> None:
    known = {m.name: m.checksum for m in ours()}
    for name, checksum in applied.items():
        if name in known and known[name] != checksum:
            raise MigrationChanged(name)
    if newer := sorted(name for name in applied.keys() - known.keys() if "/" not in name):
        raise DatabaseNewer(newer)


def _migrate_jobs(db: psycopg.Connection, applied: dict[str, str]) -> list[str]:
    if JOBS_SCHEMA in applied:
        missing = [m for m in of_jobs() if m.name not in applied]
        for migration in missing:
            _apply(db, migration)
        return [m.name for m in missing]
    whole = Migration(JOBS_SCHEMA, (files("procrastinate") / "sql" / "schema.sql").read_text())
    with db.transaction():
        _apply(db, whole)
        for migration in of_jobs():
            _record(db, migration)
    return [JOBS_SCHEMA]


def _apply(db: psycopg.Connection, migration: Migration) -> None:
    with db.transaction():
        db.execute(migration.sql.encode())
        _record(db, migration)


def _record(db: psycopg.Connection, migration: Migration) -> None:
    db.execute("insert into migration (name, checksum) values (%s, %s)", (migration.name, migration.checksum))


def _read(folder: Traversable, pattern: str, prefix: str = "") -> list[Migration]:
    names = sorted(entry.name for entry in folder.iterdir() if re.fullmatch(pattern, entry.name))
    return [Migration(prefix + name, (folder / name).read_text(encoding="utf-8")) for name in names]
