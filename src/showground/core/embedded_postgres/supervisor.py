"""The process that owns the server and shuts it down when no command holds a lease any more.

The first command starts it as `python -m showground.core.embedded_postgres.supervisor DATA_DIR BINARIES durable|quick`.
Its standard input is the supervisor's lock, its standard output a pipe to that command, its standard error the log. It
writes "ready" into the pipe, or a sentence that says what went wrong.

Its life: create the database if there is none, start PostgreSQL, report "ready", then check ten times a second whether
any lease is left. If PostgreSQL crashes while there are leases, start it again. Without leases, shut it down and exit.
If the supervisor is killed, the server is stopped too.
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
# For tests. Small shared buffers, because creating and dropping a database, which tests do a lot, scans all of them.
QUICK = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "shared_buffers": "64MB"}
LOOK = 0.1  # seconds between checks of the server and its leases
PAUSE = 1.0  # seconds between attempts to restart the server
PATIENCE = 60  # seconds for a clean shutdown; after that, stop it at once and let the next start recover


def supervise(place: ServerPaths, binaries: Path, durable: bool) -> int:
    keep_small(place.log)
    make_private(place.sockets, place)
    new = not place.data.exists()
    if new:
        _make_database(place, binaries)
    with place.holders_lock.open("a") as holders:  # once locked, it stays locked until we exit; new commands wait
        server = _start(place, binaries, durable)
        if not _gets_ready(server, place):
            return 1
        if new and durable:
            # initdb ran without syncing to disk. Sync now, in the background.
            threading.Thread(target=os.sync, daemon=True).start()
        _tell_starter("ready")
        while not _leaves_with_last_holder(server, holders, place.log):
            # PostgreSQL exited (crash, or someone stopped it). Restart it for the processes that still hold a lease.
            time.sleep(LOOK)
            server = _start(place, binaries, durable)
            if not _gets_ready(server, place):
                if _take_alone(holders):
                    return 1
                time.sleep(PAUSE)
        return 0


def _gets_ready(server: "subprocess.Popen[bytes]", place: ServerPaths) -> bool:
    """Wait until the server accepts clients; False if it exited first, for example because the disk is full."""
    while not place.ready():
        if server.poll() is not None:
            return False
        time.sleep(0.01)
    return True


def _make_database(place: ServerPaths, binaries: Path) -> None:
    """Create the database in `data.new`, then rename it: if we are killed half way, the next start begins again."""
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
        # Except on Linux, the server outlives a killed supervisor until the next supervisor stops it.
        preexec_fn=partial(end_with_parent, os.getpid(), last_signal),  # noqa: PLW1509 - the only other thread waits for the disk
        user=place.user,
        group=None if place.user is None else pwd.getpwuid(place.user).pw_gid,
        extra_groups=None if place.user is None else [],
    )


@contextmanager
def _no_other_server(place: ServerPaths) -> Generator[IO[str]]:
    """Wait until every process of an earlier server has exited; the next server inherits the lock."""
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
    """Remove the pid file of a killed server. Otherwise PostgreSQL refuses to start if any process, even a zombie, now
    has that process id."""
    pid = _written_pid(place)
    if pid is not None and sys.platform == "linux":
        try:
            theirs = Path(f"/proc/{pid}/cwd").readlink()  # a server's working directory is its data folder
        except OSError:
            theirs = None
        if theirs == place.data:
            raise EmbeddedFailed(
                f"Process {pid} is a PostgreSQL server that someone started on {place.data}. "
                f"Stop it with `kill -INT {pid}`, then try again."
            )
        (place.data / "postmaster.pid").unlink(missing_ok=True)
    (place.sockets / SOCKET_LOCK).unlink(missing_ok=True)


def _written_pid(place: ServerPaths) -> int | None:
    try:
        return int((place.data / "postmaster.pid").read_text(errors="replace").splitlines()[0])
    except (OSError, ValueError, IndexError):
        return None


def _leaves_with_last_holder(server: subprocess.Popen[bytes], holders: IO[str], log: Path) -> bool:
    """Wait until there are no leases, then stop the server. False if the server exited before that."""
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
    """Lock out new leases if there are none now; False if there are some."""
    try:
        fcntl.flock(holders, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _tell_starter(message: str) -> None:
    """Send the message and close the pipe, so that the command that started us can read to its end."""
    with suppress(BrokenPipeError):
        os.write(1, message.encode())
    os.dup2(2, 1)


def _ignore(number: int, frame: FrameType | None) -> None: ...


def main() -> int:
    data_dir, binaries, mode = sys.argv[1:]
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        # These are meant for the commands; we exit after the last one. Use a handler, because the server would inherit
        # SIG_IGN.
        signal.signal(number, _ignore)
    try:
        return supervise(find_place(Path(data_dir)), Path(binaries), durable=mode == "durable")
    except EmbeddedFailed as failure:
        _tell_starter(str(failure))
        return 1
    except subprocess.CalledProcessError:
        return 1  # the program's own message is in the log, and the command that started us prints its last lines


if __name__ == "__main__":
    sys.exit(main())
