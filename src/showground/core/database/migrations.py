"""Migrates the schema to this version: plain SQL files, in order, each in a transaction, with its checksum.

Older versions keep serving during and after a migration. A file can contain two directives, each on its own line:

- `-- needs: 0031_new_names.sql`: versions without that migration must not start on this schema.
- `-- alone`: run the statements one by one without a transaction, as `create index concurrently` requires. Such a file
  must be safe to run again after it failed half way.
"""

import asyncio
import re
import time
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import distribution
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Any, LiteralString

import psycopg

if TYPE_CHECKING:
    from showground.core.database.pool import Connection

LOCK = 7_063_117_001  # an advisory lock, so that concurrent runs take turns
JOBS_SCHEMA = "procrastinate/schema.sql"
TURN_SECONDS = 0.1  # between attempts to get the lock
LOCK_SECONDS = 0.5  # how long others may have to queue behind us; shorter than PostgreSQL's deadlock timeout
PATIENCE_SECONDS = 60.0
OLDEST_POSTGRES = 150_000  # as libpq counts: 15.0
ENCODING = "UTF8"  # with SQL_ASCII, names of migrations and everything else would arrive as bytes
CREATE_DATABASE = "createdb --owner showground --encoding UTF8 --template template0 showground"
# Via JSON, because databases of older versions don't have the column `needs`.
APPLIED: LiteralString = "select name, checksum, to_jsonb(migration) ->> 'needs' from migration"


class CannotMigrate(Exception):
    """The schema can't be migrated; the message says why and how to fix it."""


class MigrationChanged(CannotMigrate):
    """The text of an applied migration has changed."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"This database was set up by another build of Showground: the {name} that was applied to it differs from"
            " the one in this version. Nothing was changed. Install the version you used before (`showground --version`"
            " prints the installed one), or restore a backup into an empty database. If you edited that file yourself,"
            " undo the edit and add a new migration instead."
        )


class DatabaseNewer(CannotMigrate):
    """The database was migrated by a newer version of Showground and is not compatible with this one."""

    def __init__(self, names: Iterable[str]) -> None:
        super().__init__(
            "This database was upgraded by a newer version of Showground, and this version cannot work with it (it has"
            f" {', '.join(names)}). Nothing was changed. Install the newer version again, or restore the backup from"
            " before the upgrade with `showground restore FILE --replace`."
        )


class ServerTooOld(CannotMigrate):
    """The PostgreSQL server is too old."""

    def __init__(self, version: int) -> None:
        super().__init__(
            f"The database server is PostgreSQL {version // 10_000}.{version % 10_000}; Showground needs"
            f" {OLDEST_POSTGRES // 10_000} or newer. Nothing was changed. Upgrade the server, or use another one."
        )


class WrongEncoding(CannotMigrate):
    """The database's encoding is not UTF-8, as on a machine that had no locale when PostgreSQL was installed."""

    def __init__(self, encoding: str) -> None:
        super().__init__(
            f"The database's encoding is {encoding}; Showground needs {ENCODING}. Nothing was changed. Drop the"
            f" database if it is empty, or choose another name. As the database's superuser, run `{CREATE_DATABASE}`."
        )


class DatabaseBusy(CannotMigrate):
    """A migration did not get its locks."""

    def __init__(self, name: str) -> None:
        super().__init__(
            f"{name} was not applied, because a table it needs is locked. Find the long-running transaction in"
            " pg_stat_activity, end it, and run `showground migrate` again."
        )


@dataclass(frozen=True)
class Migration:
    """One file of SQL."""

    name: str
    sql: str

    @property
    def checksum(self) -> str:
        return sha256(self.sql.encode()).hexdigest()

    @property
    def needs(self) -> str | None:
        """The migration that a version must have to run on this schema."""
        found = re.search(r"^-- needs: (\S+)$", self.sql, re.MULTILINE)
        return found[1] if found else None

    @property
    def alone(self) -> bool:
        return re.search(r"^-- alone$", self.sql, re.MULTILINE) is not None


@dataclass(frozen=True)
class Applied:
    """What the database has recorded about an applied migration."""

    checksum: str
    needs: str | None


def ours() -> list[Migration]:
    return _read(files("showground") / "migrations", r"\d{4}_\w+\.sql")


def of_jobs() -> list[Migration]:
    """The job queue's own migrations, as its package ships them. A new database gets its complete schema instead."""
    return _read(_sql_of_jobs() / "migrations", r"[\d.]+_\w+\.sql", "procrastinate/")


def _sql_of_jobs() -> Path:
    """The folder of the job queue's SQL, located without importing the package, which is slow."""
    return Path(str(distribution("procrastinate").locate_file("procrastinate/sql")))


