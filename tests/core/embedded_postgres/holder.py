"""Commands that hold the server, and the processes that are there for one data folder."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import IO, Any, TypeVar, cast

import psycopg

from showground.core.embedded_postgres.paths import find_place
from tests.support.command import before_long
from tests.support.wait import PATIENCE_SECONDS

ROOT = Path(__file__).parents[3]
HOLD = Path(__file__).with_name("hold.py")
T = TypeVar("T")


class Holder:
    def __init__(
        self, data_dir: Path, python: Path | None = None, path: Path | None = None, script: Path = HOLD, **popen: Any
    ) -> None:
        # A copied interpreter would look for its library where it was built, which may be closed.
        places = [str(python.parents[1] / "lib")] if python else []
        places += filter(None, [os.environ.get("LD_LIBRARY_PATH")])
        libraries = {"LD_LIBRARY_PATH": os.pathsep.join(places)} if places else {}
        self.process = subprocess.Popen(
            [python or sys.executable, script, data_dir],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(path or ROOT / "src"), **libraries},
            **popen,
        )

    @cached_property
    def told(self) -> dict[str, Any]:
        """What it says once it has the server."""
        return json.loads(cast("IO[str]", self.process.stdout).readline())

    def leave(self) -> int:
        self.process.communicate("\n", timeout=PATIENCE_SECONDS)
        return self.process.returncode

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()

    def end(self) -> None:
        if self.process.returncode is None:
            self.kill()


@dataclass(frozen=True)
class Found:
    pid: int
    command: str
    parent: int

    @property
    def supervises(self) -> bool:
        return "embedded_postgres.supervisor" in self.command

    @property
    def is_postmaster(self) -> bool:
        return "/postgres\0-D" in self.command and "--single" not in self.command


def processes(data_dir: Path) -> list[Found]:
    """Supervisor, initdb and every process of the server of this folder; not the dead who are yet to be reaped."""
    place, found = find_place(data_dir), list[Found]()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_text(errors="replace")
            state, parent = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()[:2]
            cwd = (folder / "cwd").readlink()
        except OSError:
            continue
        words = command.split("\0")
        ours = "embedded_postgres.supervisor" in command and str(data_dir) in words
        ours |= cwd.is_relative_to(place.home) or str(place.home / "data.new") in words
        if state != "Z" and (ours or str(place.data) in words):
            found.append(Found(int(folder.name), command, int(parent)))
    return found


def of_each(found: list[Found], ask: Callable[[int], T]) -> list[T]:
    """What is said of each that is still there: the server's process for a connection ends soon after that."""
    said: list[T] = []
    for process in found:
        with suppress(FileNotFoundError, ProcessLookupError):
            said.append(ask(process.pid))
    return said


def gone(data_dir: Path) -> bool:
    return before_long(lambda: not processes(data_dir))


def kill(found: list[Found]) -> None:
    """At once: first all are stopped, so that none sees another die and shuts down in good order."""
    for number in (signal.SIGSTOP, signal.SIGKILL):
        of_each(found, lambda pid, number=number: os.kill(pid, number))


def one(conninfo: str, query: str) -> Any:
    with psycopg.connect(conninfo, autocommit=True) as connection:
        row = connection.execute(query.encode()).fetchone()
        return row and row[0]
