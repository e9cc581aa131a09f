"""An owner's view of a listing."""

import pytest

from showground import orders
from tests.support.listings import add, listing
from tests.support.world import World

pytestmark = pytest.mark.anyio


async def test_owner_and_cofounder_see_it_and_strangers_do_not(world: World) -> None:
    alice, bob = [(await world.get("/me", by=name)).json()["account"]["id"] for name in ("alice", "bob")]
    (number,) = await add(
        world,
        listing(
            "tidewater",
            status="draft",
            live_at=None,
            categories=["databases"],
            members={alice: "owner", bob: "cofounder"},
            story={"title": "Three lost weekends"},
        ),
    )
    async with world.dispatcher.database.transaction() as db:
        await orders.add_shipped_products(db)
    answer = await world.get(f"/me/listings/{number}", by="alice")
    assert answer.status_code == 200, answer.text
    seen = answer.json()
    assert (seen["listing_id"], seen["status"], seen["plan"], seen["unlocked"]) == (number, "draft", "none", [])
    assert (seen["slug"], seen["category"]["slug"], seen["launch_week"]) == ("tidewater", "databases", None)
    assert seen["story"]["title"] == "Three lost weekends"
    assert [step["code"] for step in seen["next_steps"]] == ["choose_free_plan", "order_launch"]
    assert all(step["link"].startswith("http://") for step in seen["next_steps"])
    assert (seen["queue"], seen["badge"], seen["badge_check"]) == (None, None, None)

    assert (await world.get(f"/me/listings/{number}", by="bob")).json() == seen
    refused = await world.get(f"/me/listings/{number}", by="charlie")
    never = await world.get(f"/me/listings/{number + 1000}", by="charlie")
    assert refused.status_code == never.status_code == 404
    assert {**refused.json(), "request_id": ""} == {**never.json(), "request_id": ""}
    assert (await world.get("/listings/tidewater")).status_code == 404
