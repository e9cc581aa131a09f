"""The disk that holds the data folder is full for a while."""

import os
import subprocess
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from tests.chaos.fault import NotMade, Outcome, fault
from tests.chaos.site import Ground, open_ground

SIZE = "400m"
FULL_SECONDS = 8.0
PIECE = 65_536


@fault("disk of the data folder full for 8 s")
def fill_disk(_: Ground) -> Outcome:
    with small_disk() as folder, open_ground(folder / "data") as ground:
        with ground.database() as url, ground.site(url=url) as site:
            with ground.loaded(site, url) as load, load.trouble():
                ends, filler = time.monotonic() + FULL_SECONDS, folder / "filler"
                with filler.open("ab", buffering=0) as file:
                    while time.monotonic() < ends:  # also what the server lets go of meanwhile
                        _fill(file.fileno())
                        time.sleep(0.02)
                filler.unlink()
            return load.outcome()


def _fill(file: int) -> None:
    for size in (PIECE, 1024, 1):
        try:
            while True:
                os.write(file, b"x" * size)
        except OSError:
            continue


@contextmanager
def small_disk() -> Generator[Path]:
    """A folder on a disk of its own, in memory."""
    with tempfile.TemporaryDirectory(prefix="showground-disk-") as name:
        mounted = subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={SIZE},mode=755", "tmpfs", name], capture_output=True, check=False
        )
        if mounted.returncode != 0:
            raise NotMade("a small disk can be mounted only by root")
        try:
            yield Path(name)
        finally:
            subprocess.run(["umount", "--lazy", name], check=True)
