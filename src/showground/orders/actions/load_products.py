"""Fill an empty shop with the products that Showground comes with."""

from pydantic import BaseModel

from showground.core.context import Context
from showground.core.operation import STAFF, Input, action
from showground.orders import store


class LoadProducts(Input):
    """Nothing is asked for."""


class ProductsLoaded(BaseModel):
    count: int


@action(scope=STAFF)
async def load_products(ctx: Context, input: LoadProducts) -> ProductsLoaded:  # noqa: ARG001
    """Add the products that Showground comes with, unless there are any already."""
    return ProductsLoaded(count=await store.add_shipped_products(ctx.db))
