"""What a killed run of the tests leaves behind is removed by the next."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from showground.core.embedded_postgres.paths import find_place
from tests.support.folders import CLOSED, NAME, remove_left_behind, temporary_folder


def gone_process() -> int:
    with subprocess.Popen([sys.executable, "-c", ""]) as process:
        process.wait()
    return process.pid


@pytest.fixture
def left_behind() -> Path:
    """A folder of a process that is gone, with the closed one that has its database elsewhere where root runs this."""
    folder = Path(tempfile.mkdtemp(prefix=f"{NAME}{gone_process()}-"))
    (folder / CLOSED).mkdir(mode=0o700)
    find_place(folder / CLOSED / "data").data.mkdir(parents=True)
    return folder


def test_only_what_nobody_uses_any_more_is_removed(left_behind: Path) -> None:
    elsewhere = find_place(left_behind / CLOSED / "data").home
    with (
        temporary_folder() as memory,
        temporary_folder(in_memory=False) as disk,
        tempfile.TemporaryDirectory() as other,
    ):
        assert memory.name.startswith(f"{NAME}{os.getpid()}-")
        remove_left_behind()
        assert memory.exists()
        assert disk.exists()
        assert Path(other).exists()
    assert not left_behind.exists()
    assert not elsewhere.exists()
    assert not memory.exists()
