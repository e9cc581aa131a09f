"""The embedded PostgreSQL: started by the first command that needs it, gone with the last, however that one ended."""

from showground.core.embedded_postgres.binaries import find_clients
from showground.core.embedded_postgres.errors import (
    BinariesMissing,
    EmbeddedFailed,
    FolderClosed,
    NotStarted,
    OtherVersion,
)
from showground.core.embedded_postgres.lease import ServerLocation, hold_until_the_end, is_made, locate, running

__all__ = [
    "BinariesMissing",
    "EmbeddedFailed",
    "FolderClosed",
    "NotStarted",
    "OtherVersion",
    "ServerLocation",
    "find_clients",
    "hold_until_the_end",
    "is_made",
    "locate",
    "running",
]
