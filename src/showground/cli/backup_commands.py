"""The commands `backup`, `backups` and `restore`."""

import argparse
import shutil
import sys
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from showground.cli.files import PIPE, opened, written
from showground.cli.resources import CommandFailed, bring_up_to_date, database, need_database, say
from showground.settings import Settings

if TYPE_CHECKING:
    import psycopg

    from showground.backup import BackupStore
    from showground.backup.archive import Backup, Manifest


def backup(settings: Settings, arguments: argparse.Namespace) -> None:
    need_database(settings)
    made, place = _back_up_to_store(settings) if arguments.file is None else _back_up_to_file(settings, arguments.file)
    say(f"Backed up {_contents(made)}, pictures included, to {place}.")
    if settings.secret is not None:
        say("SHOWGROUND_SECRET is a setting, so it is not in the backup. Store a copy of it elsewhere.")
    say("The backup contains personal data. Store it where only you can read it.")


def _back_up_to_store(settings: Settings) -> tuple["Manifest", str]:
    from showground.core.progress import ProgressBar

    _open_store(settings, "showground backup FILE")
    with database(settings) as conninfo, _told(settings):
        plan = settings.backup_plan(conninfo)
        assert plan is not None  # noqa: S101 - there is a store  # nosec B101
        done = plan.run(datetime.now(UTC), ProgressBar(sys.stderr, "KB"))
    deleted = (
        f"; {done.deleted} older {'one was' if done.deleted == 1 else 'ones were'} deleted" if done.deleted else ""
    )
    return done.manifest, f"{plan.store.place}/{done.stored.name} ({_size(done.stored.size)}{deleted})"


def _back_up_to_file(settings: Settings, file: Path) -> tuple["Manifest", str]:
    from showground.backup.counted_file import CountedFile
    from showground.backup.queries import note_run
    from showground.core.progress import ProgressBar

    with database(settings) as conninfo, _told(settings):
        source = settings.backup_source(conninfo)
        with written(file) as out:
            counted = CountedFile(out)
            made = source.write(cast("BinaryIO", counted), ProgressBar(sys.stderr, "KB"))
        folder = "standard output" if file == PIPE else str(file.parent)
        note_run(source.conninfo, made.made_at, folder, file.name, counted.size)
    return made, f"{'standard output' if file == PIPE else file} ({_size(counted.size)})"


def list_backups(settings: Settings, arguments: argparse.Namespace) -> None:  # noqa: ARG001
    with _told(settings):
        store = _open_store(settings)
        stored = store.list()
    for one in reversed(stored):
        print(f"{one.name}  {_size(one.size):>12}  {_age(one.at)} old")
    if not stored:
        say(f"There are no backups in {store.place} yet. `showground backup` makes one.")


def download_backup(settings: Settings, arguments: argparse.Namespace) -> None:
    with _told(settings):
        store = _open_store(settings)
        with store.read(_choose(store, arguments.name)) as file, written(arguments.file) as out:
            shutil.copyfileobj(file, out)


def rehearse(settings: Settings, arguments: argparse.Namespace) -> None:
    from showground.backup.rehearsal import rehearse
    from showground.core.progress import ProgressBar

    with ExitStack() as stack:
        stack.enter_context(_told(settings, arguments.server))
        if arguments.file is not None:
            name, file = str(arguments.file), stack.enter_context(opened(arguments.file))
        else:
            store = _open_store(settings, "showground backups rehearse FILE")
            name = _choose(store, None)
            say(f"Reading {name} from {store.place}.")
            file = stack.enter_context(store.read(name))
        server = arguments.server or stack.enter_context(database(settings))
        if arguments.server is None and settings.direct_url:
            server = settings.direct_url
        done = rehearse(server, file, ProgressBar(sys.stderr, "KB"))
    print(f"{name} can be restored. It was made {_age(done.manifest.made_at)} ago.")
    print(f"In a database of its own, {_contents(done.manifest)} were restored in {done.seconds:.0f} s.")
    if done.migrated:
        print(f"{done.migrated} {'migration' if done.migrated == 1 else 'migrations'} brought it to this version.")
    print("That database was deleted again, and your site was not touched.")


