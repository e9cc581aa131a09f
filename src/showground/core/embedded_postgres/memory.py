"""How much memory the server may keep pages in."""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

MEBIBYTE = 2**20
SHARE = 4  # of the machine's memory, a quarter: what PostgreSQL's handbook begins with
LEAST, MOST = 128, 1_024  # MiB; memory that is not needed is not taken
LIMITS = (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"))


def shared_buffers(limits: Iterable[Path] = LIMITS) -> str:
    """As PostgreSQL's setting has it. `limits` are files that say how many bytes a container may use, or `max`."""
    found = list[int]()
    with suppress(ValueError, OSError):
        found.append(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    for file in limits:
        with suppress(ValueError, OSError):
            found.append(int(file.read_text()))
    allowed = min(found, default=0) // SHARE // MEBIBYTE
    return f"{min(max(allowed, LEAST), MOST)}MB"
