"""List all categories as a tree."""

from typing import Annotated

from pydantic import Field

from showground.categories.models import Category, CategoryTree
from showground.categories.queries import category_tree
from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, operation
from showground.core.calls.models import Input


class ListCategories(Input):
    include_empty: Annotated[
        bool, Field(description="Whether to include categories without live listings.", examples=[True])
    ] = True


@operation("GET /categories", scope=PUBLIC, cache_tags=("categories", "listing-counts"))
async def list_categories(ctx: Context, input: ListCategories) -> CategoryTree:
    """List all categories as a tree.

    Each category has its description, FAQs and number of live listings.
    """
    tree = await category_tree.get_tree(ctx.db, ctx.site)
    return CategoryTree(items=tree if input.include_empty else _without_empty(tree))


def _without_empty(categories: list[Category]) -> list[Category]:
    return [
        category.model_copy(update={"subcategories": _without_empty(category.subcategories)})
        for category in categories
        if category.listing_count
    ]
