"""SQL on listings that have ended: deleted permanently, or retired by their owners."""

from dataclasses import dataclass
from datetime import datetime

from showground.core.database.pool import Connection, changes
from showground.listings.queries import slugs, status


@dataclass(frozen=True, slots=True)
class Retired:
    """A retired listing, as its page shows it."""

    slug: str
    name: str
    tagline: str | None
    retired_at: datetime
    category: str | None
    category_slug: str | None


async def delete(db: Connection, listing: int, at: datetime) -> None:
    """Delete a listing permanently. Its slugs are never given out again. The caller has checked that it exists."""
    await status.suspend(db, listing, at)  # out of search, counts and all public answers
    row = await db.one("select slug from listing where id = %s", (listing,))
    gone = [row[0] if row else "", *await slugs.find_former(db, listing)]
    await db.execute(
        "insert into listing_tombstone (slug, deleted_at) select unnest(%s::text[]), %s on conflict do nothing",
        (gone, at),
    )
    await db.execute("delete from listing where id = %s", (listing,))
    changes(db, "listings", "awards", "launches", *(f"listing:{slug}" for slug in gone))


async def find_deleted(db: Connection, slug: str) -> datetime | None:
    """When the listing that had this slug was deleted."""
    row = await db.one("select deleted_at from listing_tombstone where slug = %s", (slug,))
    return row[0] if row else None


async def set_retired(db: Connection, listing: int, at: datetime | None) -> None:
    row = await db.one("update listing set retired_at = %s where id = %s returning slug", (at, listing))
    changes(db, f"listing:{row[0] if row else ''}")


async def find_retired(db: Connection, slug: str) -> Retired | None:
    """The retired listing that has or had this slug."""
    return await db.one_as(
        Retired,
        """
        select l.slug, l.name, l.tagline, l.retired_at, c.name as category, c.slug as category_slug
        from listing l left join listing_category lc on lc.listing_id = l.id and lc.position = 0
        left join category c on c.id = lc.category_id
        where l.status = 'withdrawn' and l.retired_at is not null and (l.slug = %(slug)s
            or l.id = (select listing_id from listing_former_slug where slug = %(slug)s))
        """,
        {"slug": slug},
    )
