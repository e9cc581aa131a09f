"""The size of the server's page cache (shared_buffers)."""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

MEBIBYTE = 2**20
SHARE = 4  # a quarter of the machine's memory, the starting point in PostgreSQL's manual
LEAST, MOST = 128, 1_024  # MiB
LIMITS = (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"))


def shared_buffers(limits: Iterable[Path] = LIMITS) -> str:
    """The value of PostgreSQL's setting. `limits` are files with the container's memory limit in bytes, or `max`."""
    found = list[int]()
    with suppress(ValueError, OSError):
        found.append(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    for file in limits:
        with suppress(ValueError, OSError):
            found.append(int(file.read_text()))
    allowed = min(found, default=0) // SHARE // MEBIBYTE
    return f"{min(max(allowed, LEAST), MOST)}MB"
