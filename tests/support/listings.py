"""Listings of a test's own, and what search finds."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from psycopg import sql

from showground.categories import category_tree
from showground.listings import new_listings, public_profiles
from tests.support.world import NOW, World


def listing(slug: str, **more: Any) -> new_listings.NewListing:
    """A live listing of which only the name is known, and what is said here."""
    known: dict[str, Any] = {
        "slug": slug,
        "name": slug.replace("-", " ").title(),
        "website": f"https://{slug}.example/",
        "status": "live",
        "live_at": NOW - timedelta(days=1),
        "created_at": NOW - timedelta(days=9),
        "updated_at": NOW - timedelta(days=1),
    }
    return new_listings.NewListing(**(known | more))


async def add(world: World, *listings: new_listings.NewListing) -> list[int]:
    async with world.dispatcher.database.transaction() as db:
        await category_tree.add_shipped_categories(db)
        return await new_listings.add_listings(db, listings)


async def change(world: World, ids: Sequence[int], **columns: Any) -> None:
    """Change columns of listings as an operation would, and show it."""
    async with world.dispatcher.database.transaction() as db:
        for name, value in columns.items():
            query = sql.SQL("update listing set {} = %s where id = any(%s)").format(sql.Identifier(name))
            await db.execute(query, (value, list(ids)))
        await public_profiles.refresh(db, ids)


async def search(world: World, **asked: Any) -> list[str]:
    """The slugs that a search finds on its page."""
    answer = await world.get("/listings", params=asked)
    assert answer.status_code == 200, answer.text
    return [item["slug"] for item in answer.json()["items"]]


async def profile(world: World, slug: str) -> dict[str, Any]:
    answer = await world.get(f"/listings/{slug}")
    assert answer.status_code == 200, answer.text
    return answer.json()
