from collections.abc import AsyncGenerator

import pytest

from tests.support.stripe_shop import StripeShop, stripe_market


@pytest.fixture
async def stripe_shop(database_url: str) -> AsyncGenerator[StripeShop]:
    async with stripe_market(database_url) as shop:
        yield shop
