"""Folders for servers, commands that hold them, and a look at which processes there are."""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from showground.core import embedded_postgres
from showground.core.embedded_postgres.paths import STATE, find_place
from tests.core.embedded_postgres.holder import Holder, gone
from tests.support.folders import CLOSED, temporary_folder


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that all users can pass through, and start programs in; pytest's own are closed to others."""
    with temporary_folder(in_memory=False) as folder:
        yield folder


@pytest.fixture
def data_dir() -> Iterator[Path]:
    """For a server, whether it is new or not; nothing may be left running in it."""
    with temporary_folder() as folder:
        yield folder / "data"
        assert gone(folder / "data")


@pytest.fixture(scope="session")
def made_before() -> Iterator[Path]:
    """A data folder as the first command leaves it, to be copied."""
    with temporary_folder() as folder:
        with embedded_postgres.running(folder / "data"):
            pass
        yield folder / "data"


@pytest.fixture
def used_data_dir(data_dir: Path, made_before: Path) -> Path:
    """The same, for tests that are not about the making of a database."""
    subprocess.run(["cp", "-a", made_before, data_dir], check=True)  # with its owner, who may be another user
    return data_dir


@pytest.fixture
def hold() -> Iterator[Callable[..., Holder]]:
    held: list[Holder] = []

    def start(data_dir: Path, **options: Any) -> Holder:
        held.append(Holder(data_dir, **options))
        return held[-1]

    yield start
    for holder in held:
        holder.end()


@pytest.fixture
def closed_folder(open_folder: Path) -> Iterator[Path]:
    """A folder that is closed to others, and, for root, what is put elsewhere because of that."""
    closed = open_folder / CLOSED
    closed.mkdir(mode=0o700)
    there_before = set(STATE.glob("bin/*")) if os.geteuid() == 0 else set[Path]()
    yield closed
    if os.geteuid() == 0:
        for folder in {find_place(closed / "data").home, *STATE.glob("bin/*")} - there_before:
            shutil.rmtree(folder, ignore_errors=True)
