"""SQL on categories, with the number of listings in each."""

import tomllib
from collections.abc import Iterable
from importlib.resources import files
from typing import Any

from psycopg import sql
from psycopg.types.json import Jsonb

from showground.categories.errors import NoSuchCategory
from showground.categories.models import Category, SiteCounts
from showground.core.calls import field_errors
from showground.core.calls.context import Site
from showground.core.database.pool import Connection, changes
from showground.extraction.proposal import CategoryEntry
from showground.listings import CategoryName
from showground.search import category_slugs, public_counts

COUNTED_CATEGORIES = """
select c.slug, c.name, c.description, c.faqs, above.slug, above.name, coalesce(sum(t.n), 0)
from category c left join category above on above.id = c.parent_id
left join listing_tally t on t.category_id = c.id and t.status = 'live'
where %(slug)s::text is null or %(slug)s in (c.slug, above.slug)
group by c.id, above.id order by c.position, c.id
"""

COUNT_PUBLIC = sql.SQL("select {}, (select count(*) from category)").format(sql.SQL(public_counts.LIVE))


async def read_categories(db: Connection) -> list[CategoryEntry]:
    """Every category in order, each with the attributes of the one above and its own."""
    rows = await db.all(
        """
        select c.slug, c.name, above.name, c.keywords, coalesce(above.attributes, '[]') || c.attributes
        from category c left join category above on above.id = c.parent_id order by c.position, c.id
        """
    )
    return [CategoryEntry(*row) for row in rows]


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
    hint = field_errors.suggest(slug, await category_slugs.get_category_slugs(db))
    raise NoSuchCategory(f"{NoSuchCategory.sentence()} {hint}".rstrip())


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


async def add_shipped_categories(db: Connection) -> int:
    """Add the categories that Showground comes with, unless there are any already; returns how many were added."""
    if await category_slugs.get_category_slugs(db):
        return 0
    text = (files("showground.categories") / "categories.toml").read_text(encoding="utf-8")
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
