"""What tests of owners may ask for."""

import pytest

from tests.parts.owners import Owners, meet
from tests.parts.world import World


@pytest.fixture
async def owners(world: World) -> Owners:
    """An empty directory, whose cast is known by numbers."""
    return await meet(world)
