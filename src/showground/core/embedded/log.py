"""The server's log, kept small."""

import os
import shutil
from contextlib import suppress
from pathlib import Path

LARGEST = 5_000_000  # bytes; as much again is kept of the time before


def keep_small(log: Path) -> None:
    """Copied and cut, not renamed: the server keeps it open, and appends."""
    if log.stat().st_size > LARGEST:
        with suppress(OSError):  # a full disk: what is cut makes room there
            shutil.copyfile(log, log.with_name(f"{log.name}.before"))
        os.truncate(log, 0)


def last_lines(log: Path, since: int) -> str:
    """The end of what was written from a position on."""
    with log.open("rb") as text:
        text.seek(since if since <= log.stat().st_size else 0)
        return "\n".join(text.read().decode(errors="replace").splitlines()[-10:])
