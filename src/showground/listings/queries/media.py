"""Pictures of a listing that its owners sent, and the files that are served for them."""

import hashlib
from datetime import datetime

from showground.core.database.pool import Connection
from showground.listings.queries import public_profiles

FOLDER = "/media/"  # path prefix of media files


async def add_picture(
    db: Connection, listing: int, content: bytes, kind: str, size: tuple[int, int], alt: str | None, at: datetime
) -> int:
    """Add a picture as the last one. Returns its id. `kind` is the format, such as `webp`."""
    url = await add_file(db, content, kind, at)
    row = await db.one(
        """
        insert into listing_media (listing_id, kind, url, width, height, alt, position)
        select %(listing)s, 'picture', %(url)s, %(width)s, %(height)s, %(alt)s, coalesce(max(position) + 1, 0)
        from listing_media where listing_id = %(listing)s returning id
        """,
        {"listing": listing, "url": url, "width": size[0], "height": size[1], "alt": alt},
    )
    assert row is not None  # noqa: S101 - an insert returns its row  # nosec B101
    await public_profiles.encode(db, [listing])
    return row[0]


async def add_file(db: Connection, content: bytes, kind: str, at: datetime) -> str:
    """Store a picture's file, once. Returns its path."""
    name = f"{hashlib.sha256(content).hexdigest()[:40]}.{kind}"
    await db.execute(
        "insert into media_file (name, type, content, created_at) values (%s, %s, %s, %s) on conflict do nothing",
        (name, f"image/{kind}", content, at),
    )
    return FOLDER + name


async def list_media(db: Connection, listing: int) -> list[tuple[int, str, str | None]]:
    """The media of a listing, in order: id, path and alt text."""
    rows = await db.all(
        "select id, url, alt from listing_media where listing_id = %s order by position, id", (listing,)
    )
    return [(number, url, alt) for number, url, alt in rows]


async def remove_media(db: Connection, listing: int, number: int) -> bool:
    """Remove a picture. Returns whether the listing had it. A file that is no longer used is deleted."""
    row = await db.one("delete from listing_media where id = %s and listing_id = %s returning url", (number, listing))
    if row is None:
        return False
    await db.execute(
        "delete from media_file where name = %s and not exists (select from listing_media where url = %s)",
        (row[0].removeprefix(FOLDER), row[0]),
    )
    await public_profiles.encode(db, [listing])
    return True


async def find_file(db: Connection, name: str) -> tuple[str, bytes] | None:
    """Type and content of a file."""
    row = await db.one("select type, content from media_file where name = %s", (name,))
    return (row[0], bytes(row[1])) if row else None
