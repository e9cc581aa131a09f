"""What tests of search share."""

from collections.abc import AsyncGenerator

import pytest

from showground.core.calls.dispatch import Dispatcher
from tests.search.listings import NOW
from tests.support.dispatcher import open_dispatcher


@pytest.fixture
async def dispatcher(database_url: str) -> AsyncGenerator[Dispatcher]:
    async with open_dispatcher(database_url, clock=lambda: NOW) as dispatcher:
        yield dispatcher
