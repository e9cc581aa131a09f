"""Fill an empty catalog with the categories that Showground comes with."""

import tomllib
from importlib.resources import files

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
    if await store.get_category_slugs(ctx.db):
        return CategoriesLoaded(count=0)
    text = (files("showground") / "catalog" / "categories.toml").read_text(encoding="utf-8")
    categories = tomllib.loads(text)["category"]
    await store.add_categories(ctx.db, categories)
    return CategoriesLoaded(count=len(categories))
