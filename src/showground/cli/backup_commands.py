"""The commands `backup` and `restore`."""

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from showground.cli.resources import CommandFailed, bring_up_to_date, database, say
from showground.settings import Settings

if TYPE_CHECKING:
    from showground.backup.archive import Manifest

PIPE = Path("-")


def backup(settings: Settings, arguments: argparse.Namespace) -> None:
    import psycopg

    from showground.backup.create_backup import take
    from showground.backup.errors import BackupFailed
    from showground.core.progress import ProgressBar

    file: Path = arguments.file
    _refuse_nothing(settings)
    secret = settings.data_dir / "secret"
    apart = settings.secret is not None
    kept = secret.read_bytes() if not apart and secret.exists() else None
    progress = ProgressBar(sys.stderr, "KB")
    with database(settings) as conninfo:
        try:
            with _written(file) as out:
                direct = settings.direct_url or conninfo
                done = take(direct, out, secret=kept, secret_apart=apart, progress=progress)
        except (BackupFailed, psycopg.Error) as problem:
            raise CommandFailed(str(problem).strip()) from problem
    place = "standard output" if file == PIPE else f"{file} ({file.stat().st_size / 1_000_000:,.1f} MB)"
    say(f"Backed up {_contents(done)}, pictures included, to {place}.")
    if apart:
        say("SHOWGROUND_SECRET is a setting, so it is not in the backup. Store a copy of it elsewhere.")
    say("The backup contains personal data. Store it where only you can read it.")


def restore(settings: Settings, arguments: argparse.Namespace) -> None:
    import psycopg

    from showground.backup import restore_backup
    from showground.backup.archive import Backup
    from showground.backup.errors import BackupFailed
    from showground.core.progress import ProgressBar

    with _read(arguments.file) as file:
        try:
            found = Backup(file)
            with database(settings) as conninfo:
                direct = settings.direct_url or conninfo
                restore_backup.check(direct, found, replace=arguments.replace)
                restore_backup.restore(direct, found, ProgressBar(sys.stderr, "KB"))
                if found.secret is not None and settings.secret is None:
                    restore_backup.store_secret(found.secret, settings.data_dir)
                for name in bring_up_to_date(settings, conninfo):
                    say(f"applied {name}")
        except (BackupFailed, psycopg.Error) as problem:
            raise CommandFailed(str(problem).strip()) from problem
    made = found.manifest
    say(f"Restored {_contents(made)}, as they were on {made.made_at:%d %B %Y at %H:%M} UTC.")
    if made.secret_apart and settings.secret is None:
        say("The secret is not in the backup. Set SHOWGROUND_SECRET to the value the original site used.")


def _contents(made: "Manifest") -> str:
    counts = {"listing": made.listings, "account": made.accounts}
    return " and ".join(f"{count:,} {name}{'' if count == 1 else 's'}" for name, count in counts.items())


def _refuse_nothing(settings: Settings) -> None:
    """Fail if there is no database yet: a backup must not create an empty one and save that."""
    if settings.database_url is None:
        from showground.core import embedded_postgres

        try:
            found = embedded_postgres.locate(settings.data_dir)
        except embedded_postgres.EmbeddedFailed as problem:
            raise CommandFailed(str(problem)) from problem
        if not found.made:
            raise CommandFailed(
                f"There is no database in {settings.data_dir}, so there is nothing to back up. Set SHOWGROUND_DATA_DIR"
                " or SHOWGROUND_DATABASE_URL to what `showground serve` uses."
            )


@contextmanager
def _written(file: Path) -> Generator[BinaryIO]:
    """Standard output, or a file readable only by its owner. The file appears under its name once it is complete."""
    if file == PIPE:
        if sys.stdout.isatty():
            raise CommandFailed("A backup can't be written to a terminal. Name a file, or pipe it into a program.")
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    if file.exists():
        raise CommandFailed(f"{file} already exists. Choose another name, or remove it first.")
    part = file.with_name(f"{file.name}.part")
    try:
        with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:  # noqa: PTH123
            yield out
            out.flush()
            os.fsync(out.fileno())
        part.rename(file)
    except OSError as problem:
        raise CommandFailed(f"{file} cannot be written: {problem.strerror}.") from problem
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def _read(file: Path) -> Generator[BinaryIO]:
    if file == PIPE:
        with tempfile.TemporaryFile() as kept:
            shutil.copyfileobj(sys.stdin.buffer, kept)
            yield kept
        return
    try:
        opened = file.open("rb")
    except OSError as problem:
        raise CommandFailed(f"{file} cannot be read: {problem.strerror}.") from problem
    with opened:
        yield opened
