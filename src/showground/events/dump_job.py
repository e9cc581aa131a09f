"""Writes everything public into one compressed file of JSON lines, in batches, so that memory stays small.

The file begins with the last event before it was begun. What changes while it is written may be in it or not; either
way, a later event tells of it. So a mirror that loads the file and goes on after that event ends up the same.
"""

import hashlib
import json
import zlib
from collections.abc import AsyncGenerator
from dataclasses import dataclass, field
from datetime import datetime
from typing import get_args

from showground.core.calls.context import Site
from showground.core.database.database import Database
from showground.core.jobs.declare import JobRun, job
from showground.events.models import PublicSubject
from showground.events.queries import documents, dumps, events

AT_ONCE = 200
CHUNK = 1 << 20
GZIP = zlib.MAX_WBITS + 16  # has zlib write the header and the checksum of a gzip file
FORMAT = 1


@dataclass(frozen=True, slots=True)
class DataLicense:
    """Under what terms the operator offers the public data."""

    text: str | None


@dataclass
class _Pieces:
    """Compresses lines, and gives what is ready in chunks."""

    hash: "hashlib._Hash" = field(default_factory=hashlib.sha256)
    size: int = 0
    _ready: bytearray = field(default_factory=bytearray)

    def __post_init__(self) -> None:
        # Not a GzipFile: one that a failed job leaves open complains in the log on Python 3.14.
        self._compressed = zlib.compressobj(zlib.Z_BEST_COMPRESSION, wbits=GZIP)

    def write(self, line: str) -> None:
        self._ready += self._compressed.compress(line.encode() + b"\n")

    def take(self, *, last: bool = False) -> bytes:
        """What is ready, once it is enough for a chunk; at the end, all of it."""
        if last:
            self._ready += self._compressed.flush()
        elif len(self._ready) < CHUNK:
            return b""
        content = bytes(self._ready)
        self._ready.clear()
        self.hash.update(content)
        self.size += len(content)
        return content


@job(every="17 2 * * *", retries=3)
async def make_dump(run: JobRun) -> None:
    """Make the file that others may download. If the worker dies, the next run begins a new one."""
    database, site, now = run.dispatcher.database, run.dispatcher.site, run.caller.now
    pieces, counts, position = _Pieces(), dict.fromkeys(get_args(PublicSubject), 0), 0
    async with database.transaction() as db:
        after = await events.get_last(db)
        dump = await dumps.begin_dump(db, after, now)
    license_text = run.dispatcher.services[DataLicense].text
    head = {"dump": FORMAT, "site": site.url, "made_at": now.isoformat(), "after": after, "license": license_text}
    pieces.write(json.dumps(head))
    async for subject, key, document in _read_all(database, site, now):
        pieces.write(f'{{"subject":"{subject}","key":{json.dumps(key)},"item":{document}}}')
        counts[subject] += 1
        if content := pieces.take():
            await _store(database, dump, position, content)
            position += 1
    pieces.write(json.dumps({"end": True, "counts": counts}))
    await _store(database, dump, position, pieces.take(last=True))
    async with database.transaction() as db:
        sha256, at = pieces.hash.digest(), run.dispatcher.clock()
        await dumps.finish_dump(db, dump, sha256=sha256, size=pieces.size, counts=counts, at=at)


async def _read_all(database: Database, site: Site, now: datetime) -> AsyncGenerator[tuple[PublicSubject, str, str]]:
    for subject in get_args(PublicSubject):
        after = ""
        while True:
            async with database.reading() as db:
                found = await documents.read_on(db, site, now, subject, after, AT_ONCE)
            for key, document in found:
                yield subject, key, document
            if len(found) < AT_ONCE:
                break
            after = found[-1][0]


async def _store(database: Database, dump: int, position: int, content: bytes) -> None:
    async with database.transaction() as db:
        await dumps.add_chunk(db, dump, position, content)
