"""Listings to search for, and a short way to do it."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

from showground import catalog
from showground.catalog import Counts, NewListing
from showground.catalog.operations.search_listings import SearchListings, search_listings
from showground.core.context import Caller
from showground.core.door import Door

NOW = datetime(2026, 3, 11, 12, 30, tzinfo=UTC)
CALLER = Caller(NOW, "command")


def make(slug: str, name: str | None = None, *, votes: int = 0, **more: Any) -> NewListing:
    """A live listing; without a name, the slug is its name."""
    more = {"status": "live", "live_at": NOW - timedelta(days=1), "counts": Counts(votes=votes)} | more
    website = more.pop("website", f"https://{slug}.example/")
    return NewListing(slug=slug, website=website, created_at=NOW, updated_at=NOW, name=name or slug, **more)


async def add(door: Door, *listings: NewListing) -> list[int]:
    async with door.database.transaction() as db:
        return await catalog.add_listings(db, listings)


async def page(door: Door, **what: Any) -> tuple[list[str], int]:
    """The slugs of one page, and the total."""
    found = json.loads((await door.call(search_listings, CALLER, SearchListings.model_validate(what))).json)
    return [item["slug"] for item in found["items"]], found["total"]


async def find(door: Door, q: str | None = None, **what: Any) -> list[str]:
    return (await page(door, q=q, per_page=100, **what))[0]
