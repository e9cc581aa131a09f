"""A command's lease on the server: the first command starts it, and it runs at least until the last lease ends."""

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
    """What `doctor` reports about the embedded database."""

    data: Path
    log: Path
    binaries: Path
    version: str
    user: str
    made: bool
    running: bool


def locate(data_dir: Path) -> ServerLocation:
    """Find the server without creating or starting anything."""
    try:
        place = find_place(data_dir)
    except OSError as refused:
        raise FolderClosed(f"Can't use the database's folder {data_dir}: {refused.strerror}.") from refused
    binaries = find_binaries(place.user)
    made = place.data.exists()
    return ServerLocation(
        place.data, place.log, binaries.folder, binaries.version, place.username, made, made and place.ready()
    )


def is_made(data_dir: Path) -> bool:
    """Whether there is a database for this data folder."""
    try:
        return find_place(data_dir).data.exists()
    except FolderClosed:  # there is one, but its owner can't reach it
        return True


@contextmanager
def running(
    data_dir: Path,
    *,
    durable: bool = True,
    say: Callable[[str], None] | None = None,
    meanwhile: Callable[[], None] | None = None,
) -> Generator[str]:
    """Yield the libpq address of the server, which runs for the whole block and stops after the last such block.

    With `durable=False` it is faster, but a crash of the machine may destroy the data: for tests only. The first
    command to start the server decides. `meanwhile` is called while the server starts, and not at all if it is running.
    """
    try:
        data_dir.parent.mkdir(parents=True, exist_ok=True)
        place = find_place(data_dir)
        make_home(data_dir, place)
        held = place.holders_lock.open("a")
    except PermissionError as refused:
        raise FolderClosed(
            f"This user has no permission to use the database's folder {refused.filename}. "
            "Run the command as the user who owns it, or change its owner with chown -R."
        ) from refused
    except OSError as refused:
        raise FolderClosed(
            f"Can't use the database's folder {refused.filename}: {refused.strerror}. "
            "Set SHOWGROUND_DATA_DIR to a writable folder."
        ) from refused
    with held:
        fcntl.flock(held, fcntl.LOCK_SH)  # waits while a supervisor is shutting down
        with place.starting_lock.open("a") as starting:
            fcntl.flock(starting, fcntl.LOCK_EX)
            _have_server(data_dir.resolve(), place, durable, say, meanwhile)
        try:
            yield place.conninfo
        finally:
            held.close()
            _see_server_off(place)


def lease_until_exit(data_dir: Path) -> None:
    """Lease the running server until this process exits, even if the process that started it exits first."""
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
                    say(f"Creating the database in {place.home}. This happens only once.")
                make_readable(binaries)
                return _start_supervisor(lock, data_dir, place, binaries, durable, meanwhile)
        if place.ready():
            return None
        time.sleep(0.01)  # the command that started the supervisor was killed; the supervisor is still starting


def _start_supervisor(
    lock: IO[str],
    data_dir: Path,
    place: ServerPaths,
    binaries: Binaries,
    durable: bool,
    meanwhile: Callable[[], None] | None,
) -> None:
    """Start the supervisor, which inherits the lock, so that a second one can't start in between."""
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
    threading.Thread(target=supervisor.wait, daemon=True).start()  # reap it when it exits
    with cast("IO[bytes]", supervisor.stdout) as pipe:
        if meanwhile is not None:
            meanwhile()
        answer = pipe.read().decode()
    if answer != "ready":
        raise NotStarted(answer or f"{NotStarted.__doc__} {place.log} ends with:\n{last_lines(place.log, before)}")


def _see_server_off(place: ServerPaths) -> None:
    """If ours was the last lease, wait until the server is down: the next step may copy the folder or stop the
    container."""
    while _nobody_holds(place):
        with place.supervisor_lock.open("a") as lock:
            if _takes(lock, fcntl.LOCK_EX):
                return
        time.sleep(0.01)


def _nobody_holds(place: ServerPaths) -> bool:
    with place.holders_lock.open("a") as probe:
        # If we can get neither lock, the supervisor has the exclusive one and is shutting down.
        return _takes(probe, fcntl.LOCK_EX) or not _takes(probe, fcntl.LOCK_SH)


def _takes(lock: IO[str], how: int) -> bool:
    try:
        fcntl.flock(lock, how | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
