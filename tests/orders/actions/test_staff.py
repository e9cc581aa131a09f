"""What staff do with products."""

import pytest
from pydantic import ValidationError

from showground.core.calls.errors import InsufficientScope, InvalidInput
from showground.core.calls.models import NoInput
from showground.orders.actions.products import AddProduct, WriteProduct, add_product, write_product
from showground.orders.actions.tasks import list_tasks
from showground.orders.errors import NoSuchProduct, ProductExists
from tests.support.shop_world import Market

pytestmark = pytest.mark.anyio


async def prices(market: Market) -> dict[str, int]:
    answer = await market.world.get("/products")
    return {item["code"]: item["price_cents"] for item in answer.json()["items"]}


async def test_a_new_price_shows_at_once_and_made_orders_keep_theirs(market: Market) -> None:
    dispatcher = market.world.dispatcher
    made = await market.order(market.item("launch"))
    assert (await prices(market))["launch"] == 4900  # now kept by the edge
    told = await dispatcher.call(write_product, market.staff(), WriteProduct(code="launch", price_cents=5900))
    assert (told.name, told.price_cents) == ("Launch", 5900)
    assert (await prices(market))["launch"] == 5900
    assert (await market.order(market.item("launch")))["net_cents"] == 5900
    assert (await market.get(made["number"]))["net_cents"] == 4900
    await dispatcher.call(write_product, market.staff(), WriteProduct(code="billboard_min", price_cents=700))
    assert (await market.order(market.item("billboard_min", "paid", amount_cents=700)))["net_cents"] == 700
    with pytest.raises(NoSuchProduct):
        await dispatcher.call(write_product, market.staff(), WriteProduct(code="nothing", price_cents=1))
    with pytest.raises(ValidationError):
        WriteProduct(code="launch", price_cents=-1)
    with pytest.raises(InsufficientScope):
        await dispatcher.call(write_product, market.person("alice"), WriteProduct(code="launch", price_cents=1))


async def test_a_new_product_needs_no_code(market: Market) -> None:
    dispatcher = market.world.dispatcher
    await dispatcher.call(
        add_product,
        market.staff(),
        AddProduct(code="poster", name="Poster", description="A poster of the launch.", price_cents=2500),
    )
    await dispatcher.call(
        add_product,
        market.staff(),
        AddProduct(
            code="spring_bundle",
            name="Spring bundle",
            description="Featured, and a review.",
            price_cents=8800,
            includes=("featured", "ai_review"),
        ),
    )
    assert (await prices(market))["poster"] == 2500
    order = await market.order(market.item("poster", "paid"), market.item("spring_bundle", "paid"))
    paid = await market.pay(order["number"])
    assert [line["fulfilled"] for line in paid["lines"]] == [False, True]
    assert (await market.standing("paid")).featured_until is not None
    (task,) = (await dispatcher.call(list_tasks, market.staff(), NoInput())).items
    assert (task.product, task.reason) == ("poster", "Poster for Paid.")
    with pytest.raises(ProductExists):
        await dispatcher.call(
            add_product, market.staff(), AddProduct(code="poster", name="x", description="x", price_cents=1)
        )
    new = AddProduct(code="more", name="x", description="x", price_cents=1, includes=("none",))
    with pytest.raises(InvalidInput):
        await dispatcher.call(add_product, market.staff(), new)
