"""A whole surface behind a small edge, and ways to call it."""

from collections.abc import AsyncGenerator
from dataclasses import replace

import pytest

from showground.accounts.authenticate import ApiKeys
from showground.core.door import Door
from showground.core.limits import MemoryCounters
from showground.surfaces.mcp.surface import Mcp
from tests.parts.door import open_door
from tests.surfaces.mcp.calling import Edge, make_key
from tests.surfaces.mcp.operations import NOTES, OPERATIONS


@pytest.fixture
async def door(database_url: str) -> AsyncGenerator[Door]:
    async with open_door(database_url) as door:
        async with door.database.transaction() as db:
            await db.execute(NOTES)
        yield replace(door, authenticate=ApiKeys(door.database).find, counters=MemoryCounters())


@pytest.fixture
async def key(door: Door) -> str:
    """A key that may read, but not write."""
    return await make_key(door, "reader@fair.example", "account:read")


@pytest.fixture
async def writing_key(door: Door) -> str:
    return await make_key(door, "writer@fair.example", "account:read", "listings:write")


@pytest.fixture
async def edge(door: Door) -> AsyncGenerator[Edge]:
    mcp = Mcp(OPERATIONS, door)
    async with mcp.run():
        yield Edge(mcp)
