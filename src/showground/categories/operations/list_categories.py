"""List all categories as a tree."""

from typing import Annotated

from pydantic import Field

from showground.categories.models import CategoryTree
from showground.categories.queries import category_tree
from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, operation
from showground.core.calls.models import Detail, Encoded, Input


class ListCategories(Input):
    include_empty: Annotated[
        bool, Field(description="Whether to include categories without live listings.", examples=[True])
    ] = True
    detail: Detail = "full"


@operation("GET /categories", scope=PUBLIC, quick=True, cache_tags=("categories", "listing-counts"))
async def list_categories(ctx: Context, input: ListCategories) -> Encoded[CategoryTree]:
    """List all categories as a tree.

    Each has its description, FAQs and number of live listings. Use `detail` brief unless you need the FAQs, which are
    then empty.
    """
    full = input.detail == "full"
    return Encoded(await category_tree.get_encoded_tree(ctx.db, ctx.site, include_empty=input.include_empty, faqs=full))
