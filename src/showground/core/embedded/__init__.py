"""The embedded PostgreSQL: started by the first command that needs it, gone with the last, however that one ended."""

from .failures import BinariesMissing, EmbeddedFailed, FolderClosed, NotStarted, OtherVersion
from .holding import Location, hold_until_the_end, locate, running

__all__ = [
    "BinariesMissing",
    "EmbeddedFailed",
    "FolderClosed",
    "Location",
    "NotStarted",
    "OtherVersion",
    "hold_until_the_end",
    "locate",
    "running",
]
