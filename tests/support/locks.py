"""Stopping others in the middle of their work: a table that nobody may write to, who waits for it, and who died."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, LiteralString

import psycopg


@contextmanager
def blocked(url: str, table: LiteralString) -> Generator[None]:
    """Others may read the table, but whoever writes to it waits until the end of this block."""
    with psycopg.connect(url) as db:
        db.execute(f"lock table {table} in exclusive mode")
        yield
        db.rollback()


def somebody_waits(url: str, table: str) -> bool:
    return ask(url, "select count(*) from pg_locks where not granted and relation = %s::regclass", table) > 0


def let_silence_pass(url: str) -> None:
    """As if those workers that were killed had been silent for long: the next check gives their jobs to others."""
    with psycopg.connect(url) as db:
        db.execute("update procrastinate_workers set last_heartbeat = last_heartbeat - interval '1 day'")


def ask(url: str, query: LiteralString, *values: Any) -> Any:
    with psycopg.connect(url, autocommit=True) as db:
        row = db.execute(query, values).fetchone()
    return row[0] if row else None
