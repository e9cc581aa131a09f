from collections.abc import AsyncGenerator

import pytest

from tests.support.shop_world import MarketTemplate
from tests.support.stripe_shop import StripeShop, stripe_market


@pytest.fixture
async def stripe_shop(market_url: str, with_market: MarketTemplate) -> AsyncGenerator[StripeShop]:
    async with stripe_market(market_url, with_market) as shop:
        yield shop
