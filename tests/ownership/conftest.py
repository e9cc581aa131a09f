"""What tests of owners may ask for."""

from collections.abc import AsyncGenerator

import pytest

from tests.support.owner_homepages import Street, open_street
from tests.support.owners import Owners, meet
from tests.support.world import World


@pytest.fixture
async def owners(world: World) -> Owners:
    """An empty directory, whose cast is known by numbers."""
    return await meet(world)


@pytest.fixture
async def street(database_url: str) -> AsyncGenerator[Street]:
    """The same, with homepages, a name server and a mail server."""
    async with open_street(database_url) as street:
        yield street
