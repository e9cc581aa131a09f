"""Creates a backup while the site is running: a consistent snapshot of one moment."""

import re
import subprocess  # only PostgreSQL's own programs are started  # nosec B404
import threading
import zipfile
from collections.abc import Callable
from datetime import UTC, datetime
from typing import IO, BinaryIO, cast

import psycopg

from showground.backup import queries
from showground.backup.archive import DUMP, MANIFEST, SECRET, Manifest
from showground.backup.errors import BackupFailed
from showground.backup.programs import find_programs, last_words, start, where
from showground.backup.secret_check import make_check

DUMPING = re.compile(rb'dumping contents of table "public\.(\w+)"')
CHUNK = 1 << 18
Progress = Callable[[int, int], None]


def take(
    conninfo: str, out: BinaryIO, *, secret: bytes | None, set_secret: str | None = None, progress: Progress
) -> Manifest:
    """Write a backup; progress is reported in kilobytes of tables. `secret` goes into it, `set_secret` does not."""
    with psycopg.connect(conninfo) as db:
        # pg_dump uses the snapshot of this transaction, so the counts in the manifest match the dump exactly.
        queries.begin_snapshot(db)
        manifest = _describe(db, set_secret)
        snapshot = queries.export_snapshot(db)
        sizes = _sizes(db)
        with zipfile.ZipFile(out, "w") as archive:
            archive.writestr(MANIFEST, manifest.model_dump_json(indent=2))
            if secret is not None:
                archive.writestr(SECRET, secret)
            with archive.open(DUMP, "w", force_zip64=True) as into:
                _dump(where(conninfo, db), db.info.server_version, snapshot, into, _Watch(sizes, progress))
    return manifest


def _describe(db: psycopg.Connection, set_secret: str | None) -> Manifest:
    if not queries.has_table(db, "migration"):
        raise BackupFailed("This database has no Showground data, so there is nothing to back up.")
    listings, accounts = queries.count_listings_and_accounts(db)
    return Manifest(
        made_at=datetime.now(UTC),
        postgres=db.info.server_version,
        migrations=queries.list_migrations(db),
        listings=listings,
        accounts=accounts,
        secret_apart=set_secret is not None,
        secret_check=None if set_secret is None else make_check(set_secret),
    )


def _sizes(db: psycopg.Connection) -> dict[str, int]:
    return {name: max(size // 1024, 1) for name, size in queries.get_table_sizes(db).items()}


class _Watch:
    """Reads the messages of `pg_dump` and reports its progress."""

    def __init__(self, sizes: dict[str, int], progress: Progress) -> None:
        self._sizes = sizes
        self._progress = progress
        self.said = b""

    def read(self, stream: IO[bytes]) -> None:
        total, done, current = sum(self._sizes.values()), 0, 0
        for line in stream:
            if found := DUMPING.search(line):
                done += current
                current = self._sizes.get(found[1].decode(), 0)
                self._progress(done, total)
            elif b"rror" in line or b"FATAL" in line:
                self.said += line
        if not self.said:
            self._progress(total, total)


def _dump(conninfo: str, server_version: int, snapshot: str, into: IO[bytes], watch: _Watch) -> None:
    with start(
        find_programs(server_version) / "pg_dump",
        conninfo,
        "--format=custom",
        f"--snapshot={snapshot}",
        "--no-owner",
        "--no-privileges",
        "--no-comments",
        "--exclude-table-data=last_write",  # its transaction ids mean nothing on another server
        "--exclude-table-data=dump",  # it is made of the other tables, every night
        "--exclude-table-data=dump_chunk",
        "--verbose",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as dump:
        listener = threading.Thread(target=watch.read, args=(dump.stderr,), daemon=True)
        listener.start()
        try:
            while chunk := cast("IO[bytes]", dump.stdout).read(CHUNK):
                into.write(chunk)
        except BaseException:
            dump.kill()
            raise
        finally:
            code = dump.wait()
            listener.join()
    if code != 0:
        raise BackupFailed(f"pg_dump failed: {last_words(watch.said)}")
