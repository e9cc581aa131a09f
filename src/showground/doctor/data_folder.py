"""Checks that the data folder can be written, or created."""

import os
from collections.abc import Iterator
from pathlib import Path

from showground.doctor.models import CheckResult
from showground.settings import Settings

HINT = "Set SHOWGROUND_DATA_DIR to a folder that this user can write, or change its owner with chown."


def check_data_folder(settings: Settings) -> Iterator[CheckResult]:
    """It holds the embedded database and the generated secret. A site with neither does without."""
    if settings.database_url is not None and settings.secret is not None:
        return
    problem = find_problem(settings.data_dir)
    if problem is not None:
        yield CheckResult("data", fine=False, sentence=problem)


def find_problem(folder: Path) -> str | None:
    """Why the folder can't be used, and how to fix it."""
    there = find_existing(folder)
    if not there.is_dir():
        return f"{folder} can't be used, because {there} is not a folder. {HINT}"
    if not os.access(there, os.W_OK | os.X_OK):
        return f"{folder} can't be used, because this user can't write to {there}. {HINT}"
    return None


def find_existing(folder: Path) -> Path:
    """The folder, or the closest one above it that exists."""
    return next(place for place in (folder, *folder.parents) if _exists(place))


def _exists(place: Path) -> bool:
    try:
        return place.exists()
    except PermissionError:
        return False
