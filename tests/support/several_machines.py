"""The parts of a site on several machines: a primary with a streaming replica, a pooler before it, and Redis.

All listen on loopback, each on a port of its own that stays the same when the part is stopped and started again.
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
from collections.abc import Generator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql
from psycopg.conninfo import make_conninfo

from showground.core.database.migrations import migrate
from showground.core.embedded_postgres.binaries import find_binaries, local_binaries, make_readable
from showground.core.embedded_postgres.initdb import initdb_options
from showground.core.embedded_postgres.paths import NAME, find_place
from tests.programs import need_program
from tests.support.command import LONG, before_long, free_port
from tests.support.folders import temporary_folder

HOST = "127.0.0.1"
SETTINGS = {
    "listen_addresses": HOST,
    "unix_socket_directories": "",
    "shared_buffers": "32MB",
    "fsync": "off",
    "jit": "off",
    "timezone": "UTC",
    "wal_level": "replica",
    "hot_standby_feedback": "on",
    "wal_receiver_status_interval": "1s",
    "wal_retrieve_retry_interval": "200ms",  # a replica finds its primary again as soon as that is back
}


@dataclass
class Part:
    """One program on one port. `user`: another than ours, for those that do not run as root."""

    name: str
    command: Sequence[str | Path]
    port: int
    folder: Path
    user: int | None = None
    last_signal: signal.Signals = signal.SIGTERM
    process: subprocess.Popen[Any] | None = None

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.command, stdout=log, stderr=log, cwd="/", **_as_user(self.user))
        assert before_long(self._answers), f"{self.name} does not start:\n{self.log.read_text()}"

    def stop(self) -> None:
        """In good order, as before a planned change."""
        self._end(self.last_signal)

    def kill(self) -> None:
        """At once, as a machine that loses its power; for PostgreSQL all of its processes."""
        self._end(signal.SIGQUIT if self.last_signal == signal.SIGINT else signal.SIGKILL)

    def freeze(self) -> None:
        """Leave its connections open and answer nothing, as a machine behind a dead link; `thaw` ends it."""
        self._tell_family(signal.SIGSTOP)

    def thaw(self) -> None:
        self._tell_family(signal.SIGCONT)

    @property
    def log(self) -> Path:
        return self.folder / f"{self.name}.log"

    def _end(self, number: signal.Signals) -> None:
        if self.process is not None:
            self.process.send_signal(number)
            self.process.wait(LONG)
            self.process = None

    def _tell_family(self, number: signal.Signals) -> None:
        assert self.process is not None
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        for pid in (self.process.pid, *map(int, children)):
            with suppress(ProcessLookupError):  # a child may end at any time
                os.kill(pid, number)

    def _answers(self) -> bool:
        assert self.process is not None
        assert self.process.poll() is None, f"{self.name} ended at once:\n{self.log.read_text()}"
        try:
            if self.last_signal == signal.SIGINT:  # PostgreSQL listens before it takes connections
                psycopg.connect(f"host={HOST} port={self.port} user={NAME} dbname=postgres").close()
            else:
                socket.create_connection((HOST, self.port)).close()
        except (psycopg.OperationalError, ConnectionRefusedError):
            return False
        return True


@dataclass
class Machines:
    """The parts; the addresses are of the database `name`."""

    primary: Part
    replica: Part
    pooler: Part
    redis: Part
    name: str = NAME

    @property
    def direct_url(self) -> str:
        return self._url(self.primary)

    @property
    def replica_url(self) -> str:
        return self._url(self.replica)

    @property
    def pooled_url(self) -> str:
        return self._url(self.pooler)

    @property
    def redis_url(self) -> str:
        return f"redis://{HOST}:{self.redis.port}/0"

    @property
    def settings(self) -> dict[str, str]:
        """As an operator sets them."""
        return {
            "database_url": self.pooled_url,
            "direct_url": self.direct_url,
            "replica_url": self.replica_url,
            "redis_url": self.redis_url,
        }

    def _url(self, part: Part) -> str:
        return f"postgresql://{NAME}@{HOST}:{part.port}/{self.name}"

    def pause_replay(self) -> None:
        """The replica goes on to take in what the primary writes, and shows none of it."""
        self._tell_replica("select pg_wal_replay_pause()")

    def resume_replay(self) -> None:
        self._tell_replica("select pg_wal_replay_resume()")

    def catch_up(self) -> None:
        """Wait until the replica shows all that the primary has written so far."""
        with psycopg.connect(self.direct_url, autocommit=True) as primary:
            row = primary.execute("select pg_current_wal_flush_lsn()").fetchone()
        assert row is not None
        with psycopg.connect(make_conninfo(self.replica_url, dbname="postgres"), autocommit=True) as replica:
            shown = "select pg_last_wal_replay_lsn() >= %s::pg_lsn"
            assert before_long(lambda: replica.execute(shown, row).fetchone() == (True,)), "the replica lags for ever"

    def _tell_replica(self, statement: str) -> None:
        with psycopg.connect(make_conninfo(self.replica_url, dbname="postgres"), autocommit=True) as db:
            db.execute(statement.encode())

    @contextmanager
    def database(self, name: str) -> Generator["Machines"]:
        """The same parts with a migrated database of this name, empty, and gone afterwards; the replica has it too."""
        admin = make_conninfo(self.direct_url, dbname="postgres")
        named = sql.Identifier(name)
        with psycopg.connect(admin, autocommit=True) as db:
            db.execute(sql.SQL("create database {} template {} strategy file_copy").format(named, sql.Identifier(NAME)))
        other = Machines(self.primary, self.replica, self.pooler, self.redis, name)
        other.catch_up()
        try:
            yield other
        finally:
            with psycopg.connect(admin, autocommit=True) as db:
                db.execute(sql.SQL("drop database {} with (force)").format(named))


@contextmanager
def running_machines() -> Generator[Machines]:
    """All parts, with a migrated, empty database, for the time of this block."""
    pgbouncer = need_program("pgbouncer")
    with temporary_folder() as folder:
        user = find_place(folder / "none").user
        binaries = next(iter(local_binaries()), None) or find_binaries(user)
        make_readable(binaries)
        made: list[Part] = []

        def start(part: Part) -> Part:
            made.append(part)
            part.start()
            return part

        def start_postgres(name: str) -> Part:
            port, options = free_port(), [f"-c{key}={value}" for key, value in SETTINGS.items()]
            command = [binaries.folder / "postgres", "-D", folder / name, "-p", str(port), *options]
            return start(Part(name, command, port, folder, user, signal.SIGINT))

        try:
            _run(user, binaries.folder / "initdb", "-D", _own(folder / "primary", user), *initdb_options(), "--no-sync")
            primary = start_postgres("primary")
            copied = ["-D", _own(folder / "replica", user), "--write-recovery-conf", "--checkpoint=fast", "--no-sync"]
            source = ["-h", HOST, "-p", str(primary.port), "-U", NAME]
            with psycopg.connect(f"host={HOST} port={primary.port} user={NAME} dbname=postgres") as db:
                db.autocommit = True
                db.execute(f"create database {NAME}")
            migrate(f"host={HOST} port={primary.port} user={NAME} dbname={NAME}")
            _run(user, binaries.folder / "pg_basebackup", *copied, *source)
            replica = start_postgres("replica")
            pooler = start(_pgbouncer(pgbouncer, folder, user, primary.port))
            machines = Machines(primary, replica, pooler, start(_redis(folder)))
            machines.catch_up()
            yield machines
        finally:
            for part in reversed(made):
                if part.process is not None:
                    part.thaw()
                    part.kill()


def _pgbouncer(program: str, folder: Path, user: int | None, primary: int) -> Part:
    port = free_port()
    config = folder / "pgbouncer.ini"
    config.write_text(
        f"[databases]\n* = host={HOST} port={primary} user={NAME}\n"
        f"[pgbouncer]\nlisten_addr = {HOST}\nlisten_port = {port}\nunix_socket_dir =\nauth_type = any\n"
        "pool_mode = transaction\ndefault_pool_size = 10\nmax_client_conn = 500\n"
        "server_login_retry = 1\nquery_wait_timeout = 3\n"  # without it requests wait for two minutes
    )
    return Part("pgbouncer", [program, config], port, folder, user)


def _redis(folder: Path) -> Part:
    port = free_port()
    return Part(
        "redis",
        [need_program("redis-server"), "--bind", HOST, "--port", str(port), "--save", "", "--dir", folder],
        port,
        folder,
    )


def _own(folder: Path, user: int | None) -> Path:
    folder.mkdir(mode=0o700)
    if user is not None:
        shutil.chown(folder, user, pwd.getpwuid(user).pw_gid)
    return folder


def _run(user: int | None, *command: str | Path) -> None:
    done = subprocess.run(command, capture_output=True, text=True, cwd="/", check=False, **_as_user(user))
    assert done.returncode == 0, done.stderr


def _as_user(user: int | None) -> dict[str, Any]:
    if user is None:
        return {}
    return {"user": user, "group": pwd.getpwuid(user).pw_gid, "extra_groups": []}
