"""SQL on slugs: current ones, former ones, and changing one."""

from collections.abc import Iterable
from datetime import datetime

from psycopg.errors import UniqueViolation

from showground.core.calls import field_errors
from showground.core.database.pool import Connection, changes
from showground.core.database.shared_reader import QuickReader
from showground.core.languages import Text
from showground.listings.queries import public_profiles

NEIGHBOURS = 300  # a mistyped slug is compared with this many neighbours on each side

# An index on likeness would be read to its end where no slug is like the wrong one.
NEAR_SLUGS = """
with neighbour as (
    (select slug from public_profile where slug < %(slug)s order by slug desc limit %(most)s)
    union all (select slug from public_profile where slug > %(slug)s order by slug limit %(most)s)
), near as (
    select slug, replace(slug, '-', ' ') <-> replace(%(slug)s, '-', ' ') as distance from neighbour
    order by distance, slug limit 20
)
select slug from near
where not %(live)s or exists (select from listing where listing.slug = near.slug and status = 'live')
order by distance, slug
"""


async def is_public(db: Connection, slug: str) -> bool:
    """Whether a public listing has this slug."""
    return await db.one("select from public_profile where slug = %s", (slug,)) is not None


async def find_present(db: QuickReader, slugs: Iterable[str]) -> dict[str, str]:
    """The current slugs of public listings, by former slug."""
    return dict(
        await db.all(
            "select f.slug, p.slug from listing_former_slug f join public_profile p using (listing_id)"
            " where f.slug = any(%s)",
            (list(slugs),),
        )
    )


async def find_present_slug(db: QuickReader, slug: str) -> str | None:
    """The current slug of the public listing that formerly had this one."""
    return (await find_present(db, [slug])).get(slug)


async def find_former(db: Connection, listing: int) -> list[str]:
    """A listing's former slugs, latest first."""
    rows = await db.all(
        "select slug from listing_former_slug where listing_id = %s order by until desc, slug", (listing,)
    )
    return [slug for (slug,) in rows]


async def rename(db: Connection, listing: int, slug: str, at: datetime) -> str | None:
    """Change a listing's slug. Returns the one before, or None if another listing has or had the new one."""
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
    except UniqueViolation:  # another transaction has just taken it
        return None
    await db.execute("delete from listing_former_slug where slug = %s", (slug,))
    await db.execute(
        "insert into listing_former_slug (slug, listing_id, until) values (%s, %s, %s)", (row[0], listing, at)
    )
    await public_profiles.refresh(db, [listing])
    changes(db, "awards", "launches", "listings")
    return row[0]


async def find_slugs(db: Connection, beginning: str) -> set[str]:
    """Current and former slugs with this beginning, public or not."""
    rows = await db.all(
        "select slug from listing where starts_with(slug, %(beginning)s)"
        " union select slug from listing_former_slug where starts_with(slug, %(beginning)s)"
        " union select slug from listing_tombstone where starts_with(slug, %(beginning)s)",
        {"beginning": beginning},
    )
    return {slug for (slug,) in rows}


async def suggest_slugs(db: Connection, wrong: str, *, live: bool = False) -> Text:
    """`Did you mean ...?` with the most similar slugs among the neighbours in alphabetical order, of public listings or
    only of live ones."""
    near = await db.all(NEAR_SLUGS, {"slug": wrong, "most": NEIGHBOURS, "live": live})
    return field_errors.suggest(wrong, [slug for (slug,) in near])
