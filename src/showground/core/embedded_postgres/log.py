"""The server's log file, and how it is rotated."""

import os
import shutil
from contextlib import suppress
from pathlib import Path
from typing import IO

MAX_BYTES = 5_000_000  # of the current log; the previous one is stored beside it


def keep_small(log: Path) -> None:
    """Rotate the log by copying and truncating it. It can't be renamed, because the server has it open to append."""
    if log.stat().st_size > MAX_BYTES:
        with suppress(OSError):  # the disk is full; truncating frees some space
            old_log(log).touch(mode=0o600)
            shutil.copyfile(log, old_log(log))
        os.truncate(log, 0)


def old_log(log: Path) -> Path:
    """The previous log."""
    return log.with_name(f"{log.name}.before")


def open_log(log: Path) -> IO[bytes]:
    """Only its owner may read it: it can quote statements that failed."""
    return open(os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), "ab")  # noqa: PTH123 - pathlib sets no mode


def last_lines(log: Path, since: int) -> str:
    """The last lines of what was written after a position."""
    with log.open("rb") as text:
        text.seek(since if since <= log.stat().st_size else 0)
        return "\n".join(text.read().decode(errors="replace").splitlines()[-10:])
