"""Rehearses a restore: into a database of its own, which is checked and dropped. The site is not touched."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import BinaryIO

import psycopg
from psycopg.conninfo import make_conninfo

from showground.backup import queries
from showground.backup.archive import Backup, Manifest
from showground.backup.errors import BackupFailed
from showground.backup.restore_backup import check, restore
from showground.core.database.migrations import CannotMigrate, find_missing, migrate

NO_RIGHT = (
    "The database user may not create databases, so there is no place to rehearse in. As the superuser, run"
    " `ALTER ROLE {user} CREATEDB`, or name another server with --server."
)


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """What was restored, in how many seconds, and how many migrations brought it to this version."""

    manifest: Manifest
    seconds: float
    migrated: int


def rehearse(server: str, file: BinaryIO, progress: Callable[[int, int], None]) -> Rehearsal:
    """Restore a backup into a new database on this server, check it, and drop it."""
    backup = Backup(file)
    name = f"showground_rehearsal_{secrets.token_hex(4)}"
    with psycopg.connect(server, autocommit=True) as admin:
        try:
            queries.create_database(admin, name)
        except psycopg.errors.InsufficientPrivilege as problem:
            raise BackupFailed(NO_RIGHT.format(user=admin.info.user)) from problem
        try:
            began = monotonic()
            scratch = make_conninfo(server, dbname=name)
            check(scratch, backup, replace=False)
            restore(scratch, backup, progress)
            migrated = _examine(scratch, backup.manifest)
            return Rehearsal(backup.manifest, monotonic() - began, migrated)
        finally:
            queries.drop_database(admin, name)


def _examine(scratch: str, expected: Manifest) -> int:
    """Compare what was restored with the manifest, and bring it to this version as `restore` does."""
    with psycopg.connect(scratch, autocommit=True) as db:
        counts = queries.count_listings_and_accounts(db)
        if counts != (expected.listings, expected.accounts):
            raise BackupFailed(
                f"The restored database has {counts[0]:,} listings and {counts[1]:,} accounts, but the backup was made"
                f" of {expected.listings:,} and {expected.accounts:,}. Make another backup and rehearse again."
            )
        if queries.list_migrations(db) != expected.migrations:
            raise BackupFailed("The restored schema is not the one that was backed up. Make another backup.")
    try:
        applied = migrate(scratch)
        missing = find_missing(scratch)
    except CannotMigrate as problem:
        raise BackupFailed(f"The restored database can't be brought to this version. {problem}") from problem
    if missing:
        raise BackupFailed(f"The restored database lacks {', '.join(missing)}.")
    return len(applied)
