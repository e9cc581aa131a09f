"""A file that counts what is written to it."""

import threading
from typing import Any, BinaryIO

from showground.backup.errors import BackupFailed


class CountedFile:
    """Counts the bytes written, and fails once `stopped` is set. It can't seek, so the archive is written in one go."""

    def __init__(self, out: BinaryIO, stopped: threading.Event | None = None) -> None:
        self._out = out
        self._stopped = stopped
        self.size = 0

    def write(self, data: Any) -> int:
        if self._stopped is not None and self._stopped.is_set():
            raise BackupFailed("The backup was stopped.")
        self._out.write(data)
        self.size += len(data)
        return len(data)

    def flush(self) -> None:
        self._out.flush()
