"""Get one category with its live listings."""

from typing import Annotated

from pydantic import Field

from showground.categories.errors import NoSuchCategory
from showground.categories.models import CategoryPage
from showground.categories.queries import category_tree
from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, operation
from showground.core.calls.models import Encoded
from showground.core.calls.paging import Paged
from showground.listings import SLUG, public_profiles
from showground.search import Search, results


class GetCategory(Paged):
    slug: Annotated[str, Field(pattern=SLUG, description="The category's slug.", examples=["databases"])]


@operation(
    "GET /categories/{slug}",
    scope=PUBLIC,
    snapshot=True,
    cache_tags=("categories", "listing-counts", "listings"),
    errors=(NoSuchCategory,),
)
async def get_category(ctx: Context, input: GetCategory) -> Encoded[CategoryPage]:
    """Get a category and its live listings.

    The listings include those of subcategories, most voted first.
    """
    category = await category_tree.get_category(ctx.db, input.slug, ctx.site)
    wanted = Search(category=category.slug, sort="votes", page=input.page, per_page=input.per_page)
    found = await results.find(ctx.db, wanted)
    page = public_profiles.encode_page(
        found.summaries, page=input.page, per_page=input.per_page, total=found.total, site=ctx.site
    )
    return Encoded(category.model_dump_json().encode()[:-1] + b"," + page.json[1:])
