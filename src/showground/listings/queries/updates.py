"""SQL on updates that owners post."""

from datetime import datetime
from typing import Any

from psycopg.rows import dict_row

from showground.core.database.pool import Connection
from showground.listings.profile_models import ListingUpdate
from showground.listings.queries import public_profiles


async def post_update(db: Connection, listing: int, title: str, body: str, at: datetime) -> ListingUpdate:
    row = await db.one(
        "insert into listing_update (listing_id, title, body, posted_at) values (%s, %s, %s, %s) returning id",
        (listing, title, body, at),
    )
    assert row is not None  # noqa: S101 - an insert returns its row  # nosec B101
    await public_profiles.encode(db, [listing])
    return ListingUpdate(id=row[0], title=title, body=body, posted_at=at)


async def find_update(db: Connection, update: int) -> tuple[int, ListingUpdate] | None:
    """The listing that an update is about, and the update; None if it is gone."""
    async with db.cursor(row_factory=dict_row) as cursor:
        await cursor.execute(
            "select listing_id, id, title, body, posted_at from listing_update where id = %s", (update,)
        )
        row: dict[str, Any] | None = await cursor.fetchone()
    return (row.pop("listing_id"), ListingUpdate(**row)) if row else None
