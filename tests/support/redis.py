"""A Redis server of the tests' own."""

import subprocess
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

from redis import Redis
from redis.exceptions import ConnectionError as NotYet

from tests.programs import need_program
from tests.support.wait import PATIENCE_SECONDS


@contextmanager
def running_redis() -> Generator[tuple[str, subprocess.Popen[bytes]]]:
    """The address of an empty server, and its process."""
    with tempfile.TemporaryDirectory(prefix="showground-redis-") as folder:
        socket = Path(folder) / "redis.sock"
        command = [need_program("redis-server"), "--port", "0", "--unixsocket", socket, "--save", "", "--dir", folder]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
            try:
                _wait_for(f"unix://{socket}")
                yield f"unix://{socket}", process
            finally:
                process.kill()


def _wait_for(url: str) -> None:
    until = monotonic() + PATIENCE_SECONDS
    with Redis.from_url(url) as redis:  # pyright: ignore[reportUnknownMemberType]
        while True:
            try:
                redis.ping()  # pyright: ignore[reportUnknownMemberType]
            except (NotYet, FileNotFoundError):
                if monotonic() > until:
                    raise
                sleep(0.02)
            else:
                return
