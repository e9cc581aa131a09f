"""Folders for the databases of tests: in memory where there is room, open to the server's user, and gone afterwards."""

import os
import pwd
import re
import shutil
import stat
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from showground.core.embedded_postgres.paths import STATE, find_place

MEMORY = Path("/dev/shm")  # noqa: S108 - a copy of a database takes a tenth of the time there
ROOM = 4_000_000_000  # bytes; containers often have far less of it
NAME = "showground-tests-"
CLOSED = "closed"  # within such a folder, one that only its owner may enter


@contextmanager
def temporary_folder(*, in_memory: bool = True) -> Generator[Path]:
    """A folder that everyone may pass through; its name tells whose it is."""
    place = MEMORY if in_memory and memory_has_room() else None
    # A server that was killed may be about to remove its last files, too; what stays is removed by the next run.
    prefix = f"{NAME}{os.getpid()}-"
    with tempfile.TemporaryDirectory(prefix=prefix, dir=place, ignore_cleanup_errors=True) as name:
        Path(name).chmod(0o755)  # as root, the server runs as another user, who must get in
        yield Path(name)


def roomiest() -> Path:
    """Where most is free in proportion: the disk that the tests are on may be nearly full, which the doctor minds."""
    places = [place for place in (MEMORY, Path(tempfile.gettempdir())) if os.access(place, os.W_OK)]
    return max(places, key=_free_share)


def _free_share(place: Path) -> float:
    usage = shutil.disk_usage(place)
    return usage.free / usage.total


def memory_has_room() -> bool:
    return MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM


def remove_left_behind() -> None:
    """Remove the folders of runs that were killed, and what is kept elsewhere, for root, of closed folders in them."""
    for parent in {MEMORY, Path(tempfile.gettempdir())}:
        for folder in parent.glob(f"{NAME}*"):
            owner = re.fullmatch(rf"{NAME}([0-9]+)-\w+", folder.name)
            if owner is None or _lives(int(owner[1])):
                continue
            if os.geteuid() == 0:
                home = find_place(folder / CLOSED / "data").home
                if home.parent == STATE:
                    shutil.rmtree(home, ignore_errors=True)
            shutil.rmtree(folder, ignore_errors=True)


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True  # another user's
    return True


@contextmanager
def as_ordinary_user(closed: Path) -> Generator[None]:
    """Meanwhile, this process has no access to the folder: it becomes another user if it is root's."""
    mode = stat.S_IMODE(closed.stat().st_mode)
    root = os.geteuid() == 0
    closed.chmod(0o700 if root else 0)
    if root:
        user = pwd.getpwnam("nobody").pw_uid
        os.setresuid(user, user, 0)
    try:
        yield
    finally:
        if root:
            os.setresuid(0, 0, 0)
        closed.chmod(mode)
