"""How a command holds the server: the first one starts it, all share it, and it stays at least as long as they do."""

import fcntl
import os
import subprocess  # only PostgreSQL and our own supervisor are started  # nosec B404
import sys
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

from showground.core.embedded_postgres.binaries import Binaries, find_binaries, make_readable
from showground.core.embedded_postgres.errors import FolderClosed, NotStarted
from showground.core.embedded_postgres.log import last_lines, open_log
from showground.core.embedded_postgres.paths import ServerPaths, find_place, make_home
from showground.core.embedded_postgres.upgrade import refuse_other_version

PACKAGE_ROOT = Path(__file__).parents[3]


@dataclass(frozen=True)
class ServerLocation:
    """What `doctor` tells of the embedded database."""

    data: Path
    log: Path
    binaries: Path
    version: str
    user: str
    made: bool
    running: bool


def locate(data_dir: Path) -> ServerLocation:
    """Look without making or starting anything."""
    place = find_place(data_dir)
    binaries = find_binaries(place.user)
    made = place.data.exists()
    return ServerLocation(
        place.data, place.log, binaries.folder, binaries.version, place.username, made, made and place.ready()
    )


def is_made(data_dir: Path) -> bool:
    """Whether there is a database for this data folder."""
    try:
        return find_place(data_dir).data.exists()
    except FolderClosed:  # to the user it belongs to
        return True


@contextmanager
def running(
    data_dir: Path,
    *,
    durable: bool = True,
    say: Callable[[str], None] | None = None,
    meanwhile: Callable[[], None] | None = None,
) -> Generator[str]:
    """Yield the libpq address of a server that is there for the whole block, and is stopped after the last such block.

    Not durable, it is faster and for tests: a crash of the machine may ruin the data. The first to come decides.
    `meanwhile` is called while a server starts, and not at all where one is running.
    """
    try:
        data_dir.parent.mkdir(parents=True, exist_ok=True)
        place = find_place(data_dir)
        make_home(data_dir, place)
        held = place.holders_lock.open("a")
    except PermissionError as refused:
        raise FolderClosed(
            f"The database's folder {refused.filename} cannot be used by this user. "
            "Start as the user who owns it, or give it to this one with chown -R."
        ) from refused
    except OSError as refused:
        raise FolderClosed(
            f"The database's folder {refused.filename} cannot be used: {refused.strerror}. "
            "Set SHOWGROUND_DATA_DIR to a folder that can be written."
        ) from refused
    with held:
        fcntl.flock(held, fcntl.LOCK_SH)  # waits while a supervisor is leaving
        with place.starting_lock.open("a") as starting:
            fcntl.flock(starting, fcntl.LOCK_EX)
            _have_server(data_dir.resolve(), place, durable, say, meanwhile)
        try:
            yield place.conninfo
        finally:
            held.close()
            _see_server_off(place)


def hold_until_the_end(data_dir: Path) -> None:
    """Hold a running server for as long as this process lives, which may be longer than the one that started it."""
    held = os.open(find_place(data_dir).holders_lock, os.O_RDWR)
    fcntl.flock(held, fcntl.LOCK_SH)


def _have_server(
    data_dir: Path,
    place: ServerPaths,
    durable: bool,
    say: Callable[[str], None] | None,
    meanwhile: Callable[[], None] | None,
) -> None:
    while True:
        with place.supervisor_lock.open("a") as lock:
            if _takes(lock, fcntl.LOCK_EX):
                binaries = find_binaries(place.user)
                refuse_other_version(place, binaries)
                if say is not None and not place.data.exists():
                    say(f"Preparing the database in {place.home}, once.")
                make_readable(binaries)
                return _start_supervisor(lock, data_dir, place, binaries, durable, meanwhile)
        if place.ready():
            return None
        time.sleep(0.01)  # the command that began the start was killed; its supervisor goes on


def _start_supervisor(
    lock: IO[str],
    data_dir: Path,
    place: ServerPaths,
    binaries: Binaries,
    durable: bool,
    meanwhile: Callable[[], None] | None,
) -> None:
    """Hand the lock over, so that there is no moment in which a second supervisor could be started."""
    inherited = {name: os.environ[name] for name in ("PATH", "LD_LIBRARY_PATH") if name in os.environ}
    arguments = [data_dir, binaries.folder, "durable" if durable else "quick"]
    command = [sys.executable, "-P", "-S", "-m", f"{__package__}.supervisor", *arguments]
    with open_log(place.log) as log:
        before = log.tell()
        supervisor = subprocess.Popen(  # noqa: S603  # nosec B603
            command,
            stdin=lock,
            stdout=subprocess.PIPE,
            stderr=log,
            cwd="/",
            env={**inherited, "PYTHONPATH": str(PACKAGE_ROOT), "LC_ALL": "C"},
            start_new_session=True,
        )
    lock.close()
    threading.Thread(target=supervisor.wait, daemon=True).start()  # so that it never stays behind as a zombie of ours
    with cast("IO[bytes]", supervisor.stdout) as pipe:
        if meanwhile is not None:
            meanwhile()
        answer = pipe.read().decode()
    if answer != "ready":
        raise NotStarted(answer or f"{NotStarted.__doc__} It is {place.log}:\n{last_lines(place.log, before)}")


def _see_server_off(place: ServerPaths) -> None:
    """When we were the last, wait until the server is down: what is next may copy the folder, or end the container."""
    while _nobody_holds(place):
        with place.supervisor_lock.open("a") as lock:
            if _takes(lock, fcntl.LOCK_EX):
                return
        time.sleep(0.01)


def _nobody_holds(place: ServerPaths) -> bool:
    with place.holders_lock.open("a") as probe:
        # Where neither lock is to be had, the supervisor has it alone, and is leaving.
        return _takes(probe, fcntl.LOCK_EX) or not _takes(probe, fcntl.LOCK_SH)


def _takes(lock: IO[str], how: int) -> bool:
    try:
        fcntl.flock(lock, how | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
