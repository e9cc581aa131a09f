"""The process that owns the server and leaves with it when nobody holds it any more.

Started by the first command as
`python -m showground.core.embedded_postgres.supervisor DATA_DIR BINARIES durable|quick`, with
the supervisor's lock as its input, a pipe to that command as its output, and the log as its error output. Into the pipe
goes "ready", or the sentence that says what is wrong. Killed itself, it takes the server along.
"""

import fcntl
import os
import pwd
import shutil
import signal
import subprocess  # only PostgreSQL and our own supervisor are started  # nosec B404
import sys
import threading
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from types import FrameType
from typing import IO

from showground.core.embedded_postgres.errors import EmbeddedFailed
from showground.core.embedded_postgres.initdb import initdb_options
from showground.core.embedded_postgres.log import keep_small
from showground.core.embedded_postgres.memory import shared_buffers
from showground.core.embedded_postgres.paths import NAME, PORT, SOCKET_LOCK, ServerPaths, find_place, make_private
from showground.core.parent_death import end_with_parent

SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "100",
    "jit": "off",  # compiling costs more than it saves on short queries
    "timezone": "UTC",
    "log_timezone": "UTC",
    "log_checkpoints": "off",
    "log_error_verbosity": "terse",  # details quote people's data
}
# For tests: making and removing a database, which they do all the time, looks through all of the shared buffers.
QUICK = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "shared_buffers": "64MB"}
LOOK = 0.1  # seconds between looks at the server and its holders
PAUSE = 1.0  # seconds before a server that could not be started again is tried once more
PATIENCE = 60  # seconds for a shutdown in good order, before one that the next start has to recover from


def supervise(place: ServerPaths, binaries: Path, durable: bool) -> int:
    keep_small(place.log)
    make_private(place.sockets, place)
    new = not place.data.exists()
    if new:
        _make_database(place, binaries)
    with place.holders_lock.open("a") as holders:  # once taken it is kept until the end: a newcomer waits for that
        server = _start(place, binaries, durable)
        if not _gets_ready(server, place):
            return 1
        if new and durable:
            # initdb was told not to wait for the disk, and nobody waits now either.
            threading.Thread(target=os.sync, daemon=True).start()
        _tell_starter("ready")
        while not _leaves_with_last_holder(server, holders, place.log):
            # It ended by itself or by another's hand: those who hold it get a new one, as soon as one will start.
            time.sleep(LOOK)
            server = _start(place, binaries, durable)
            if not _gets_ready(server, place):
                if _take_alone(holders):
                    return 1
                time.sleep(PAUSE)
        return 0


def _gets_ready(server: "subprocess.Popen[bytes]", place: ServerPaths) -> bool:
    """Wait until it lets clients in; False when it ended before that, as on a full disk."""
    while not place.ready():
        if server.poll() is not None:
            return False
        time.sleep(0.01)
    return True


def _make_database(place: ServerPaths, binaries: Path) -> None:
    """Made aside and moved in whole: a kill half way starts anew."""
    fresh = place.home / "data.new"
    with _no_other_server(place) as alive:
        if fresh.exists():
            shutil.rmtree(fresh)
        make_private(fresh, place)
        options = [*initdb_options(), "--no-sync", "--no-instructions"]
        _run(place, alive, [binaries / "initdb", "-D", fresh, *options])
        single = [binaries / "postgres", "--single", "-F", "-D", fresh, "postgres"]
        _run(place, alive, single, f"create database {NAME}\n")
        fresh.rename(place.data)


def _run(place: ServerPaths, alive: IO[str], command: Sequence[Path | str], statements: str = "") -> None:
    process = _spawn(place, alive, command, signal.SIGTERM, subprocess.PIPE)
    process.communicate(statements.encode())
    if process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, command)


