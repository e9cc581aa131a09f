"""Logs why the database can't be used: each cause once per outage, and one line when it works again.

For example, the disk of the database is full for five minutes while 400 requests and jobs a minute need it. The log
then has two lines: one that says the disk is full, and one that says after how long the database worked again.
"""

import logging
from collections.abc import Callable
from time import monotonic

import psycopg
from psycopg_pool import PoolTimeout, TooManyRequests

REMIND_SECONDS = 600.0  # while an outage lasts, its cause is logged again after this time
QUIET_SECONDS = 20.0  # without an error; with a full disk, some statements still work between those that fail

# By SQLSTATE or its class.
CAUSES = {
    "53100": "The database's disk is full. Free some space on it.",
    "53200": "The database server is out of memory.",
    "53300": "The database server has no free connections. Raise its max_connections, or put a pooler before it.",
    "57P01": "The database server is shutting down.",
    "57P02": "The database server has crashed and restarts.",
    "57P03": "The database server is starting up or shutting down.",
    "58030": "The database server can't read or write its files.",
    "28": "The database server rejects the user name or password of SHOWGROUND_DATABASE_URL.",
    "3D000": "The database in SHOWGROUND_DATABASE_URL does not exist.",
}
NOT_CONNECTED = "The database, or the pooler before it, can't be reached"
LOST = "The connection to the database, or to the pooler before it, was lost."
BUSY = "No connection to the database became free in time."

log = logging.getLogger(__name__)


def name_cause(error: BaseException | None) -> str | None:
    """The cause of an error in words; None if the database works, such as after a statement that took too long."""
    while error is not None and not isinstance(error, psycopg.Error | PoolTimeout | TooManyRequests):
        error = error.__cause__
    if isinstance(error, PoolTimeout | TooManyRequests):
        return BUSY
    if not isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
        return None
    state = error.sqlstate or ""
    if state:
        known = CAUSES.get(state) or CAUSES.get(state[:2])
        return known or (_say(error) if state.startswith("08") else None)
    return _say(error)


def _say(error: psycopg.Error) -> str:
    """Errors without a state come from connecting, or from a connection that broke. Their text names the server's host
    and port, never a password."""
    reason = " ".join(str(error).split()).removeprefix("connection failed: ")
    for state, words in (("FATAL: password", "28"), ("no password supplied", "28"), ("too many clients", "53300")):
        if state in reason:
            return CAUSES[words]
    if "closed" in reason or "lost" in reason:
        return LOST
    return f"{NOT_CONNECTED}: {reason.partition(' Is the server running')[0]}"


class OutageLog:
    """The outage of this process's database, if there is one."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._logged: dict[str, float] = {}  # causes of this outage, and when each was logged
        self._began = self._last = 0.0
        self._errors = 0
        self.is_away = False  # something failed, and neither connecting nor a statement has worked since

    def note(self, error: BaseException) -> bool:
        """Log the cause of this error, unless that was done already. False if the database is not what is wrong."""
        cause = name_cause(error)
        if cause is None:
            return False
        self._last = self._clock()
        self.is_away = self.is_away or cause != BUSY
        if cause == BUSY and self._logged.keys() - {BUSY}:
            cause = next(iter(self._logged))  # requests wait for connections, because none can be made
        if not self._logged:
            self._began, self._errors = self._last, 0
        self._errors += 1
        if cause not in self._logged or self._last - self._logged[cause] >= REMIND_SECONDS:
            again = f" This has been so for {self._last - self._began:.0f} s." if cause in self._logged else ""
            self._logged[cause] = self._last
            log.warning("%s%s", cause, again)
        return True

    def note_success(self) -> None:
        """The database did what it was asked to. After a quiet time, this ends the outage."""
        self.is_away = False
        if self._logged and self._clock() - self._last >= QUIET_SECONDS:
            log.warning(
                "The database works again. It did not for %.0f s, in which %d attempts to use it failed.",
                self._last - self._began,
                self._errors,
            )
            self._logged.clear()


OUTAGE = OutageLog()
