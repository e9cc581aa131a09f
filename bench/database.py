"""The database of the benchmarks: an embedded PostgreSQL full of made-up listings, kept between runs."""

import asyncio
import random
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg

from showground.core import embedded
from showground.core.migrations import migrate
from showground.core.progress import Progress
from showground.demo.synthetic import load_synthetic
from showground.registry import all_operations
from showground.settings import Settings
from showground.wiring import wire

FOLDER = Path("data-bench")


@dataclass(frozen=True)
class Filled:
    """A database with this many listings."""

    conninfo: str
    listings: int

    def slugs(self) -> list[str]:
        """Every slug once, in an order that is the same at each run."""
        with psycopg.connect(self.conninfo) as db:
            rows = db.execute("select slug from public_profile order by slug limit %s", (self.listings,)).fetchall()
        slugs = [slug for (slug,) in rows]
        random.Random(1).shuffle(slugs)
        return slugs

    def postmaster(self) -> int:
        """The process of which every server process is a child."""
        with psycopg.connect(self.conninfo) as db:
            (backend,) = db.execute("select pg_backend_pid()").fetchone() or (0,)
            status = Path(f"/proc/{backend}/status").read_text()
        return int(next(line.split()[1] for line in status.splitlines() if line.startswith("PPid:")))


@contextmanager
def filled(listings: int) -> Generator[Filled]:
    """The database for as long as this block; what is missing in it is loaded first."""
    with embedded.running(FOLDER, durable=False) as conninfo:
        migrate(conninfo)
        asyncio.run(_load(conninfo, listings))
        yield Filled(conninfo, listings)


async def _load(conninfo: str, listings: int) -> None:
    parts = wire(Settings(), conninfo, all_operations())
    async with parts.open():
        await load_synthetic(parts.door, listings, Progress(sys.stderr, "made-up listings"))
