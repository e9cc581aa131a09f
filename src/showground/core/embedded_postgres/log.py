"""The server's log, kept small."""

import os
import shutil
from contextlib import suppress
from pathlib import Path
from typing import IO

MAX_BYTES = 5_000_000  # bytes; as much again is kept of the time before


def keep_small(log: Path) -> None:
    """Copied and cut, not renamed: the server keeps it open, and appends."""
    if log.stat().st_size > MAX_BYTES:
        with suppress(OSError):  # a full disk: what is cut makes room there
            old_log(log).touch(mode=0o600)
            shutil.copyfile(log, old_log(log))
        os.truncate(log, 0)


def old_log(log: Path) -> Path:
    """What was cut from the log last."""
    return log.with_name(f"{log.name}.before")


def open_log(log: Path) -> IO[bytes]:
    """For its owner alone: statements that failed may be quoted in it."""
    return open(os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), "ab")  # noqa: PTH123 - pathlib sets no mode


def last_lines(log: Path, since: int) -> str:
    """The end of what was written from a position on."""
    with log.open("rb") as text:
        text.seek(since if since <= log.stat().st_size else 0)
        return "\n".join(text.read().decode(errors="replace").splitlines()[-10:])
