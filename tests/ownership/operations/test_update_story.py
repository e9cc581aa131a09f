"""The story of a listing."""

import pytest

from tests.parts.listings import profile
from tests.parts.owners import Owners

pytestmark = pytest.mark.anyio


async def test_sections_that_are_named_are_replaced_and_others_stay(owners: Owners) -> None:
    number = await owners.add()
    path = f"/me/listings/{number}/story"
    told = await owners.call("PUT", path, {"title": "Three weekends", "story": " Long. ", "lessons": "Test."})
    assert (told["title"], told["story"], told["lessons"], told["journey"]) == (
        "Three weekends",
        "Long.",
        "Test.",
        None,
    )
    assert "story" not in await profile(owners.world, "tidewater")  # kept, and not unlocked
    await owners.set_standing(number, status="live", plan="paid", launch_week=None, unlock=["story"])
    told = await owners.call("PUT", path, {"story": "Short.", "lessons": None, "title": ""}, by="bob")
    assert (told["title"], told["story"], told["lessons"]) == (None, "Short.", None)
    assert (await profile(owners.world, "tidewater"))["story"] == told
    assert await owners.call("PUT", path) == told
    await owners.call("PUT", path, {"story": None})
    assert (await profile(owners.world, "tidewater"))["story"] is None
    assert len(await owners.ask("select from listing_version")) == 3
    await owners.call("PUT", path, {"story": "Mine"}, by="charlie", status=404)
