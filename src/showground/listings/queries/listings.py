"""SQL on public listings: profile, alternatives, former slugs, comparison."""

from collections.abc import Collection
from typing import Any

from psycopg.rows import dict_row

from showground.core.calls.context import Site
from showground.core.calls.models import Encoded
from showground.core.database.pool import Connection
from showground.core.database.shared_reader import QuickReader
from showground.listings.comparison_models import Alternatives
from showground.listings.errors import NoSuchListing
from showground.listings.models import Listing
from showground.listings.queries import public_profiles, slugs

ALTERNATIVES = """
with asked as (
    select listing_id, (
        select category_id from listing_category c where c.listing_id = p.listing_id and c.position = 0
    ) as category_id
    from public_profile p where slug = %(slug)s
), named as (
    select l.id, l.votes
    from asked join listing_alternative using (listing_id)
    join public_listing l on l.id = alternative_id and l.status = 'live'
    where approved order by l.votes desc, l.id limit %(most)s
), alike as (
    select l.id, l.votes from public_listing l
    where l.status = 'live' and l.id <> (select listing_id from asked) and l.id not in (select id from named)
        and l.category_ids @> array[(select category_id from asked)]
        and exists (
            select from listing_category c
            where c.listing_id = l.id and c.category_id = (select category_id from asked) and c.position = 0
        )
    order by l.votes desc, l.id limit %(most)s
)
select exists (select from asked), array(
    select format('{"approved":%%s,"listing":%%s}', approved::text, summary)
    from (select true as approved, * from named union all select false, * from alike) found
    join public_profile on listing_id = found.id
    order by approved desc, votes desc, found.id limit %(most)s
)
"""
MAX_ALTERNATIVES = 20


# The attributes that staff defined for the primary category, those of the category above first.
COMPARED = """
select l.slug, l.status, p.summary as document, l.pricing_model, l.pricing_summary, l.stage, l.country, l.founded_year,
    l.features, l.rating_average, l.rating_count, l.domain_rating, l.votes, l.attributes as facts,
    coalesce(above.attributes, '[]') || coalesce(own.attributes, '[]') as attributes
from public_listing l join public_profile p on p.listing_id = l.id
left join listing_category c on c.listing_id = l.id and c.position = 0
left join category own on own.id = c.category_id
left join category above on above.id = own.parent_id
where l.slug = any(%s)
"""


async def get_profile(db: QuickReader, slug: str, site: Site) -> Encoded[Listing]:
    row = await db.one("select profile from public_profile where slug = %s", (slug,))
    if row is None:
        return await get_profile(db, await _renamed(db, slug), site)
    return Encoded(public_profiles.present(row[0], site))


async def get_alternatives(db: Connection, slug: str, site: Site) -> Encoded[Alternatives]:
    """Alternatives: live listings that the owner named, then others in the same primary category."""
    known, items = await db.one(ALTERNATIVES, {"slug": slug, "most": MAX_ALTERNATIVES}) or (False, [])
    if not known:
        return await get_alternatives(db, await _renamed(db, slug), site)
    return Encoded(public_profiles.present(f'{{"items":[{",".join(items)}]}}', site))


async def _renamed(db: QuickReader, slug: str) -> str:
    """The current slug of the public listing that formerly had this one."""
    present = await slugs.find_present_slug(db, slug)
    if present is None:
        raise NoSuchListing
    return present


async def get_compared(db: Connection, asked: Collection[str]) -> dict[str, dict[str, Any]]:
    """The compared values of the public listings among these, by requested slug."""
    async with db.cursor(row_factory=dict_row) as cursor:
        await cursor.execute(COMPARED, (list(asked),))
        found = {row["slug"]: row for row in await cursor.fetchall()}
    unknown = [slug for slug in asked if slug not in found]
    renamed = await slugs.find_present(db, unknown) if unknown else {}
    if renamed:
        there = found | await get_compared(db, set(renamed.values()))
        found |= {former: there[present] for former, present in renamed.items()}
    return found
