"""Detects whether an address leads to PostgreSQL itself or to a pooler in transaction mode, such as pgbouncer."""

from uuid import uuid4

import psycopg

HEAR_SECONDS = 2.0  # through a pooler that keeps sessions, a notification takes milliseconds


class SessionsNotKept(Exception):
    """It leads to a connection pooler that switches sessions between transactions, but listeners, workers and
    migrations need a session of their own. Set SHOWGROUND_DIRECT_URL to the address of the PostgreSQL server itself."""

    def __init__(self) -> None:
        super().__init__(" ".join((self.__doc__ or "").split()))


def need_sessions(conninfo: str) -> None:
    """Raise `SessionsNotKept` unless a session outlives its transaction; LISTEN and advisory locks depend on that.

    The test: listen on one connection, notify from a second one, and see whether the first one hears it.
    """
    with psycopg.connect(conninfo, autocommit=True) as listener:
        if not is_pooled(listener):
            return
        channel = f"showground_{uuid4().hex}"
        listener.execute(f"listen {channel}".encode())
        with psycopg.connect(conninfo, autocommit=True) as other:
            other.execute("select pg_notify(%s, '')", (channel,))
        if not list(listener.notifies(timeout=HEAR_SECONDS, stop_after=1)):
            raise SessionsNotKept


def is_pooled(db: psycopg.Connection) -> bool:
    """A pooler reports a made-up process id to its clients, so it differs from the one the server knows."""
    return db.execute("select pg_backend_pid()").fetchone() != (db.info.backend_pid,)
