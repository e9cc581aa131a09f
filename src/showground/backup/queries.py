"""SQL on the whole database, before and after a backup, and on the backups that were made."""

from datetime import datetime

import psycopg
from psycopg import sql

from showground.core.database.pool import Connection


def begin_snapshot(db: psycopg.Connection) -> None:
    """Begin a transaction that sees one moment, however long it takes."""
    db.execute("set transaction isolation level repeatable read, read only")
    db.execute("set local idle_in_transaction_session_timeout = 0")


def export_snapshot(db: psycopg.Connection) -> str:
    """The name of this transaction's snapshot, by which pg_dump can use it."""
    [(name,)] = db.execute("select pg_export_snapshot()").fetchall()
    return name


def has_table(db: psycopg.Connection, name: str) -> bool:
    return db.execute("select to_regclass(%s)", (f"public.{name}",)).fetchone() != (None,)


def list_tables(db: psycopg.Connection) -> list[str]:
    return [name for (name,) in db.execute("select tablename from pg_tables where schemaname = 'public'")]


def list_migrations(db: psycopg.Connection) -> list[str]:
    return [name for (name,) in db.execute("select name from migration order by name")]


def count_listings_and_accounts(db: psycopg.Connection) -> tuple[int, int]:
    [counts] = db.execute("select (select count(*) from listing), (select count(*) from account)").fetchall()
    return counts


def get_table_sizes(db: psycopg.Connection) -> dict[str, int]:
    """The size of each table in bytes."""
    return dict(
        db.execute(
            """
            select relname, pg_table_size(oid) from pg_class
            where relkind = 'r' and relnamespace = 'public'::regnamespace
            """
        ).fetchall()
    )


def count_other_processes(db: psycopg.Connection) -> int:
    """How many other connections of Showground this database has."""
    [(count,)] = db.execute(
        """
        select count(*) from pg_stat_activity
        where datname = current_database() and application_name like 'showground%' and pid <> pg_backend_pid()
        """
    ).fetchall()
    return count


def note_run(conninfo: str, at: datetime, place: str, name: str, size: int) -> None:
    """Note that a backup was made, unless the schema is older than this table."""
    with psycopg.connect(conninfo) as db:
        if has_table(db, "backup_run"):
            db.execute(
                "insert into backup_run (at, place, name, bytes) values (%s, %s, %s, %s)", (at, place, name, size)
            )


async def find_newest_run(db: Connection) -> tuple[datetime, int] | None:
    """When the newest backup was made, and its size in bytes."""
    row = await db.one("select at, bytes from backup_run order by at desc limit 1")
    return (row[0], row[1]) if row else None


def create_database(db: psycopg.Connection, name: str) -> None:
    db.execute(sql.SQL("create database {} template template0 encoding 'UTF8'").format(sql.Identifier(name)))


def drop_database(db: psycopg.Connection, name: str) -> None:
    db.execute(sql.SQL("drop database if exists {} with (force)").format(sql.Identifier(name)))
