"""Flags of a listing that other domains set: featured, and verified owner."""

from datetime import datetime

from showground.core.database.pool import Connection, changes


async def set_featured(db: Connection, listing: int, until: datetime | None) -> None:
    """Feature a listing until then."""
    row = await db.one("update listing set featured_until = %s where id = %s returning slug", (until, listing))
    _tell(db, row)


async def set_verified(db: Connection, listing: int, at: datetime | None) -> None:
    """Store since when the owner is verified; None if they no longer are."""
    row = await db.one("update listing set verified_at = %s where id = %s returning slug", (at, listing))
    _tell(db, row)


def _tell(db: Connection, row: tuple[str] | None) -> None:
    if row:
        changes(db, f"listing:{row[0]}")
