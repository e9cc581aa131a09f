"""Runs PostgreSQL's client programs for backups."""

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
    """The folder of client programs that work with a server of this version."""
    major = server_version // 10_000
    folder = find_clients(major)
    if folder is None:
        raise BackupFailed(f"pg_dump for PostgreSQL {major} is not installed. {NEEDED.format(major=major)}")
    return folder


def where(conninfo: str, db: psycopg.Connection) -> str:
    """The address of exactly the server this connection leads to. If the conninfo names no host, or several, client
    programs from another build may have different defaults and reach another server."""
    return make_conninfo(conninfo, host=db.info.host, hostaddr=db.info.hostaddr or None, port=db.info.port)


def start(
    program: Path, conninfo: str | None, *options: str, stdin: int, stdout: int, stderr: int | IO[Any]
) -> subprocess.Popen[bytes]:
    """Start a client program. The password goes into its environment, which other users can't read."""
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
    """The program's own error message."""
    lines = [line for line in said.decode(errors="replace").splitlines() if "error" in line.lower() or "FATAL" in line]
    return (lines or ["it gave no reason"])[0].strip()
