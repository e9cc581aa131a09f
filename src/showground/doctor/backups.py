"""Checks the age of the newest backup, where it is stored."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from showground.doctor.models import CheckResult
from showground.settings import Settings

HINT = "Run `showground backup` and read what it says; scheduled backups need a running worker."


def check_backups(settings: Settings) -> Iterator[CheckResult]:
    if settings.backup_to == "off":
        yield CheckResult("backups", fine=True, sentence="SHOWGROUND_BACKUP_TO is off: you back up by other means")
        return
    from showground.backup import is_old  # noqa: PLC0415 - most commands do without
    from showground.backup.errors import BackupFailed  # noqa: PLC0415

    store = settings.backup_store()
    if store is None:
        told = "SHOWGROUND_BACKUP_TO is not set, so nothing is backed up on a schedule."
        hint = "Set it to a folder on another disk, to s3://BUCKET, or to off if you back up by other means."
        yield CheckResult("backups", fine=settings.env != "production", sentence=f"{told} {hint}")
        return
    try:
        stored = store.list()
    except BackupFailed as problem:
        yield CheckResult("backups", fine=False, sentence=str(problem))
        return
    if not stored:
        yield CheckResult("backups", fine=False, sentence=f"there are none in {store.place} yet. {HINT}")
        return
    newest, now, every = stored[-1], datetime.now(UTC), timedelta(hours=settings.backup_hours)
    hours = (now - newest.at).total_seconds() / 3600
    told = f"{len(stored)} in {store.place}, the newest {hours:,.0f} hours old"
    if is_old(newest.at, every, now):
        told = f"{told}, but one is due every {settings.backup_hours} hours. {HINT}"
        yield CheckResult("backups", fine=False, sentence=told)
    else:
        yield CheckResult("backups", fine=True, sentence=f"{told} ({newest.size / 1_000_000:,.1f} MB)")
