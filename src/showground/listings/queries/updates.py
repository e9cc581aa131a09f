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


async def list_updates(db: Connection, listing: int, *, skip: int, most: int) -> tuple[list[ListingUpdate], int]:
    """A listing's updates, public or not, newest first, and how many there are."""
    found = await db.all_as(
        ListingUpdate,
        """
        select id, title, body, posted_at from listing_update where listing_id = %s
        order by posted_at desc, id desc offset %s limit %s
        """,
        (listing, skip, most),
    )
    total = await db.one("select count(*) from listing_update where listing_id = %s", (listing,))
    return found, total[0] if total else 0


async def edit_update(db: Connection, listing: int, update: int, title: str, body: str) -> ListingUpdate | None:
    """Change an update's text; None if the listing has no such update."""
    edited = await db.one_as(
        ListingUpdate,
        """
        update listing_update set title = %s, body = %s where id = %s and listing_id = %s
        returning id, title, body, posted_at
        """,
        (title, body, update, listing),
    )
    if edited is not None:
        await public_profiles.encode(db, [listing])
    return edited


async def delete_update(db: Connection, listing: int, update: int) -> bool:
    """Delete an update. Returns whether the listing had it. Emails about it that are not written yet are not sent."""
    gone = await db.execute("delete from listing_update where id = %s and listing_id = %s", (update, listing))
    await public_profiles.encode(db, [listing])
    return gone.rowcount == 1


async def find_update(db: Connection, update: int) -> tuple[int, ListingUpdate] | None:
    """The listing that an update is about, and the update; None if it is gone."""
    async with db.cursor(row_factory=dict_row) as cursor:
        await cursor.execute(
            "select listing_id, id, title, body, posted_at from listing_update where id = %s", (update,)
        )
        row: dict[str, Any] | None = await cursor.fetchone()
    return (row.pop("listing_id"), ListingUpdate(**row)) if row else None
