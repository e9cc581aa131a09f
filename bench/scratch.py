"""A new database for one benchmark, gone afterwards. What is written to it is safe on the disk, as in real use."""

import shutil
import tempfile
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from bench.servers import cpu_seconds, postmaster_of
from showground.core import embedded_postgres
from showground.core.calls.dispatch import Dispatcher
from showground.core.database.migrations import migrate
from showground.registry import all_operations
from showground.settings import Settings
from showground.wiring import wire


def _make_folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="showground-bench-"))
    folder.chmod(0o755)  # as root, the server runs as another user, who must get in
    return folder


@asynccontextmanager
async def scratch_door(**settings: Any) -> AsyncGenerator[Dispatcher]:
    """The dispatcher of one process before a new database, without limits and with these settings."""
    folder = _make_folder()
    try:
        with embedded_postgres.running(folder) as conninfo:
            migrate(conninfo)
            parts = wire(Settings(rate_limits=None, data_dir=folder, **settings), conninfo, all_operations())
            async with parts.open():
                yield parts.dispatcher
    finally:
        shutil.rmtree(folder, ignore_errors=True)


async def busy(dispatcher: Dispatcher) -> float:
    """Seconds that this process and PostgreSQL's have worked so far."""
    async with dispatcher.database.reading() as db:
        return time.process_time() + cpu_seconds(postmaster_of(db.info.backend_pid))