def _start(place: ServerPaths, binaries: Path, durable: bool) -> subprocess.Popen[bytes]:
    settings = SETTINGS | {"shared_buffers": shared_buffers()} | ({} if durable else QUICK)
    command = [binaries / "postgres", "-D", place.data, "-k", place.sockets, "-p", str(PORT)]
    with _no_other_server(place) as alive:
        _forget_dead_server(place)
        command += [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        return _spawn(place, alive, command, signal.SIGINT, subprocess.DEVNULL)


def _spawn(
    place: ServerPaths, alive: IO[str], command: Sequence[Path | str], last_signal: signal.Signals, stdin: int
) -> subprocess.Popen[bytes]:
    log = sys.stderr.fileno()
    return subprocess.Popen(  # noqa: S603  # nosec B603
        command,
        stdin=stdin,
        stdout=log,
        stderr=log,
        pass_fds=[alive.fileno()],
        # Elsewhere than on Linux the server outlives a killed supervisor, until the next one ends it.
        preexec_fn=partial(end_with_parent, os.getpid(), last_signal),  # noqa: PLW1509 - the only other thread waits for the disk
        user=place.user,
        group=None if place.user is None else pwd.getpwuid(place.user).pw_gid,
        extra_groups=None if place.user is None else [],
    )


@contextmanager
def _no_other_server(place: ServerPaths) -> Generator[IO[str]]:
    """Wait until every process of an earlier server is gone; the next one inherits the lock."""
    with place.server_lock.open("a") as alive:
        try:
            fcntl.flock(alive, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if sys.platform != "linux" and (pid := _written_pid(place)) is not None:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGINT)
            fcntl.flock(alive, fcntl.LOCK_EX)
        yield alive


def _forget_dead_server(place: ServerPaths) -> None:
    """Remove what a killed server left: PostgreSQL takes any process that now has its number, even a zombie, for it."""
    pid = _written_pid(place)
    if pid is not None and sys.platform == "linux":
        try:
            theirs = Path(f"/proc/{pid}/cwd").readlink()  # a server works in its data folder
        except OSError:
            theirs = None
        if theirs == place.data:
            raise EmbeddedFailed(
                f"Process {pid} is a PostgreSQL server that was started by hand on {place.data}. "
                f"Stop it with `kill -INT {pid}`, then start again."
            )
        (place.data / "postmaster.pid").unlink(missing_ok=True)
    (place.sockets / SOCKET_LOCK).unlink(missing_ok=True)


def _written_pid(place: ServerPaths) -> int | None:
    try:
        return int((place.data / "postmaster.pid").read_text(errors="replace").splitlines()[0])
    except (OSError, ValueError, IndexError):
        return None


def _leaves_with_last_holder(server: subprocess.Popen[bytes], holders: IO[str], log: Path) -> bool:
    """Watch until nobody holds the server, then stop it; False when it ended before that."""
    while server.poll() is None:
        if not _take_alone(holders):
            keep_small(log)
            time.sleep(LOOK)
            continue
        server.send_signal(signal.SIGINT)
        try:
            server.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            server.send_signal(signal.SIGQUIT)
            server.wait()
        return True
    return False


def _take_alone(holders: IO[str]) -> bool:
    """Whether nobody else holds the server; from then on nobody can."""
    try:
        fcntl.flock(holders, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _tell_starter(message: str) -> None:
    """Say it and let go of the pipe, so that nothing of the command that started us stays open here."""
    with suppress(BrokenPipeError):
        os.write(1, message.encode())
    os.dup2(2, 1)


def _ignore(number: int, frame: FrameType | None) -> None: ...


def main() -> int:
    data_dir, binaries, mode = sys.argv[1:]
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        # Meant for the commands, after the last of which we leave. A handler, since the server would inherit SIG_IGN.
        signal.signal(number, _ignore)
    try:
        return supervise(find_place(Path(data_dir)), Path(binaries), durable=mode == "durable")
    except EmbeddedFailed as failure:
        _tell_starter(str(failure))
        return 1
    except subprocess.CalledProcessError:
        return 1  # what the program itself said stands in the log, whose last lines the starter tells


if __name__ == "__main__":
    sys.exit(main())
