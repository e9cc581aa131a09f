"""The story of a listing."""

import pytest

from tests.support.listings import profile
from tests.support.owners import Owners

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
    await owners.set_state(number, status="live", plan="paid", launch_week=None, unlock=["story"])
    told = await owners.call("PUT", path, {"story": "Short.", "lessons": None, "title": ""}, by="bob")
    assert (told["title"], told["story"], told["lessons"]) == (None, "Short.", None)
    assert (await profile(owners.world, "tidewater"))["story"] == told
    assert await owners.call("PUT", path) == told
    await owners.call("PUT", path, {"story": None})
    assert (await profile(owners.world, "tidewater"))["story"] is None
    assert len(await owners.ask("select from listing_version")) == 3
    await owners.call("PUT", path, {"story": "Mine"}, by="charlie", status=404)


async def test_a_quote_stays_with_the_words_it_was_read_for_and_with_their_section(owners: Owners) -> None:
    quote = {"quote": "so that you know", "url": "https://tidewater.example/", "read_at": "2026-03-01T00:00:00Z"}
    drafted = {"name": [quote], "story.problem": [quote], "story.journey": [quote], "milestones": [quote]}
    story = {"problem": "Nobody tests a backup.", "journey": "Two years."}
    number = await owners.add(story=story, evidence=drafted)
    assert (await profile(owners.world, "tidewater"))["evidence"].keys() == {"name"}  # as the sections, locked
    await owners.call("PUT", f"/me/listings/{number}/story", {"problem": "In my own words.", "journey": "Two years."})
    seen = await owners.call("GET", f"/me/listings/{number}")
    assert seen["evidence"].keys() == {"name", "story.journey", "milestones"}
    await owners.set_state(number, status="live", plan="paid", launch_week=None, unlock=["story"])
    assert (await profile(owners.world, "tidewater"))["evidence"].keys() == {"name", "story.journey"}
