"""A whole surface behind a small edge, and ways to call it."""

from collections.abc import AsyncGenerator
from dataclasses import replace

import pytest

from showground.accounts.authentication import ApiKeys
from showground.core.calls.dispatch import Dispatcher
from showground.core.calls.rate_limits import MemoryCounters
from showground.surfaces.mcp.surface import Mcp
from tests.support.dispatcher import open_dispatcher
from tests.support.postgres import fresh_database
from tests.surfaces.mcp.calling import Edge, make_key
from tests.surfaces.mcp.operations import NOTES, OPERATIONS


@pytest.fixture
async def dispatcher(database_url: str) -> AsyncGenerator[Dispatcher]:
    async with open_dispatcher(database_url) as dispatcher:
        async with dispatcher.database.transaction() as db:
            await db.execute(NOTES)
        yield replace(dispatcher, authenticate=ApiKeys(dispatcher.database).find, counters=MemoryCounters())


@pytest.fixture
async def key(dispatcher: Dispatcher) -> str:
    """A key that may read, but not write."""
    return await make_key(dispatcher, "reader@fair.example", "account:read")


@pytest.fixture
async def writing_key(dispatcher: Dispatcher) -> str:
    return await make_key(dispatcher, "writer@fair.example", "account:read", "listings:write")


@pytest.fixture
async def edge(dispatcher: Dispatcher) -> AsyncGenerator[Edge]:
    mcp = Mcp(OPERATIONS, dispatcher)
    async with mcp.run():
        yield Edge(mcp)


@pytest.fixture(scope="module")
async def shared_edge(postgres: str) -> AsyncGenerator[Edge]:
    """One surface for all tests of a module that change nothing, without limits."""
    with fresh_database(postgres) as url:
        async with open_dispatcher(url) as dispatcher:
            mcp = Mcp(OPERATIONS, dispatcher)
            async with mcp.run():
                yield Edge(mcp)
