"""SQL on categories, with the number of listings in each."""

import json
import tomllib
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files

from psycopg.rows import TupleRow
from psycopg.types.json import Jsonb

from showground.categories.errors import NoSuchCategory
from showground.categories.models import Category, CategoryTree, SiteCounts
from showground.core.calls import field_errors
from showground.core.calls.context import Site
from showground.core.database.pool import Connection, changes
from showground.core.database.shared_reader import QuickReader
from showground.core.languages import sentences
from showground.extraction.proposal import CategoryEntry
from showground.listings import CategoryName
from showground.search import category_slugs, public_counts

COUNTED_CATEGORIES = """
select c.slug, c.name, c.description, c.faqs::text, above.slug, above.name, coalesce(sum(t.n), 0)
from category c left join category above on above.id = c.parent_id
left join listing_tally t on t.category_id = c.id and t.status = 'live'
where %(slug)s::text is null or %(slug)s in (c.slug, above.slug)
group by c.id, above.id order by c.position, c.id
"""

COUNT_PUBLIC = f"select {public_counts.LIVE}, (select count(*) from category)"  # noqa: S608 - constants  # nosec B608


async def read_categories(db: Connection) -> list[CategoryEntry]:
    """Every category in order, each with the attributes of the one above and its own."""
    rows = await db.all(
        """
        select c.slug, c.name, above.name, c.keywords, coalesce(above.attributes, '[]') || c.attributes
        from category c left join category above on above.id = c.parent_id order by c.position, c.id
        """
    )
    return [CategoryEntry(*row) for row in rows]


async def read_described(db: Connection) -> list[tuple[str, str, list[str]]]:
    """Name, description and keywords of every category."""
    return await db.all("select name, description, keywords from category order by position, id")


async def count_public(db: QuickReader) -> SiteCounts:
    listings, categories = await db.one(COUNT_PUBLIC) or (0, 0)
    return SiteCounts(listings=listings, categories=categories)


async def get_encoded_tree(db: QuickReader, site: Site, *, include_empty: bool, faqs: bool) -> bytes:
    """The categories at the top, each with those below, as a CategoryTree in JSON.

    `include_empty`: also those without live listings. `faqs`: with the questions about each.
    """
    rows = await db.all(COUNTED_CATEGORIES, {"slug": None})
    return _encode_tree(tuple(rows), site.url, include_empty, faqs)


@lru_cache(8)
def _encode_tree(rows: tuple[TupleRow, ...], site_url: str, include_empty: bool, faqs: bool) -> bytes:
    """The rows seldom change, and encoding them takes ten times as long as comparing them."""
    tree = [category for category in _build_categories(rows, site_url) if category.parent is None]
    if not include_empty:
        tree = _without_empty(tree)
    return CategoryTree(items=tree if faqs else _without_faqs(tree)).model_dump_json().encode()


def _without_empty(categories: list[Category]) -> list[Category]:
    return [
        category.model_copy(update={"subcategories": _without_empty(category.subcategories)})
        for category in categories
        if category.listing_count
    ]


def _without_faqs(categories: list[Category]) -> list[Category]:
    return [
        category.model_copy(update={"faqs": [], "subcategories": _without_faqs(category.subcategories)})
        for category in categories
    ]


async def get_category(db: Connection, slug: str, site: Site) -> Category:
    """One category with those below it; of a slug that was merged into another category, that one."""
    found = await _find_category(db, slug, site)
    if found is None and (present := await category_slugs.find_present_slug(db, slug)):
        found = await _find_category(db, present, site)
    if found:
        return found
    hint = field_errors.suggest(slug, await category_slugs.get_category_slugs(db))
    raise NoSuchCategory(sentences(NoSuchCategory.sentence(), hint))


async def _find_category(db: Connection, slug: str, site: Site) -> Category | None:
    built = _build_categories(await db.all(COUNTED_CATEGORIES, {"slug": slug}), site.url)
    return next((category for category in built if category.slug == slug), None)


def _build_categories(rows: Iterable[TupleRow], site_url: str) -> Iterable[Category]:
    """The category of each row, with those below it."""
    made: dict[str, Category] = {}
    for own, name, description, faqs, parent, parent_name, count in rows:
        made[own] = Category(
            slug=own,
            name=name,
            description=description,
            faqs=json.loads(faqs),
            parent=parent and CategoryName(slug=parent, name=parent_name),
            listing_count=count,
            subcategories=[],
            url=f"{site_url}/categories/{own}",
        )
    for category in made.values():
        if category.parent is not None and category.parent.slug in made:
            made[category.parent.slug].subcategories.append(category)
    return made.values()


# One statement for all of them. Ids are drawn first, so that a subcategory can name its parent.
ADD_CATEGORIES = """
with numbered as materialized (
    select nextval(pg_get_serial_sequence('category', 'id')) as id, row_number() over () - 1 as position, given.*
    from jsonb_to_recordset(%s) as given (
        slug text, name text, description text, faqs jsonb, parent text, keywords text[], attributes jsonb)
)
insert into category (id, slug, name, description, faqs, parent_id, position, keywords, attributes)
    overriding system value
select n.id, n.slug, n.name, n.description, coalesce(n.faqs, '[]'),
    parent.id, n.position, coalesce(n.keywords, '{}'), coalesce(n.attributes, '[]')
from numbered n left join numbered parent on parent.slug = n.parent order by n.id
"""


async def add_shipped_categories(db: Connection, *, anyway: bool = False) -> int:
    """Add the categories that Showground comes with, unless there are any already; returns how many were added.

    Not if the operator chose to start without any, except with `anyway`.
    """
    if await category_slugs.get_category_slugs(db):
        return 0
    if not anyway and await db.one("select 1 from category_tree_choice where tree = 'empty'"):
        return 0
    text = (files("showground.categories") / "categories.toml").read_text(encoding="utf-8")
    categories = tomllib.loads(text)["category"]
    await db.execute(ADD_CATEGORIES, [Jsonb(categories)])
    changes(db, "categories", "listing-counts")
    return len(categories)
