"""The names of categories that orders and versions store by their slugs."""

from showground.categories import category_text
from showground.categories.operations.list_categories import ListCategories, list_categories
from showground.surfaces.web.visit import Visit


async def name_categories(visit: Visit) -> dict[str, str]:
    """Every category's name in the reader's language, by slug. A category that was deleted since is missing."""
    tree = await visit.ask(list_categories, ListCategories(detail="brief"))
    every = [category for top in tree.items for category in (top, *top.subcategories)]
    return {category.slug: category_text(category.name) for category in every}
