"""Backups in a folder."""

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from showground.backup.errors import BackupFailed
from showground.backup.models import StoredBackup
from showground.backup.rules import read_name

PART = ".part"


class FolderStore:
    """A folder that only its owner can read. It is created if it does not exist."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @property
    def place(self) -> str:
        return str(self._folder)

    def list(self) -> list[StoredBackup]:
        with self._told("read"):
            if not self._folder.exists():
                return []
            found = [read_name(file.name, file.stat().st_size) for file in self._folder.iterdir() if file.is_file()]
        return sorted((one for one in found if one), key=lambda one: one.at)

    @contextmanager
    def write(self, name: str) -> Generator[BinaryIO]:
        part = self._folder / f"{name}{PART}"
        with self._told("written"):
            _make_private(self._folder)
            for left in self._folder.glob(f"showground-*{PART}"):  # by a process that was killed
                left.unlink(missing_ok=True)
            try:
                with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:  # noqa: PTH123
                    yield out
                    out.flush()
                    os.fsync(out.fileno())
                part.rename(self._folder / name)
            finally:
                part.unlink(missing_ok=True)

    @contextmanager
    def read(self, name: str) -> Generator[BinaryIO]:
        with self._told("read"), (self._folder / name).open("rb") as file:
            yield file

    def delete(self, name: str) -> None:
        with self._told("written"):
            (self._folder / name).unlink(missing_ok=True)

    @contextmanager
    def _told(self, done: str) -> Generator[None]:
        try:
            yield
        except OSError as problem:
            raise BackupFailed(f"The backup folder {self._folder} can't be {done}: {problem.strerror}.") from problem


def _make_private(folder: Path) -> None:
    """Create a folder, and those above it, so that only their owner can enter; `parents=True` would let everyone in."""
    for missing in reversed([one for one in (folder, *folder.parents) if not one.exists()]):
        missing.mkdir(mode=0o700, exist_ok=True)
