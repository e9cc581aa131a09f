"""SQL on updates of all listings, and on the public listings for sitemaps."""

from collections.abc import Sequence

from showground.core.calls.context import Site
from showground.core.calls.paging import Page, Paged
from showground.core.database.pool import Connection
from showground.listings.errors import NoSuchListing
from showground.listings.models import ListingSummary, PublicAddress, RecentUpdate
from showground.listings.queries import public_profiles

UPDATES = """
select u.id, u.title, u.body, u.posted_at, p.summary
from listing_update u join public_profile p using (listing_id)
where %(slug)s::text is null or p.slug = %(slug)s
order by u.posted_at desc, u.id desc limit %(limit)s offset %(offset)s
"""
COUNT = """
select count(*), %(slug)s::text is null or exists (select from public_profile where slug = %(slug)s)
from listing_update u join public_profile p using (listing_id)
where %(slug)s::text is null or p.slug = %(slug)s
"""


async def find_updates(db: Connection, slug: str | None, asked: Paged, site: Site) -> Page[RecentUpdate]:
    """Updates of public listings, or of one, the newest first."""
    values = {"slug": slug, "limit": asked.per_page, "offset": asked.offset}
    total, known = await db.one(COUNT, values) or (0, False)
    if not known:
        raise NoSuchListing
    items = [
        RecentUpdate(
            id=number,
            title=title,
            body=body,
            posted_at=at,
            listing=ListingSummary.model_validate_json(public_profiles.present(text, site)),
        )
        for number, title, body, at, text in await db.all(UPDATES, values)
    ]
    return Page(items=items, page=asked.page, per_page=asked.per_page, total=total)


async def find_addresses(db: Connection, after: str, most: int) -> Sequence[PublicAddress]:
    """Public listings after this slug, by slug."""
    rows = await db.all(
        """
        select slug, updated_at from public_listing where slug > %s order by slug limit %s
        """,
        (after, most),
    )
    return [PublicAddress(slug=slug, updated_at=at) for slug, at in rows]


async def find_first_addresses(db: Connection, most: int) -> list[str]:
    """The slug before each part of the sitemap, `most` listings apart; the first is empty."""
    rows = await db.all(
        """
        select slug from (select slug, row_number() over (order by slug) as place from public_profile) ordered
        where place %% %s = 0 order by slug
        """,
        (most,),
    )
    return ["", *(slug for (slug,) in rows)]
