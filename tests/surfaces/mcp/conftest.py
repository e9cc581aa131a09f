"""A whole surface behind a small edge, and ways to call it."""

from collections.abc import AsyncGenerator

import pytest

from showground.accounts.authenticate import ApiKeys
from showground.core.context import Site
from showground.core.database import Database
from showground.core.door import Door
from showground.core.limits import MemoryCounters
from showground.surfaces.mcp import Mcp
from tests.surfaces.mcp.calling import Edge, make_key
from tests.surfaces.mcp.operations import OPERATIONS


@pytest.fixture
async def door(database: Database) -> Door:
    async with database.transaction() as db:
        await db.execute("create table if not exists test_note (id bigint generated always as identity, text text)")
        await db.execute("truncate test_note, account cascade")
    return Door(database, Site("Fair", "https://fair.example"), ApiKeys(database).find, MemoryCounters())


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
