"""Restores a backup in one transaction: completely, or not at all."""

import subprocess  # only PostgreSQL's own programs are started  # nosec B404
import tempfile
import threading
from collections.abc import Callable
from contextlib import ExitStack, suppress
from importlib.resources import files
from pathlib import Path
from typing import IO, cast

import psycopg

from showground.backup import queries
from showground.backup.archive import Backup
from showground.backup.errors import BackupFailed, BadBackup, Occupied
from showground.backup.programs import find_programs, last_words, start, where
from showground.core.data_folder import make_data_dir
from showground.core.database.migrations import CannotMigrate, check_server, ours

CHUNK = 1 << 18
NEWER_SETTING = b"SET transaction_timeout = 0;\n"  # written by pg_dump for PostgreSQL 17+; older servers reject it
HEAD = 4_096  # bytes at the start of the dump that contain it
# Workers of the site that was backed up don't run here. Jobs that they were running are free for others then.
FORGET_WORKERS = b"\ndelete from public.procrastinate_workers;\n"
Progress = Callable[[int, int], None]


def check(conninfo: str, backup: Backup, *, replace: bool) -> None:
    """Raise an error if the restore would fail or destroy existing data."""
    known = {migration.name for migration in ours()}
    newer = [name for name in backup.manifest.migrations if "/" not in name and name not in known]
    if newer:
        raise BackupFailed(
            f"The backup was made by a newer version of Showground, which has {', '.join(newer)}. Install that version."
        )
    with psycopg.connect(conninfo) as db:
        try:
            check_server(db)
        except CannotMigrate as problem:
            raise BackupFailed(str(problem)) from problem
        tables = queries.list_tables(db)
        if tables and "migration" not in tables:
            raise Occupied(
                f"This database contains tables of another application ({', '.join(sorted(tables)[:3])}…)."
                " Use a separate database for Showground."
            )
        _refuse_company(db)
        if tables and not replace and (found := _holds(db)):
            raise Occupied(
                f"This database already contains a directory ({found}). To replace it with the backup, add `--replace`;"
                " its current data will be lost."
            )


def _refuse_company(db: psycopg.Connection) -> None:
    if queries.count_other_processes(db):
        raise Occupied("Showground is running on this database. Stop `showground serve` and every worker first.")


def _holds(db: psycopg.Connection) -> str | None:
    """The number of listings and accounts, if any. Data that Showground ships with does not count."""
    if not queries.has_table(db, "listing"):
        return None
    listings, accounts = queries.count_listings_and_accounts(db)
    return f"{listings:,} listings, {accounts:,} accounts" if listings or accounts else None


def restore(conninfo: str, backup: Backup, progress: Progress) -> None:
    """Replace the contents of the database with the backup."""
    with psycopg.connect(conninfo) as db:
        version, address = db.info.server_version, where(conninfo, db)
    programs = find_programs(max(version, backup.manifest.postgres))
    with tempfile.TemporaryFile() as complaints, ExitStack() as started:
        unpack = start(
            programs / "pg_restore",
            None,
            *("--file=-", "--no-owner", "--no-privileges"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=complaints,
        )
        write = start(
            programs / "psql",
            address,
            *("--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--file=-"),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=complaints,
        )
        feeding = _Feeding(backup, cast("IO[bytes]", unpack.stdin), progress)
        started.callback(_end, unpack, write, feeding)
        if not _pass_on(unpack, write, feeding, older=version < 170_000):
            _end(unpack, write, feeding)
            complaints.seek(0)
            raise feeding.problem or BackupFailed(
                f"The backup could not be restored, and nothing was changed: {last_words(complaints.read())}"
            )


def _end(unpack: subprocess.Popen[bytes], write: subprocess.Popen[bytes], feeding: "_Feeding") -> None:
    """Stop both programs; anything not committed is rolled back."""
    for process in (write, unpack):
        process.kill()
        process.wait()
    feeding.thread.join()
    for pipe in (unpack.stdout, unpack.stdin, write.stdin):
        with suppress(BrokenPipeError):
            cast("IO[bytes]", pipe).close()


class _Feeding:
    """Feeds the backup to `pg_restore` in a thread, while its output is read."""

    def __init__(self, backup: Backup, into: IO[bytes], progress: Progress) -> None:
        self._backup = backup
        self._into = into
        self._progress = progress
        self.problem: BadBackup | None = None
        self.thread = threading.Thread(target=self._feed, daemon=True)
        self.thread.start()

    def _feed(self) -> None:
        done = 0
        try:
            with self._backup.open() as dump, suppress(BrokenPipeError), self._into as into:
                while chunk := dump.read(CHUNK):
                    into.write(chunk)
                    done += len(chunk)
                    self._progress(done // 1024, self._backup.size // 1024)
        except Exception as problem:  # noqa: BLE001 - any error here means that the file is damaged
            self.problem = BadBackup("The backup is damaged. Nothing was changed. Use another file.")
            self.problem.__cause__ = problem


def _pass_on(
    unpack: subprocess.Popen[bytes], write: subprocess.Popen[bytes], feeding: _Feeding, *, older: bool
) -> bool:
    """Pipe the SQL from `pg_restore` to `psql`; True if all of it was written and committed."""
    try:
        with cast("IO[bytes]", write.stdin) as into:
            into.write(b"begin;\n" + (files("showground.backup") / "clear.sql").read_bytes())
            out = cast("IO[bytes]", unpack.stdout)
            head = out.read(HEAD)
            into.write(head.replace(NEWER_SETTING, b"") if older else head)
            while chunk := out.read(CHUNK):
                into.write(chunk)
            feeding.thread.join()
            whole = unpack.wait() == 0 and feeding.problem is None
            if whole:
                into.write(FORGET_WORKERS + b"commit;\n")
    except BrokenPipeError:
        return False
    return whole and write.wait() == 0


def store_secret(secret: bytes, folder: Path) -> None:
    """Store the backup's secret in the data folder."""
    make_data_dir(folder)
    fresh = folder / "secret.restored"
    fresh.touch(mode=0o600)
    fresh.write_bytes(secret)
    fresh.replace(folder / "secret")
