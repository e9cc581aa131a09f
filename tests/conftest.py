"""What every test may ask for."""

import tempfile
from collections.abc import AsyncGenerator, Generator
from pathlib import Path

import pytest

from tests.parts.postgres import fresh_database, running_server
from tests.parts.world import CAST, World, running_world


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres() -> Generator[str]:
    """The address of a PostgreSQL server for this run."""
    with tempfile.TemporaryDirectory(prefix="showground-tests-") as folder:
        Path(folder).chmod(0o755)  # as root, the server runs as another user, who must get in
        with running_server(Path(folder)) as server:
            yield server


@pytest.fixture
def database_url(postgres: str) -> Generator[str]:
    """A migrated, empty database of the test's own."""
    with fresh_database(postgres) as url:
        yield url


@pytest.fixture
async def world(database_url: str) -> AsyncGenerator[World]:
    """An empty directory with its cast."""
    async with running_world(database_url) as world:
        for name in CAST:
            await world.add_person(name)
        yield world
