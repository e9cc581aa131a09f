"""What a place for backups is, and what is in it."""

from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime
from typing import BinaryIO, Protocol


@dataclass(frozen=True, slots=True)
class StoredBackup:
    """A backup in a store."""

    name: str
    at: datetime
    size: int


class BackupStore(Protocol):
    """A folder or a bucket. Methods raise `BackupFailed`, with a message for the operator."""

    @property
    def place(self) -> str:
        """Where it is, in words."""
        ...

    def list(self) -> list[StoredBackup]:
        """Oldest first. Files that are not ours are left out."""
        ...

    def write(self, name: str) -> AbstractContextManager[BinaryIO]:
        """Write a backup. It appears under its name when the block ends, or not at all if that fails."""
        ...

    def read(self, name: str) -> AbstractContextManager[BinaryIO]: ...

    def delete(self, name: str) -> None: ...
