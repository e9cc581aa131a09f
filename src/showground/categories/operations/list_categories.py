"""List all categories as a tree."""

from typing import Annotated

from pydantic import Field

from showground.categories.models import Category, CategoryTree
from showground.categories.queries import category_tree
from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, operation
from showground.core.calls.models import Detail, Input


class ListCategories(Input):
    include_empty: Annotated[
        bool, Field(description="Whether to include categories without live listings.", examples=[True])
    ] = True
    detail: Detail = "full"


@operation("GET /categories", scope=PUBLIC, cache_tags=("categories", "listing-counts"))
async def list_categories(ctx: Context, input: ListCategories) -> CategoryTree:
    """List all categories as a tree.

    Each category has its description, FAQs and number of live listings. Call it with `detail` brief unless you need
    the FAQs, which are then empty.
    """
    tree = await category_tree.get_tree(ctx.db, ctx.site)
    if not input.include_empty:
        tree = _without_empty(tree)
    return CategoryTree(items=_without_faqs(tree) if input.detail == "brief" else tree)


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
