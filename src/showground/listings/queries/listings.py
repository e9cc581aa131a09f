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
from showground.search import public_counts

# The most voted of a category are found in one of two ways. Walking along the votes of all listings meets one every
# all / size rows; reading all of the category costs as much as 25 of these steps for each (docs/search.md). For 20
# listings, both cost the same at size = sqrt(0.8 * all). PostgreSQL can't choose, because the category is known only
# while the statement runs.
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
), small as (
    select count(*) < max(most) as is_small from (select sqrt(0.8 * {all})::int + 1 as most) most left join lateral (
        select from listing_category where category_id = (select category_id from asked) and position = 0 limit most
    ) first on true
), alike as (
    (
        select l.id, l.votes from public_listing l
        where not (select is_small from small)
            and l.status = 'live' and l.id <> (select listing_id from asked) and l.id not in (select id from named)
            and l.category_ids @> array[(select category_id from asked)]
            and (select category_id from listing_category c where c.listing_id = l.id and c.position = 0)
                = (select category_id from asked)
        order by l.votes desc, l.id limit %(most)s
    ) union all (
        select l.id, l.votes from listing_category c cross join lateral (
            select id, votes from public_listing where id = c.listing_id and status = 'live' offset 0
        ) l
        where (select is_small from small) and c.category_id = (select category_id from asked) and c.position = 0
            and l.id <> (select listing_id from asked) and l.id not in (select id from named)
        order by l.votes desc, l.id limit %(most)s
    )
)
select exists (select from asked), array(
    select format('{"approved":%%s,"listing":%%s}', approved::text, summary)
    from (select true as approved, * from named union all select false, * from alike) found
    join public_profile on listing_id = found.id
    order by approved desc, votes desc, found.id limit %(most)s
)
""".replace("{all}", public_counts.LIVE)  # nosec B608 - a constant
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
    row = await db.one("select profile, packed, summary from public_profile where slug = %s", (slug,))
    if row is None:
        return await get_profile(db, await _renamed(db, slug), site)
    return Encoded(public_profiles.present_profile(row[0], row[1], row[2], site))


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
