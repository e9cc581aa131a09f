"""Databases that tests pass on. Undoing what one changed takes a fraction of what a new copy of the template takes."""

from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import psycopg
from psycopg import sql

from tests.support.kept_connections import KEPT
from tests.support.postgres import fresh_database

MAX_USES = 30  # what was deleted stays in the files, and is passed over by every later search
MAX_CHANGES = 5_000  # of rows: a new copy takes less than undoing more
NAME = "tests"  # of our sessions

SYSTEM = "system"  # the tables of PostgreSQL itself, which tell of changes of the schema and of new statistics
# By table, how many rows were added, changed or deleted since the database exists.
CHANGES = """
    select case when relnamespace = 'public'::regnamespace then relname else 'system' end as name,
        sum(pg_stat_get_tuples_inserted(oid) + pg_stat_get_tuples_updated(oid) + pg_stat_get_tuples_deleted(oid))
    from pg_class
    where relkind = 'r' and relpersistence <> 't' and not relisshared
    group by name
"""
SEQUENCES = "select relname, pg_sequence_last_value(oid) from pg_class where relkind = 'S'"
SET_SEQUENCES = """
    select setval(seqrelid, coalesce(last, seqstart), last is not null)
    from unnest(%s::text[], %s::bigint[]) known (name, last)
    join pg_sequence on seqrelid = to_regclass(quote_ident(name))
"""
# Of the database: every new session has them.
SETTINGS = "select from pg_db_role_setting join pg_database on setdatabase = pg_database.oid and datname = %s"
# Sessions other than ours and those that are kept.
OTHERS = "select from pg_stat_activity where datname = current_database() and pid <> all(pg_backend_pid() || %s::int[])"
# Once they have ended, what they changed has been counted.
END_OTHERS = OTHERS.replace("select", "select pg_terminate_backend(pid, 10000)", 1)
COLUMNS = """
    select attname from pg_attribute
    where attrelid = to_regclass(quote_ident(%s)) and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum
"""


class Unusable(Exception):
    """It can't be made what it was, or not sooner than a new copy."""


@dataclass(frozen=True)
class Table:
    """What a table holds in the template."""

    columns: sql.Composed
    rows: bytes


class ReusedDatabase:
    """A copy of a template, and how to make it the same as the template again."""

    def __init__(self, url: str, like: "ReusedDatabase | None") -> None:
        """`like`: another copy of the template, which knows what it holds."""
        self.url = url
        self.uses = 0
        self._db = psycopg.connect(url, autocommit=True, application_name=NAME)
        self._db.execute("set session_replication_role = replica")  # undo rows in any order, without triggers
        KEPT.keep(self._db.info.dbname)
        self._changes = self._read_changes()
        if like is None:
            self._tables = {name: self._read_table(name) for name in self._changes if name != SYSTEM}
            self._sequences = self._read_sequences()
        else:
            self._tables, self._sequences = like._tables, like._sequences

    def undo(self) -> None:
        """Make it the same as the template again; raises Unusable."""
        try:
            self._undo()
        except psycopg.Error as error:  # such as after a test that closed the database
            raise Unusable from error

    def close(self) -> None:
        KEPT.end(self._db.info.dbname)
        self._db.close()

    def _undo(self) -> None:
        kept = KEPT.process_ids(self._db.info.dbname)
        self._db.execute(END_OTHERS, (kept,))
        ended = self._db.execute(OTHERS, (kept,)).fetchone() is None
        changes = self._read_changes()
        changed = [name for name, count in changes.items() if count != self._changes.get(name)]
        rows = sum(changes[name] - self._changes.get(name, 0) for name in changed)
        known = self._tables.keys() >= set(changed)
        has_settings = self._db.execute(SETTINGS, (self._db.info.dbname,)).fetchone() is not None
        if not ended or self.uses >= MAX_USES or rows > MAX_CHANGES or not known or has_settings:
            raise Unusable
        moved = [name for name, last in self._read_sequences().items() if last != self._sequences[name]]
        if not changed and not moved:
            return
        with self._db.transaction():
            statements = [sql.SQL("delete from {}").format(sql.Identifier(name)) for name in changed]
            self._db.execute(sql.SQL(";").join(statements))
            for name in changed:
                if self._tables[name].rows:
                    self._fill(name)
            self._db.execute(SET_SEQUENCES, (moved, [self._sequences[name] for name in moved]))
        self._db.execute("select pg_stat_force_next_flush()")
        self._changes = self._read_changes()

    def _read_table(self, name: str) -> Table:
        found = self._db.execute(COLUMNS, (name,)).fetchall()
        columns = sql.SQL(", ").join(sql.Identifier(column) for (column,) in found)
        statement = sql.SQL("copy {} ({}) to stdout").format(sql.Identifier(name), columns)
        with self._db.cursor().copy(statement) as copy:
            return Table(columns, b"".join(copy))

    def _fill(self, name: str) -> None:
        table = self._tables[name]
        statement = sql.SQL("copy {} ({}) from stdin").format(sql.Identifier(name), table.columns)
        with self._db.cursor().copy(statement) as copy:
            copy.write(table.rows)

    def _read_changes(self) -> dict[str, int]:
        return dict(self._db.execute(CHANGES).fetchall())

    def _read_sequences(self) -> dict[str, int | None]:
        return dict(self._db.execute(SEQUENCES).fetchall())


class ReusedDatabases:
    """Copies of one template, as many as are used at the same time."""

    def __init__(self, server: str, template: str) -> None:
        self._server = server
        self._template = template
        self._free: list[tuple[ReusedDatabase, ExitStack]] = []
        self._first: ReusedDatabase | None = None

    @contextmanager
    def lent(self) -> Generator[str]:
        """The address of a database that is the same as the template."""
        database, stack = self._free.pop() if self._free else self._make()
        try:
            yield database.url
        finally:
            database.uses += 1
            try:
                database.undo()
            except Unusable:
                stack.close()
            else:
                self._free.append((database, stack))

    def close(self) -> None:
        while self._free:
            self._free.pop()[1].close()

    def _make(self) -> tuple[ReusedDatabase, ExitStack]:
        stack = ExitStack()
        url = stack.enter_context(fresh_database(self._server, self._template))
        database = ReusedDatabase(url, like=self._first)
        stack.callback(database.close)
        self._first = self._first or database
        return database, stack
