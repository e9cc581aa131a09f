"""Listings to search for, and a short way to do it."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

from showground.core.calls.context import Caller
from showground.core.calls.dispatch import Dispatcher
from showground.listings import counts, new_listings
from showground.listings.operations.search_listings import SearchListings, search_listings

NOW = datetime(2026, 3, 11, 12, 30, tzinfo=UTC)
CALLER = Caller(NOW, "command")


def make(slug: str, name: str | None = None, *, votes: int = 0, **more: Any) -> new_listings.NewListing:
    """A live listing; without a name, the slug is its name."""
    more = {"status": "live", "live_at": NOW - timedelta(days=1), "counts": counts.Counts(votes=votes)} | more
    website = more.pop("website", f"https://{slug}.example/")
    return new_listings.NewListing(
        slug=slug, website=website, created_at=NOW, updated_at=NOW, name=name or slug, **more
    )


async def add(dispatcher: Dispatcher, *listings: new_listings.NewListing) -> list[int]:
    async with dispatcher.database.transaction() as db:
        return await new_listings.add_listings(db, listings)


async def page(dispatcher: Dispatcher, **what: Any) -> tuple[list[str], int]:
    """The slugs of one page, and the total."""
    found = json.loads((await dispatcher.call(search_listings, CALLER, SearchListings.model_validate(what))).json)
    return [item["slug"] for item in found["items"]], found["total"]


async def find(dispatcher: Dispatcher, q: str | None = None, **what: Any) -> list[str]:
    return (await page(dispatcher, q=q, per_page=100, **what))[0]
