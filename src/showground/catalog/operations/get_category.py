"""Show one category and its live listings."""

from typing import Annotated

from pydantic import Field

from showground.catalog import store
from showground.catalog.directory_models import CategoryPage
from showground.catalog.failures import NoSuchCategory
from showground.catalog.models import SLUG
from showground.catalog.search import finding
from showground.catalog.search.filters import Search
from showground.core.context import Context
from showground.core.operation import PUBLIC, Encoded, operation
from showground.core.paging import Paged


class GetCategory(Paged):
    slug: Annotated[str, Field(pattern=SLUG, description="The name in addresses.", examples=["databases"])]


@operation(
    "GET /categories/{slug}",
    scope=PUBLIC,
    snapshot=True,
    cache_tags=("categories", "listing-counts", "listings"),
    failures=(NoSuchCategory,),
)
async def get_category(ctx: Context, input: GetCategory) -> Encoded[CategoryPage]:
    """Show one category: its description, subcategories, and live listings including theirs, the most voted first."""
    category = await store.get_category(ctx.db, input.slug, ctx.site)
    wanted = Search(category=input.slug, sort="votes", page=input.page, per_page=input.per_page)
    page = (await finding.find(ctx.db, wanted)).page(wanted, ctx.site)
    return Encoded(category.model_dump_json().encode()[:-1] + b"," + page.json[1:])
