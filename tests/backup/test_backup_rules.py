"""When a backup is due, when backups have stopped, and which ones are deleted."""

from datetime import UTC, datetime, timedelta

import pytest

from showground.backup.models import StoredBackup
from showground.backup.rules import find_expired, is_due, is_old, name_backup, read_name

NOW = datetime(2026, 3, 11, 3, 23, tzinfo=UTC)
DAY, HOUR = timedelta(days=1), timedelta(hours=1)


def test_a_name_says_when_it_was_made() -> None:
    assert name_backup(NOW) == "showground-2026-03-11T032300Z.zip"
    assert read_name(name_backup(NOW), 5) == StoredBackup(name_backup(NOW), NOW, 5)
    for other in ("showground.zip", "showground-2026-02-30T000000Z.zip", f"{name_backup(NOW)}.part", ""):
        assert read_name(other, 5) is None


@pytest.mark.parametrize(
    ("ago", "every", "due", "old"),
    [
        (None, DAY, True, True),
        (timedelta(minutes=1), DAY, False, False),
        (timedelta(hours=23), DAY, False, False),
        (timedelta(hours=23, minutes=59), DAY, True, False),  # so that it is made at the same hour every day
        (timedelta(hours=48), DAY, True, False),
        (timedelta(hours=49), DAY, True, True),
        (timedelta(minutes=29), HOUR, False, False),
        (timedelta(minutes=59), HOUR, True, False),
        (-DAY, DAY, False, False),  # the clock was wrong when it was made
    ],
)
def test_when_one_is_due_and_when_they_have_stopped(
    ago: timedelta | None, every: timedelta, due: bool, old: bool
) -> None:
    newest = None if ago is None else NOW - ago
    assert (is_due(newest, every, NOW), is_old(newest, every, NOW)) == (due, old)


def test_the_oldest_go_and_some_always_stay() -> None:
    stored = [StoredBackup(str(day), NOW - day * DAY, 1) for day in range(5)]
    assert [one.name for one in find_expired(stored, 3)] == ["4", "3"]
    assert find_expired(stored, 5) == find_expired(stored, 9) == find_expired([], 1) == []
