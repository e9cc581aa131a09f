"""All SQL on categories, and on listings beyond search."""

import tomllib
from collections.abc import Collection, Iterable
from importlib.resources import files
from typing import Any

from psycopg import sql
from psycopg.rows import dict_row
from psycopg.types.json import Jsonb

from showground.catalog import documents, slugs, tally
from showground.catalog.comparison_models import Alternatives
from showground.catalog.directory_models import Category, SiteCounts
from showground.catalog.failures import NoSuchCategory, NoSuchListing
from showground.catalog.models import CategoryName, Listing
from showground.core import faults
from showground.core.context import Site
from showground.core.database import Connection, changes
from showground.core.operation import Encoded

NEIGHBOURS = 300  # slugs on each side that a mistyped one is compared with

COUNTED_CATEGORIES = """
select c.slug, c.name, c.description, c.faqs, above.slug, above.name, coalesce(sum(t.n), 0)
from category c left join category above on above.id = c.parent_id
left join listing_tally t on t.category_id = c.id and t.status = 'live'
where %(slug)s::text is null or %(slug)s in (c.slug, above.slug)
group by c.id, above.id order by c.position, c.id
"""

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
MOST_ALTERNATIVES = 20

COUNT_PUBLIC = sql.SQL("select {}, (select count(*) from category)").format(sql.SQL(tally.LIVE))

NEAR_SLUGS = """
select slug from public_listing where status = 'live'
order by replace(slug, '-', ' ') <-> replace(%s, '-', ' '), slug limit 10
"""

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


async def get_profile(db: Connection, slug: str, site: Site) -> Encoded[Listing]:
    row = await db.one("select profile from public_profile where slug = %s", (slug,))
    if row is None:
        return await get_profile(db, await _renamed(db, slug), site)
    return Encoded(documents.present(row[0], site))


async def get_alternatives(db: Connection, slug: str, site: Site) -> Encoded[Alternatives]:
    """What to choose instead: live listings that the owner named, then those of the same primary category."""
    known, items = await db.one(ALTERNATIVES, {"slug": slug, "most": MOST_ALTERNATIVES}) or (False, [])
    if not known:
        return await get_alternatives(db, await _renamed(db, slug), site)
    return Encoded(documents.present(f'{{"items":[{",".join(items)}]}}', site))


async def _renamed(db: Connection, slug: str) -> str:
    """The slug by which a public listing goes now that went by this one before."""
    present = await slugs.find_present_slug(db, slug)
    if present is None:
        raise NoSuchListing
    return present


async def get_compared(db: Connection, asked: Collection[str]) -> dict[str, dict[str, Any]]:
    """What is compared of those of these listings that are public, by the slugs that were asked for."""
    async with db.cursor(row_factory=dict_row) as cursor:
        await cursor.execute(COMPARED, (list(asked),))
        found = {row["slug"]: row for row in await cursor.fetchall()}
    unknown = [slug for slug in asked if slug not in found]
    renamed = await slugs.find_present(db, unknown) if unknown else {}
    if renamed:
        there = found | await get_compared(db, set(renamed.values()))
        found |= {former: there[present] for former, present in renamed.items()}
    return found


async def find_near_slugs(db: Connection, slug: str) -> list[str]:
    """Slugs of live listings that are spelt most like this one."""
    return [near for (near,) in await db.all(NEAR_SLUGS, (slug,))]


async def count_public(db: Connection) -> SiteCounts:
    listings, categories = await (await db.execute(COUNT_PUBLIC)).fetchone() or (0, 0)
    return SiteCounts(listings=listings, categories=categories)


async def get_tree(db: Connection, site: Site) -> list[Category]:
    """The categories at the top, each with those below."""
    return [category for category in await _get_categories(db, site) if category.parent is None]


async def get_category(db: Connection, slug: str, site: Site) -> Category:
    """One category with those below it."""
    for category in await _get_categories(db, site, slug):
        if category.slug == slug:
            return category
    raise NoSuchCategory(f"{NoSuchCategory.sentence()} {faults.suggest(slug, await get_category_slugs(db))}".rstrip())


async def _get_categories(db: Connection, site: Site, slug: str | None = None) -> Iterable[Category]:
    """Every category with those below it; with a slug, only those that the answer about it needs."""
    made: dict[str, Category] = {}
    for own, name, description, faqs, parent, parent_name, count in await db.all(COUNTED_CATEGORIES, {"slug": slug}):
        made[own] = Category(
            slug=own,
            name=name,
            description=description,
            faqs=faqs,
            parent=parent and CategoryName(slug=parent, name=parent_name),
            listing_count=count,
            subcategories=[],
            url=f"{site.url}/categories/{own}",
        )
    for category in made.values():
        if category.parent is not None and category.parent.slug in made:
            made[category.parent.slug].subcategories.append(category)
    return made.values()


async def get_category_slugs(db: Connection) -> list[str]:
    return [slug for (slug,) in await db.all("select slug from category order by position, id")]


async def add_shipped_categories(db: Connection) -> int:
    """Add the categories that Showground comes with, unless there are any already; returns how many were added."""
    if await get_category_slugs(db):
        return 0
    text = (files("showground") / "catalog" / "categories.toml").read_text(encoding="utf-8")
    categories = tomllib.loads(text)["category"]
    await add_categories(db, categories)
    return len(categories)


async def add_categories(db: Connection, categories: Iterable[dict[str, Any]]) -> None:
    """Add categories in order; a parent stands before its subcategories."""
    for position, category in enumerate(categories):
        await db.execute(
            """
            insert into category (slug, name, description, faqs, parent_id, position, keywords, attributes)
            values (%(slug)s, %(name)s, %(description)s, %(faqs)s, (select id from category where slug = %(parent)s),
                %(position)s, %(keywords)s, %(attributes)s)
            """,
            {
                "slug": category["slug"],
                "name": category["name"],
                "description": category["description"],
                "faqs": Jsonb(category.get("faqs", [])),
                "parent": category.get("parent"),
                "position": position,
                "keywords": category.get("keywords", []),
                "attributes": Jsonb(category.get("attributes", [])),
            },
        )
    changes(db, "categories", "listing-counts")


async def find_slugs(db: Connection, beginning: str) -> set[str]:
    """Slugs by which listings go or went, public or not, that begin so."""
    rows = await db.all(
        "select slug from listing where starts_with(slug, %(beginning)s)"
        " union select slug from listing_former_slug where starts_with(slug, %(beginning)s)",
        {"beginning": beginning},
    )
    return {slug for (slug,) in rows}


async def suggest_slugs(db: Connection, wrong: str) -> str:
    """`Did you mean ...?` with the slugs of public listings that look most alike, of those that stand near it."""
    near = await db.all(
        """
        (select slug from public_profile where slug < %(slug)s order by slug desc limit %(most)s)
        union all (select slug from public_profile where slug > %(slug)s order by slug limit %(most)s)
        """,
        {"slug": wrong, "most": NEIGHBOURS},
    )
    return faults.suggest(wrong, [slug for (slug,) in near])
