"""Where drafts are made."""

from collections.abc import AsyncGenerator

import pytest

from tests.support.draft_world import Studio, running_studio


@pytest.fixture
async def studio(database_url: str) -> AsyncGenerator[Studio]:
    async with running_studio(database_url) as studio:
        yield studio
