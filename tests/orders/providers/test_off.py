"""A site that takes no payments: orders are made and kept, and say so."""

import pytest

from showground.orders.errors import CannotTakePayments, NotSandbox
from showground.orders.sandbox_payment import pay
from tests.support.shop_world import open_market
from tests.support.world import CAST, running_world

pytestmark = pytest.mark.anyio


async def test_orders_are_made_but_cannot_be_paid(database_url: str) -> None:
    async with running_world(database_url, payments="off") as world:
        for name in CAST:
            await world.add_person(name)
        market = await open_market(world)
        await market.do("update product set on_sale = true")
        order = await market.order(market.item("launch"))
        page = (await world.client.get(order["checkout_url"].removeprefix("http://localhost:8000"))).text
        assert "This site is not accepting payments right now." in page
        assert "Order and pay" not in page
        with pytest.raises(CannotTakePayments, match="is not accepting payments right now"):
            await market.open_page(order)
        with pytest.raises(NotSandbox):
            await pay(world.dispatcher, world.caller(), order["number"])
        for provider in ("off", "sandbox", "stripe"):
            assert (await world.client.post(f"/payments/{provider}", content=b"{}")).status_code in (400, 404)