def _open_store(settings: Settings, instead: str = "") -> "BackupStore":
    """Where backups are; `instead` is the command that works without such a place."""
    store = settings.backup_store()
    if store is None:
        or_file = f", or name a file: `{instead}`" if instead else ""
        state = "off" if settings.backup_to == "off" else "not set"
        raise CommandFailed(f"SHOWGROUND_BACKUP_TO is {state}. Set it to a folder or to s3://BUCKET{or_file}.")
    return store


def _choose(store: "BackupStore", name: str | None) -> str:
    """The name of a stored backup; by default the newest."""
    stored = [one.name for one in store.list()]
    if not stored:
        raise CommandFailed(f"There are no backups in {store.place}. `showground backup` makes one.")
    if name is not None and name not in stored:
        raise CommandFailed(f"There is no {name} in {store.place}. `showground backups list` lists what is there.")
    return name or stored[-1]


@contextmanager
def _told(settings: Settings, server: str | None = None) -> Generator[None]:
    """Turn errors of a backup into messages of the command. `server` was named with --server."""
    import psycopg

    from showground.backup.errors import BackupFailed

    try:
        yield
    except BackupFailed as problem:
        raise CommandFailed(str(problem).strip()) from problem
    except psycopg.Error as problem:
        raise CommandFailed(_explain(settings, server, problem)) from problem


def _explain(settings: Settings, server: str | None, problem: "psycopg.Error") -> str:
    """Errors without an SQLSTATE are those of the connection."""
    from psycopg.errors import InsufficientPrivilege

    from showground.core.database.advice import explain

    name = "--server" if server else "SHOWGROUND_DIRECT_URL" if settings.direct_url else "SHOWGROUND_DATABASE_URL"
    url = server or settings.direct_url or settings.database_url
    if url is None or (problem.sqlstate is not None and not isinstance(problem, InsufficientPrivilege)):
        return str(problem).strip()
    return f"Can't use the database: {explain(problem, url, name)}"


def _size(size: int) -> str:
    return f"{size / 1_000_000:,.1f} MB"


def _age(at: datetime) -> str:
    hours = (datetime.now(UTC) - at).total_seconds() / 3600
    if hours < 1:
        minutes = int(hours * 60)
        return "less than a minute" if minutes < 1 else f"{minutes} minutes"
    return f"{hours:.0f} hours" if hours < 48 else f"{hours / 24:.0f} days"


def restore(settings: Settings, arguments: argparse.Namespace) -> None:
    from showground.backup import restore_backup
    from showground.backup.archive import Backup
    from showground.core.progress import ProgressBar

    with opened(arguments.file) as file, _told(settings):
        found = Backup(file)
        with database(settings) as conninfo:
            direct = settings.direct_url or conninfo
            restore_backup.check(direct, found, replace=arguments.replace)
            restore_backup.restore(direct, found, ProgressBar(sys.stderr, "KB"))
            if found.secret is not None and settings.secret is None:
                restore_backup.store_secret(found.secret, settings.data_dir)
            for name in bring_up_to_date(settings, conninfo):
                say(f"applied {name}")
    made = found.manifest
    say(f"Restored {_contents(made)}, as they were on {made.made_at:%d %B %Y at %H:%M} UTC.")
    _tell_of_secret(settings, found)


def _tell_of_secret(settings: Settings, found: "Backup") -> None:
    apart = found.manifest.secret_apart
    if settings.secret is None:
        if apart:
            say("The secret is not in the backup. Set SHOWGROUND_SECRET to the value the original site used.")
    elif found.is_of(settings.secret) is False:
        former = "its former value" if apart else "what `unzip -p FILE secret` prints"
        say(
            "SHOWGROUND_SECRET differs from the secret of the site that was backed up. Links to orders and receipts in"
            " emails that were sent before stop working. Receivers of webhooks reject messages until the owner of each"
            f" webhook changes its secret at /account/webhooks. To prevent this, set SHOWGROUND_SECRET to {former}"
            " before you start the site. You need not restore again."
        )


def _contents(made: "Manifest") -> str:
    counts = {"listing": made.listings, "account": made.accounts}
    return " and ".join(f"{count:,} {name}{'' if count == 1 else 's'}" for name, count in counts.items())
