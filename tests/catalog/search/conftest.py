"""What tests of search share."""

from collections.abc import AsyncGenerator

import pytest

from showground.core.door import Door
from tests.catalog.search.listings import NOW
from tests.parts.door import open_door


@pytest.fixture
async def door(database_url: str) -> AsyncGenerator[Door]:
    async with open_door(database_url, clock=lambda: NOW) as door:
        yield door
