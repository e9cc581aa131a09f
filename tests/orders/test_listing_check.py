"""The written review: what it finds, and by which words."""

from datetime import timedelta

import pytest

from showground.listings import Listing, owned
from showground.orders.listing_check import CheckedListing, check
from tests.support.listings import add, listing
from tests.support.world import NOW, World

pytestmark = pytest.mark.anyio


async def read(world: World, **more: object) -> Listing:
    (number,) = await add(world, listing(f"x{len(more)}", **more))
    async with world.dispatcher.database.reading() as db:
        return (await owned.read_profiles(db, [number], world.dispatcher.site))[number]


def fields(found: CheckedListing, area: str) -> set[str]:
    return {finding.field for finding in found.findings if finding.area == area}


async def test_it_finds_what_is_missing_unclear_and_not_borne_out(world: World) -> None:
    empty = check(await read(world, not_found_on_website=["country"]), "everything", NOW)
    assert {"tagline", "description", "pricing_model", "features", "faqs", "logo_url"} <= fields(empty, "completeness")
    assert fields(empty, "clarity") == set()
    assert empty.filled == 0
    told = {finding.field: finding.seen for finding in empty.findings}
    assert told["country"] == "Your website does not state it either."

    long = "This revolutionary tool helps you " + "and you " * 20 + "work."
    quote = {"quote": "From 9 USD a month.", "url": "https://x.example", "read_at": NOW - timedelta(days=200)}
    wordy = check(
        await read(
            world,
            tagline="Good tool",
            short_description="Good tool.",
            description=long,
            pricing_summary="From 19 USD a month",
            founded_year=2020,
            not_found_on_website=["founded_year"],
            evidence={"pricing_summary": [quote]},
        ),
        "pricing",
        NOW,
    )
    assert fields(wordy, "clarity") == {"tagline", "short_description", "description"}
    assert fields(wordy, "consistency") == {"pricing_summary", "founded_year", "description", "evidence"}
    first = wordy.findings[0]
    assert first.about == "pricing"
    seen = {finding.seen for finding in wordy.findings}
    assert "“revolutionary”" in seen
    assert "From 9 USD a month." in seen
    assert any("19" in finding.sentence for finding in wordy.findings)
