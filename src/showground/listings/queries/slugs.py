"""SQL on slugs: by which a listing goes, by which it went before, and giving it another."""

from collections.abc import Iterable
from datetime import datetime

from psycopg.errors import UniqueViolation

from showground.core.calls import field_errors
from showground.core.database.pool import Connection, changes
from showground.core.database.shared_reader import QuickReader
from showground.core.languages import Text
from showground.listings.queries import public_profiles

NEIGHBOURS = 300  # slugs on each side that a mistyped one is compared with

NEAR_SLUGS = """
select slug from public_listing where status = 'live'
order by replace(slug, '-', ' ') <-> replace(%s, '-', ' '), slug limit 10
"""


async def is_public(db: Connection, slug: str) -> bool:
    """Whether a public listing goes by this slug."""
    return await db.one("select from public_profile where slug = %s", (slug,)) is not None


async def find_present(db: QuickReader, slugs: Iterable[str]) -> dict[str, str]:
    """Of slugs by which public listings went before, those by which they go now."""
    return dict(
        await db.all(
            "select f.slug, p.slug from listing_former_slug f join public_profile p using (listing_id)"
            " where f.slug = any(%s)",
            (list(slugs),),
        )
    )


async def find_present_slug(db: QuickReader, slug: str) -> str | None:
    """The slug of the public listing that went by this one before."""
    return (await find_present(db, [slug])).get(slug)


async def find_former(db: Connection, listing: int) -> list[str]:
    """The slugs by which a listing went before, the latest first."""
    rows = await db.all(
        "select slug from listing_former_slug where listing_id = %s order by until desc, slug", (listing,)
    )
    return [slug for (slug,) in rows]


async def rename(db: Connection, listing: int, slug: str, at: datetime) -> str | None:
    """Have a listing go by another slug; gives the one before. None if another listing goes or went by it."""
    await public_profiles.lock(db, [listing])
    row = await db.one("select slug from listing where id = %s", (listing,))
    if row is None or row[0] == slug:
        return slug
    taken = await db.one(
        "select 1 from listing where slug = %(slug)s"
        " union all select 1 from listing_former_slug where slug = %(slug)s and listing_id <> %(id)s"
        " union all select 1 from listing_tombstone where slug = %(slug)s",
        {"slug": slug, "id": listing},
    )
    if taken:
        return None
    try:
        async with db.transaction():
            await db.execute("update listing set slug = %s, updated_at = %s where id = %s", (slug, at, listing))
    except UniqueViolation:  # somebody took it this moment
        return None
    await db.execute("delete from listing_former_slug where slug = %s", (slug,))
    await db.execute(
        "insert into listing_former_slug (slug, listing_id, until) values (%s, %s, %s)", (row[0], listing, at)
    )
    await public_profiles.refresh(db, [listing])
    changes(db, "awards", "launches", "listings")
    return row[0]


async def find_near_slugs(db: Connection, slug: str) -> list[str]:
    """Slugs of live listings that are spelt most like this one."""
    return [near for (near,) in await db.all(NEAR_SLUGS, (slug,))]


async def find_slugs(db: Connection, beginning: str) -> set[str]:
    """Slugs by which listings go or went, public or not, that begin so."""
    rows = await db.all(
        "select slug from listing where starts_with(slug, %(beginning)s)"
        " union select slug from listing_former_slug where starts_with(slug, %(beginning)s)"
        " union select slug from listing_tombstone where starts_with(slug, %(beginning)s)",
        {"beginning": beginning},
    )
    return {slug for (slug,) in rows}


async def suggest_slugs(db: Connection, wrong: str) -> Text:
    """`Did you mean ...?` with the slugs of public listings that look most alike, of those that stand near it."""
    near = await db.all(
        """
        (select slug from public_profile where slug < %(slug)s order by slug desc limit %(most)s)
        union all (select slug from public_profile where slug > %(slug)s order by slug limit %(most)s)
        """,
        {"slug": wrong, "most": NEIGHBOURS},
    )
    return field_errors.suggest(wrong, [slug for (slug,) in near])
