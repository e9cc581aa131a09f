"""When a backup is due, which ones are old enough to delete, and what they are called. Pure functions."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from showground.backup.models import StoredBackup

NAME = re.compile(r"showground-(\d{4}-\d\d-\d\dT\d{6})Z\.zip")
WRITTEN = "%Y-%m-%dT%H%M%S"
SLACK = timedelta(minutes=45)  # the job runs every hour; without this, daily backups would move by an hour every day
LATE = 2  # times the interval, after which the newest backup counts as old


def name_backup(at: datetime) -> str:
    return f"showground-{at.astimezone(UTC):{WRITTEN}}Z.zip"


def read_name(name: str, size: int) -> StoredBackup | None:
    """None if this is not a name that we give."""
    found = NAME.fullmatch(name)
    if found is None:
        return None
    try:
        at = datetime.strptime(found[1], WRITTEN).replace(tzinfo=UTC)
    except ValueError:
        return None
    return StoredBackup(name, at, size)


def is_due(newest: datetime | None, every: timedelta, now: datetime) -> bool:
    return newest is None or now - newest >= max(every - SLACK, every / 2)


def is_old(newest: datetime | None, every: timedelta, now: datetime) -> bool:
    """Whether backups have stopped: at least one was missed."""
    return newest is None or now - newest > every * LATE


def find_expired(stored: Sequence[StoredBackup], keep: int) -> list[StoredBackup]:
    """All but the newest `keep`."""
    return sorted(stored, key=lambda one: one.at)[: max(len(stored) - keep, 0)]
