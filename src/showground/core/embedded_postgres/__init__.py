"""The embedded PostgreSQL server.

The first command that needs it starts it, the others share it, and it stops when the last one exits, even if that one
was killed. Each command holds a lease: a shared file lock (flock) on `holders.lock`, which the system releases when the
process ends. A supervisor process owns the server and stops it once it can get that lock exclusively.

For example: `showground serve` finds no server, starts a supervisor and holds a lease. While it runs, `showground
backup` takes a second lease on the same server. When both have ended, the supervisor shuts PostgreSQL down.
"""

from showground.core.embedded_postgres.binaries import find_clients
from showground.core.embedded_postgres.errors import (
    BinariesMissing,
    EmbeddedFailed,
    FolderClosed,
    NotStarted,
    OtherVersion,
)
from showground.core.embedded_postgres.lease import ServerLocation, is_made, lease_until_exit, locate, running

__all__ = [
    "BinariesMissing",
    "EmbeddedFailed",
    "FolderClosed",
    "NotStarted",
    "OtherVersion",
    "ServerLocation",
    "find_clients",
    "is_made",
    "lease_until_exit",
    "locate",
    "running",
]
