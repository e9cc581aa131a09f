"""Adding listings, and the counts of their votes and views."""

import json
from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from showground.categories import category_tree
from showground.categories.models import SiteInfo
from showground.categories.operations.get_site import get_site
from showground.core.calls.context import Caller
from showground.core.calls.dispatch import Dispatcher
from showground.core.calls.errors import NotFound
from showground.core.calls.models import NoInput
from showground.listings import counts, new_listings, public_profiles
from showground.listings.models import Listing
from showground.listings.operations.get_listing import GetListing, get_listing
from showground.listings.operations.search_listings import SearchListings, search_listings
from tests.support.dispatcher import open_dispatcher

pytestmark = pytest.mark.anyio

NOW = datetime(2026, 3, 11, 12, 30, tzinfo=UTC)
CALLER = Caller(NOW, "command")
BARE = new_listings.NewListing(
    slug="quince",
    website="https://www.quince.example/home",
    status="live",
    created_at=NOW,
    updated_at=NOW,
    name="Quince",
)


@pytest.fixture
async def dispatcher(database_url: str) -> AsyncGenerator[Dispatcher]:
    async with open_dispatcher(database_url, clock=lambda: NOW) as dispatcher:
        yield dispatcher


async def add(dispatcher: Dispatcher, *listings: new_listings.NewListing) -> list[int]:
    async with dispatcher.database.transaction() as db:
        return await new_listings.add_listings(db, listings)


async def find(dispatcher: Dispatcher, **what: str) -> list[str]:
    found = await dispatcher.call(search_listings, CALLER, SearchListings.model_validate(what))
    return [item["slug"] for item in _decode(found.json)["items"]]


def _decode(body: bytes) -> dict[str, list[dict[str, str]]]:
    return json.loads(body)


async def get(dispatcher: Dispatcher, slug: str) -> Listing:
    return Listing.model_validate_json((await dispatcher.call(get_listing, CALLER, GetListing(slug=slug))).json)


async def test_a_listing_of_which_little_is_known_is_shown_and_found(dispatcher: Dispatcher) -> None:
    await add(dispatcher, BARE)
    listing = await get(dispatcher, "quince")
    assert (listing.name, listing.keywords, listing.founders, listing.faqs) == ("Quince", None, None, None)
    assert await find(dispatcher, q="quinc") == ["quince"]
    assert await find(dispatcher, domain="quince.example") == ["quince"]


async def test_texts_keep_every_sign(dispatcher: Dispatcher) -> None:
    odd = "{\"a\", 'b'} \\ \t\n, NULL é 漢字 🎪 \x7f"
    await add(
        dispatcher, replace(BARE, tagline=odd, features=[odd, "NULL", ""], socials={"x": odd}, attributes={"k": [odd]})
    )
    listing = await get(dispatcher, "quince")
    assert listing.tagline == odd
    assert listing.features == [odd, "NULL", ""]
    assert listing.socials == {"x": odd}
    assert listing.attributes == {"k": [odd]}


async def test_a_list_that_nobody_filled_is_null_and_an_empty_one_is_empty(dispatcher: Dispatcher) -> None:
    await add(dispatcher, replace(BARE, features=None, tags=(), faqs=[]))
    listing = await get(dispatcher, "quince")
    assert (listing.features, listing.tags, listing.faqs) == (None, [], [])


async def test_what_is_not_public_leaves_no_trace(dispatcher: Dispatcher) -> None:
    hidden = ("draft", "awaiting_badge", "suspended", "withdrawn")
    await add(dispatcher, *(replace(BARE, slug=s.replace("_", "-"), website=f"{s}.example", status=s) for s in hidden))
    for status in hidden:
        with pytest.raises(NotFound):
            await get(dispatcher, status.replace("_", "-"))
    assert await find(dispatcher, q="quince") == await find(dispatcher, q="quince", status="upcoming") == []
    site: SiteInfo = await dispatcher.call(get_site, CALLER, NoInput())
    assert site.counts.listings == 0


async def test_search_finds_the_same_after_a_refresh(dispatcher: Dispatcher) -> None:
    ids = await add(
        dispatcher, replace(BARE, tagline="Jam", keywords=["Gelée"], tags=["pot"], description="Slow-cooked.")
    )
    async with dispatcher.database.transaction() as db:
        before = await db.all("select words from listing_search")
        await public_profiles.refresh(db, ids)
        assert await db.all("select words from listing_search") == before
    assert await find(dispatcher, q="gelee jam pot slow") == ["quince"]


async def test_counts_are_shown_at_once(dispatcher: Dispatcher) -> None:
    [number] = await add(dispatcher, BARE)
    async with dispatcher.database.transaction() as db:
        await counts.set_counts(db, {number: counts.Counts(7, 2, 1.5, 4.25, 4)})
    listing = await get(dispatcher, "quince")
    assert (listing.votes, listing.followers) == (7, 2)
    assert listing.rating is not None
    assert (listing.rating.average, listing.rating.count) == (4.25, 4)


async def test_a_category_that_is_not_there_is_named(dispatcher: Dispatcher) -> None:
    with pytest.raises(new_listings.UnknownCategory, match="quince: there is no category jams in this directory"):
        await add(dispatcher, replace(BARE, categories=["jams"]))


async def test_a_new_row_is_written_once(dispatcher: Dispatcher) -> None:
    async with dispatcher.database.transaction() as db:
        await category_tree.add_shipped_categories(db)
        await new_listings.add_listings(db, [replace(BARE, categories=["databases", "games"])])
        written = await db.all("select n_tup_ins, n_tup_upd from pg_stat_xact_user_tables where relname = 'listing'")
        kept = await db.all(
            "select slug from category where id = any(array(select unnest(category_ids) from listing)) order by slug"
        )
    assert written == [(1, 0)]
    assert kept == [("databases",), ("developer-tools",), ("games",)]
