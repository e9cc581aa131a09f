"""Adding listings, and telling the catalog what is counted for them."""

import json
from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from showground import catalog
from showground.catalog import NewListing
from showground.catalog.directory_models import SiteInfo
from showground.catalog.models import Listing
from showground.catalog.operations.get_listing import GetListing, get_listing
from showground.catalog.operations.get_site import GetSite, get_site
from showground.catalog.operations.search_listings import SearchListings, search_listings
from showground.core.context import Caller
from showground.core.door import Door
from showground.core.failures import NotFound
from tests.parts.door import open_door

pytestmark = pytest.mark.anyio

NOW = datetime(2026, 3, 11, 12, 30, tzinfo=UTC)
CALLER = Caller(NOW, "command")
BARE = NewListing(
    slug="quince",
    website="https://www.quince.example/home",
    status="live",
    created_at=NOW,
    updated_at=NOW,
    name="Quince",
)


@pytest.fixture
async def door(database_url: str) -> AsyncGenerator[Door]:
    async with open_door(database_url, clock=lambda: NOW) as door:
        yield door


async def add(door: Door, *listings: NewListing) -> list[int]:
    async with door.database.transaction() as db:
        return await catalog.add_listings(db, listings)


async def find(door: Door, **what: str) -> list[str]:
    found = await door.call(search_listings, CALLER, SearchListings.model_validate(what))
    return [item["slug"] for item in _decode(found.json)["items"]]


def _decode(body: bytes) -> dict[str, list[dict[str, str]]]:
    return json.loads(body)


async def get(door: Door, slug: str) -> Listing:
    return Listing.model_validate_json((await door.call(get_listing, CALLER, GetListing(slug=slug))).json)


async def test_a_listing_of_which_little_is_known_is_shown_and_found(door: Door) -> None:
    await add(door, BARE)
    listing = await get(door, "quince")
    assert (listing.name, listing.keywords, listing.founders, listing.faqs) == ("Quince", None, None, None)
    assert await find(door, q="quinc") == ["quince"]
    assert await find(door, domain="quince.example") == ["quince"]


async def test_texts_keep_every_sign(door: Door) -> None:
    odd = "{\"a\", 'b'} \\ \t\n, NULL é 漢字 🎪 \x7f"
    await add(door, replace(BARE, tagline=odd, features=[odd, "NULL", ""], socials={"x": odd}, attributes={"k": [odd]}))
    listing = await get(door, "quince")
    assert listing.tagline == odd
    assert listing.features == [odd, "NULL", ""]
    assert listing.socials == {"x": odd}
    assert listing.attributes == {"k": [odd]}


async def test_a_list_that_nobody_filled_is_null_and_an_empty_one_is_empty(door: Door) -> None:
    await add(door, replace(BARE, features=None, tags=(), faqs=[]))
    listing = await get(door, "quince")
    assert (listing.features, listing.tags, listing.faqs) == (None, [], [])


async def test_what_is_not_public_leaves_no_trace(door: Door) -> None:
    hidden = ("draft", "awaiting_badge", "suspended", "withdrawn")
    await add(door, *(replace(BARE, slug=s.replace("_", "-"), website=f"{s}.example", status=s) for s in hidden))
    for status in hidden:
        with pytest.raises(NotFound):
            await get(door, status.replace("_", "-"))
    assert await find(door, q="quince") == await find(door, q="quince", status="upcoming") == []
    site: SiteInfo = await door.call(get_site, CALLER, GetSite())
    assert site.counts.listings == 0


async def test_search_finds_the_same_after_a_refresh(door: Door) -> None:
    ids = await add(door, replace(BARE, tagline="Jam", keywords=["Gelée"], tags=["pot"], description="Slow-cooked."))
    async with door.database.transaction() as db:
        before = await db.all("select words from listing_search")
        await catalog.refresh(db, ids)
        assert await db.all("select words from listing_search") == before
    assert await find(door, q="gelee jam pot slow") == ["quince"]


async def test_counts_are_shown_at_once(door: Door) -> None:
    [number] = await add(door, BARE)
    async with door.database.transaction() as db:
        await catalog.set_counts(db, {number: catalog.Counts(7, 2, 1.5, 4.25, 4)})
    listing = await get(door, "quince")
    assert (listing.votes, listing.followers) == (7, 2)
    assert listing.rating is not None
    assert (listing.rating.average, listing.rating.count) == (4.25, 4)


async def test_a_category_that_is_not_there_is_named(door: Door) -> None:
    with pytest.raises(catalog.UnknownCategory, match="quince is to stand in the category jams"):
        await add(door, replace(BARE, categories=["jams"]))


async def test_a_new_row_is_written_once(door: Door) -> None:
    async with door.database.transaction() as db:
        await catalog.add_shipped_categories(db)
        await catalog.add_listings(db, [replace(BARE, categories=["databases", "games"])])
        written = await db.all("select n_tup_ins, n_tup_upd from pg_stat_xact_user_tables where relname = 'listing'")
        kept = await db.all(
            "select slug from category where id = any(array(select unnest(category_ids) from listing)) order by slug"
        )
    assert written == [(1, 0)]
    assert kept == [("databases",), ("developer-tools",), ("games",)]
