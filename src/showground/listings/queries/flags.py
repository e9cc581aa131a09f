"""Flags of a listing that other domains set: featured, and verified owner."""

from datetime import datetime

from showground.core.database.pool import Connection, changes

FEATURED = "featured"  # cache tag of pages that show featured listings


async def set_featured(db: Connection, listing: int, until: datetime | None) -> None:
    """Feature a listing until then."""
    row = await db.one("update listing set featured_until = %s where id = %s returning slug", (until, listing))
    _tell(db, row)
    changes(db, FEATURED)


async def find_featured(db: Connection, now: datetime, category: str | None, *, turn: int, most: int) -> list[str]:
    """Summaries of live featured listings, in this category if one is named.

    The list starts one listing later with each turn, so that all of them are shown equally often.
    """
    rows = await db.all(
        """
        with featured as (
            select id, row_number() over (order by id) as n, count(*) over () as total
            from public_listing where status = 'live' and featured_until > %(now)s and (%(category)s::text is null
                or category_ids @> array[(select id from category where slug = %(category)s)])
        )
        select summary from featured join public_profile on listing_id = id
        order by (n + total - %(turn)s %% total) %% total limit %(most)s
        """,
        {"now": now, "category": category, "turn": turn, "most": most},
    )
    return [summary for (summary,) in rows]


async def set_verified(db: Connection, listing: int, at: datetime | None) -> None:
    """Store since when the owner is verified; None if they no longer are."""
    row = await db.one("update listing set verified_at = %s where id = %s returning slug", (at, listing))
    _tell(db, row)


def _tell(db: Connection, row: tuple[str] | None) -> None:
    if row:
        changes(db, f"listing:{row[0]}")
