"""Whether an address leads to the database itself, or to a pooler that lends a session for one transaction only."""

from uuid import uuid4

import psycopg

HEAR_SECONDS = 2.0  # through a pooler that keeps sessions, a notification takes milliseconds


class SessionsNotKept(Exception):
    """It leads through a pooler that lends another session for each transaction, while listeners, workers and
    migrations need one of their own. Set SHOWGROUND_DIRECT_URL to the address of the PostgreSQL server itself."""

    def __init__(self) -> None:
        super().__init__(" ".join((self.__doc__ or "").split()))


def need_sessions(conninfo: str) -> None:
    """Fail where listeners, workers and migrations cannot do their work: all that lasts beyond a transaction."""
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
    """A pooler gives its clients keys of its own making to cancel queries by, the server's process is another."""
    return db.execute("select pg_backend_pid()").fetchone() != (db.info.backend_pid,)
