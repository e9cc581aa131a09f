"""What other domains know of a listing that its badges tell: that it is featured, and that its owner is known."""

from datetime import datetime

from showground.core.database.pool import Connection, changes


async def set_featured(db: Connection, listing: int, until: datetime | None) -> None:
    """Feature a listing until then; it was paid for."""
    row = await db.one("update listing set featured_until = %s where id = %s returning slug", (until, listing))
    _tell(db, row)


async def set_verified(db: Connection, listing: int, at: datetime | None) -> None:
    """Keep since when the owner of a listing is known; None if they are not any more."""
    row = await db.one("update listing set verified_at = %s where id = %s returning slug", (at, listing))
    _tell(db, row)


def _tell(db: Connection, row: tuple[str] | None) -> None:
    if row:
        changes(db, f"listing:{row[0]}")
