"""Fill an empty catalog with the categories that Showground comes with."""

from pydantic import BaseModel

from showground.catalog import store
from showground.core.context import Context
from showground.core.operation import STAFF, Input, action


class LoadCategories(Input):
    """Nothing is asked for."""


class CategoriesLoaded(BaseModel):
    count: int


@action(scope=STAFF)
async def load_categories(ctx: Context, input: LoadCategories) -> CategoriesLoaded:  # noqa: ARG001
    """Add the categories that Showground comes with, unless there are any already."""
    return CategoriesLoaded(count=await store.add_shipped_categories(ctx.db))
