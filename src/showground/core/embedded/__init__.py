"""The embedded PostgreSQL: started by the first command that needs it, gone with the last, however that one ended."""

from .binaries import find_clients
from .failures import BinariesMissing, EmbeddedFailed, FolderClosed, NotStarted, OtherVersion
from .holding import Location, hold_until_the_end, is_made, locate, running

__all__ = [
    "BinariesMissing",
    "EmbeddedFailed",
    "FolderClosed",
    "Location",
    "NotStarted",
    "OtherVersion",
    "find_clients",
    "hold_until_the_end",
    "is_made",
    "locate",
    "running",
]
