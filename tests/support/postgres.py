"""A PostgreSQL server of the tests' own, with a migrated template to make databases from."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from showground.core import embedded_postgres
from showground.core.database.migrations import migrate

MIGRATED = "migrated"


@contextmanager
def running_server(folder: Path) -> Generator[str]:
    """The address of a server with a migrated, empty template."""
    with embedded_postgres.running(folder, durable=False) as conninfo:
        with psycopg.connect(conninfo, autocommit=True) as db:
            # What is known of tables, and with it the plan of a query, changes when a test says so and not by chance.
            db.execute("alter system set autovacuum = off")
            if db.info.server_version >= 18_00_00:
                # The kernel copies the files of a database, which takes half as long.
                db.execute("alter system set file_copy_method = clone")
            db.execute("select pg_reload_conf()")
            db.execute(f"create database {MIGRATED}")
        migrate(at(conninfo, MIGRATED))
        yield conninfo


def add_template(server: str, name: str, like: str = MIGRATED) -> str:
    """The address of a new copy of `like`, to be filled and then copied by `fresh_database`."""
    with psycopg.connect(server, autocommit=True) as db:
        db.execute(sql.SQL("create database {} template {}").format(sql.Identifier(name), sql.Identifier(like)))
    return at(server, name)


@contextmanager
def fresh_database(
    server: str, template: str = MIGRATED, *, read_only: bool = False, encoding: str = "UTF8"
) -> Generator[str]:
    """The address of a new database, the same as its template; one that is read only refuses every change. Another
    encoding is possible only for an empty template."""
    name = f"test_{uuid4().hex}"
    with psycopg.connect(server, autocommit=True) as db:
        # Copied as files, which takes less than the default way through the log.
        statement = sql.SQL("create database {} template {} strategy file_copy")
        made = statement.format(sql.Identifier(name), sql.Identifier(template))
        if encoding != "UTF8":
            made += sql.SQL(" locale 'C' encoding {}").format(sql.Literal(encoding))
        db.execute(made)
        if read_only:
            db.execute(sql.SQL("alter database {} set default_transaction_read_only = on").format(sql.Identifier(name)))
        try:
            yield at(server, name)
        finally:
            db.execute(sql.SQL("drop database {} with (force)").format(sql.Identifier(name)))


def at(server: str, database: str) -> str:
    return make_conninfo(server, dbname=database)


def close_database(postgres: str, url: str) -> None:
    """End every connection to it, and let nobody in."""
    name = str(conninfo_to_dict(url)["dbname"])
    with psycopg.connect(postgres, autocommit=True) as db:
        db.execute(sql.SQL("alter database {} with allow_connections false").format(sql.Identifier(name)))
        db.execute("select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = %s", (name,))


def open_database(postgres: str, url: str) -> None:
    name = str(conninfo_to_dict(url)["dbname"])
    with psycopg.connect(postgres, autocommit=True) as db:
        db.execute(sql.SQL("alter database {} with allow_connections true").format(sql.Identifier(name)))
