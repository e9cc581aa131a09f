"""What can be bought, as a caller sees it."""

from datetime import date, timedelta
from typing import Any

import pytest

from showground import launches, orders
from showground.core.calls.models import NoInput
from showground.core.database.pool import changes
from showground.orders.actions.products import load_products
from tests.support.listings import add, listing
from tests.support.world import World

pytestmark = pytest.mark.anyio

MONDAY = date(2026, 3, 9)
CODES = {
    "launch", "skip_queue", "featured", "done_for_you", "launch_bundle", "extra_categories", "relaunch", "ai_review",
    "billboard_min", "newsletter_sponsor",
}  # fmt: skip


async def products(world: World) -> dict[str, dict[str, Any]]:
    answer = await world.get("/products")
    assert answer.status_code == 200, answer.text
    assert answer.json().keys() == {"currency", "items"}
    assert answer.json()["currency"] == "USD"
    return {item["code"]: item for item in answer.json()["items"]}


async def load(world: World) -> int:
    return (await world.dispatcher.call(load_products, world.caller(), NoInput())).count


async def add_launches(world: World, week: date, *slugs: str) -> None:
    ids = await add(world, *(listing(slug, status="scheduled", launch_week=week) for slug in slugs))
    async with world.dispatcher.database.transaction() as db:
        await launches.add_launches(db, ((number, week) for number in ids))


async def test_everything_is_on_sale(showing: World) -> None:
    found = await products(showing)
    assert found.keys() == CODES
    assert all(item["needs_listing"] and item["price_cents"] > 0 and item["description"] for item in found.values())
    assert {code: item["week"] for code, item in found.items() if item["week"] != "none"} == {
        "launch": "optional",
        "launch_bundle": "optional",
        "skip_queue": "required",
        "relaunch": "required",
    }
    assert {code for code, item in found.items() if item["weeks"]} == {
        "launch",
        "launch_bundle",
        "skip_queue",
        "relaunch",
    }
    assert {code: item["includes"] for code, item in found.items() if item["includes"]} == {
        "launch_bundle": ["launch", "featured", "ai_review"]
    }
    apart = sum(found[code]["price_cents"] for code in found["launch_bundle"]["includes"])
    assert found["launch_bundle"]["price_cents"] < apart


async def test_limits_stand_where_they_apply(showing: World) -> None:
    found = await products(showing)
    assert {code: item["max_categories"] for code, item in found.items() if item["max_categories"]} == {
        "extra_categories": 3
    }
    billboard = found["billboard_min"]
    assert billboard["min_amount_cents"] == billboard["price_cents"]
    assert "paid placement" in billboard["description"].lower()
    assert [code for code, item in found.items() if item["min_amount_cents"]] == ["billboard_min"]


async def test_options_say_what_they_take(showing: World) -> None:
    options = {code: item["options"] for code, item in (await products(showing)).items() if item["options"]}
    assert options.keys() == {"done_for_you", "ai_review", "launch_bundle"}
    assert options["done_for_you"]["notes"] == {
        "type": "text",
        "required": False,
        "max_length": 2000,
        "values": None,
        "description": "What we should know before we start.",
    }
    focus = options["ai_review"]["focus"]
    assert (focus["type"], focus["max_length"]) == ("choice", None)
    assert focus["values"] == options["launch_bundle"]["focus"]["values"] != []


async def test_weeks_on_offer_are_the_twelve_mondays_to_come(world: World) -> None:
    await load(world)
    weeks = (await products(world))["launch"]["weeks"]
    coming = [MONDAY + timedelta(weeks=n) for n in range(1, 13)]
    assert weeks == [{"week": week.isoformat(), "places_left": 25} for week in coming]
    world.clock.move(days=4, hours=11, minutes=59)
    world.app.parts.cache.forget_all()
    assert (await products(world))["launch"]["weeks"] == weeks
    world.clock.move(minutes=1)
    world.app.parts.cache.forget_all()
    assert (await products(world))["launch"]["weeks"][0]["week"] == coming[1].isoformat()


async def test_launches_take_places_and_a_full_week_is_not_offered(world: World) -> None:
    await load(world)
    first, second = MONDAY + timedelta(weeks=1), MONDAY + timedelta(weeks=2)
    await add_launches(world, second, "one", "two")
    await add_launches(world, first, *(f"early-{n}" for n in range(24)))
    for code in ("launch", "relaunch", "skip_queue", "launch_bundle"):
        weeks = {week["week"]: week["places_left"] for week in (await products(world))[code]["weeks"]}
        assert (weeks[first.isoformat()], weeks[second.isoformat()]) == (1, 23)
    await add_launches(world, first, "last")
    weeks = [week["week"] for week in (await products(world))["launch"]["weeks"]]
    assert first.isoformat() not in weeks
    assert len(weeks) == 11


@pytest.mark.parametrize("status", ["draft", "awaiting_badge", "suspended", "withdrawn"])
async def test_what_is_not_public_leaves_no_trace(world: World, status: Any) -> None:
    await load(world)
    week = MONDAY + timedelta(weeks=1)
    ids = await add(world, listing("hidden", status=status, launch_week=week))
    async with world.dispatcher.database.transaction() as db:
        await launches.add_launches(db, [(ids[0], week)])
    assert (await products(world))["launch"]["weeks"][0] == {"week": week.isoformat(), "places_left": 25}


async def test_they_are_loaded_once_and_staffs_prices_stay(world: World) -> None:
    assert await products(world) == {}
    assert await load(world) == len(CODES)
    assert (await products(world)).keys() == CODES
    async with world.dispatcher.database.transaction() as db:
        await db.execute("update product set price_cents = 5900 where code = 'launch'")
        changes(db, "products")
    assert (await products(world))["launch"]["price_cents"] == 5900
    assert await load(world) == 0
    async with world.dispatcher.database.transaction() as db:
        assert await orders.add_shipped_products(db) == 0
    assert (await products(world))["launch"]["price_cents"] == 5900


async def test_nothing_is_taken(showing: World) -> None:
    answer = await showing.get("/products", params={"page": 1})
    assert answer.status_code == 400
    assert [error["field"] for error in answer.json()["errors"]] == ["page"]
