"""PostgreSQL's own programs, as backups start them."""

import os
import subprocess  # only PostgreSQL's own programs are started  # nosec B404
from pathlib import Path
from typing import IO, Any

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from showground.backup.errors import BackupFailed
from showground.core.embedded_postgres import find_clients

NEEDED = "Install PostgreSQL's client programs of version {major} or newer (on Debian `apt install postgresql-client`)."


def find_programs(server_version: int) -> Path:
    """The folder of programs that fit a server of this version."""
    major = server_version // 10_000
    folder = find_clients(major)
    if folder is None:
        raise BackupFailed(f"There is no pg_dump here that knows PostgreSQL {major}. {NEEDED.format(major=major)}")
    return folder


def where(conninfo: str, db: psycopg.Connection) -> str:
    """The address of the very server that this connection leads to: where none is named, or several, programs that were
    built elsewhere may look for it in another place."""
    return make_conninfo(conninfo, host=db.info.host, hostaddr=db.info.hostaddr or None, port=db.info.port)


def start(
    program: Path, conninfo: str | None, *options: str, stdin: int, stdout: int, stderr: int | IO[Any]
) -> subprocess.Popen[bytes]:
    """Start one of them; a password goes by its environment, which nobody else on the machine can read."""
    environment = {**os.environ, "LC_ALL": "C"}
    arguments = list(options)
    if conninfo is not None:
        parts = conninfo_to_dict(conninfo)
        if password := parts.pop("password", None):
            environment["PGPASSWORD"] = str(password)
        arguments.append(f"--dbname={make_conninfo('', **parts)}")
    command = [program, *arguments]
    return subprocess.Popen(command, env=environment, stdin=stdin, stdout=stdout, stderr=stderr)  # noqa: S603  # nosec B603


def last_words(said: bytes) -> str:
    """What a program said of its failure, in its own words."""
    lines = [line for line in said.decode(errors="replace").splitlines() if "error" in line.lower() or "FATAL" in line]
    return (lines or ["it did not say why"])[0].strip()
