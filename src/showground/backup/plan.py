"""Scheduled backups: makes one in its store, deletes the oldest, and notes it in the database."""

import threading
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import BinaryIO, cast

from showground.backup import queries
from showground.backup.archive import Manifest
from showground.backup.counted_file import CountedFile
from showground.backup.create_backup import Progress, take
from showground.backup.models import BackupStore, StoredBackup
from showground.backup.rules import find_expired, name_backup


@dataclass(frozen=True, slots=True)
class Source:
    """What is backed up: a database, and the secret in the data folder unless that is a setting."""

    conninfo: str
    secret_file: Path
    set_secret: str | None

    def write(self, out: BinaryIO, progress: Progress) -> Manifest:
        in_file = self.set_secret is None and self.secret_file.exists()
        secret = self.secret_file.read_bytes() if in_file else None
        return take(self.conninfo, out, secret=secret, set_secret=self.set_secret, progress=progress)


@dataclass(frozen=True, slots=True)
class Made:
    """A backup that was just made, and what was deleted to make room."""

    stored: StoredBackup
    manifest: Manifest
    deleted: int


@dataclass(frozen=True, slots=True)
class BackupPlan:
    """Where backups go, how often one is made, and how many are kept."""

    source: Source
    store: BackupStore
    every: timedelta
    keep: int

    def run(self, now: datetime, progress: Progress, stopped: threading.Event | None = None) -> Made:
        """Make a backup now. `stopped`: set by another thread to give up; nothing is left then."""
        name = name_backup(now)
        with self.store.write(name) as out:
            counted = CountedFile(out, stopped)
            manifest = self.source.write(cast("BinaryIO", counted), progress)
        made = StoredBackup(name, now, counted.size)
        queries.note_run(self.source.conninfo, now, self.store.place, name, made.size)
        expired = find_expired(self.store.list(), self.keep)
        for old in expired:
            self.store.delete(old.name)
        return Made(made, manifest, len(expired))