def migrate(conninfo: str) -> list[str]:
    """Apply the missing migrations; returns their names. Safe to run twice, twice at the same time, and while other
    processes are serving, including those of an older version."""
    with psycopg.connect(conninfo, autocommit=True) as db:
        check_server(db)
        db.execute("set statement_timeout = 0; set lock_timeout = 0")
        _wait_for_turn(db)
        db.execute(
            "create table if not exists migration (name text primary key, checksum text not null,"
            " applied_at timestamptz not null default now(), needs text)"
        )
        named = "select from pg_attribute where attrelid = 'migration'::regclass and attname = 'needs'"
        if db.execute(named).fetchone() is None:
            db.execute("alter table migration add column needs text")
        applied = _applied(db)
        _verify(applied)
        missing = [m for m in ours() if m.name not in applied]
        for migration in missing:
            _apply(db, migration)
        return [m.name for m in missing] + _migrate_jobs(db, applied)


def check_server(db: psycopg.Connection) -> None:
    """Raise an error if Showground can't work with this server and database."""
    if db.info.server_version < OLDEST_POSTGRES:
        raise ServerTooOld(db.info.server_version)
    encoding = db.info.parameter_status("server_encoding")
    if encoding and encoding != ENCODING:
        raise WrongEncoding(encoding)


def _wait_for_turn(db: psycopg.Connection) -> None:
    """Poll for the lock instead of waiting for it: `create index concurrently` in another run waits for all running
    statements, and would wait for ours too, which would be a deadlock."""
    while db.execute("select pg_try_advisory_lock(%s)", (LOCK,)).fetchone() != (True,):
        time.sleep(TURN_SECONDS)


def find_missing(conninfo: str) -> list[str]:
    """Names of the missing migrations; fails if the database is newer or an applied migration was changed."""
    with psycopg.connect(conninfo, autocommit=True) as db:
        if db.execute("select to_regclass('migration')").fetchone() == (None,):
            return [m.name for m in ours()]
        return _compare(_applied(db))


async def find_missing_through(db: "Connection") -> list[str]:
    """The same through a connection of the pool, which is the way that requests take."""
    if await db.one("select to_regclass('migration')") == (None,):
        return [m.name for m in ours()]
    return await asyncio.to_thread(_compare, _read_applied(await db.all(APPLIED)))  # it reads files


def _compare(applied: dict[str, Applied]) -> list[str]:
    _verify(applied)
    return [m.name for m in [*ours(), *of_jobs()] if m.name not in applied]


def _applied(db: psycopg.Connection) -> dict[str, Applied]:
    return _read_applied(db.execute(APPLIED).fetchall())


def _read_applied(rows: Iterable[tuple[Any, ...]]) -> dict[str, Applied]:
    return {name: Applied(checksum, needs) for name, checksum, needs in rows}


def _verify(applied: dict[str, Applied]) -> None:
    """A newer schema is fine, unless one of its extra migrations needs a migration that this version doesn't have."""
    known = {m.name: m.checksum for m in ours()}
    for name, found in applied.items():
        if name in known and known[name] != found.checksum:
            raise MigrationChanged(name)
    newer = applied.keys() - known.keys()
    if beyond := sorted(name for name in newer if (needed := applied[name].needs) and needed not in known):
        raise DatabaseNewer(beyond)


def _migrate_jobs(db: psycopg.Connection, applied: dict[str, Applied]) -> list[str]:
    if JOBS_SCHEMA in applied:
        missing = [m for m in of_jobs() if m.name not in applied]
        for migration in missing:
            _apply(db, migration)
        return [m.name for m in missing]
    whole = Migration(JOBS_SCHEMA, (_sql_of_jobs() / "schema.sql").read_text())
    with db.transaction():
        _apply(db, whole)
        for migration in of_jobs():
            _record(db, migration)
    return [JOBS_SCHEMA]


def _apply(db: psycopg.Connection, migration: Migration) -> None:
    """Apply a migration completely or not at all. If a lock is not available quickly, roll back and try again, so that
    others don't queue behind us."""
    if migration.alone:
        for statement in re.split(r";\s*$", migration.sql, flags=re.MULTILINE):
            db.execute(statement.encode())
        _record(db, migration)
        return
    until = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            with db.transaction():
                db.execute("select set_config('lock_timeout', %s, true)", (f"{LOCK_SECONDS * 1000:.0f}ms",))
                db.execute(migration.sql.encode())
                _record(db, migration)
        except psycopg.errors.LockNotAvailable as error:
            if time.monotonic() > until:
                raise DatabaseBusy(migration.name) from error
            time.sleep(LOCK_SECONDS)  # let those through who queued behind us
        else:
            return


def _record(db: psycopg.Connection, migration: Migration) -> None:
    values = (migration.name, migration.checksum, migration.needs)
    db.execute("insert into migration (name, checksum, needs) values (%s, %s, %s)", values)


def _read(folder: Traversable, pattern: str, prefix: str = "") -> list[Migration]:
    names = sorted(entry.name for entry in folder.iterdir() if re.fullmatch(pattern, entry.name))
    return [Migration(prefix + name, (folder / name).read_text(encoding="utf-8")) for name in names]
