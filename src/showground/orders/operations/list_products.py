"""List what can be bought."""

from showground.core.context import Context
from showground.core.operation import PUBLIC, Input, operation
from showground.orders import store
from showground.orders.models import Products


class ListProducts(Input):
    """Nothing is asked for."""


@operation("GET /products", scope=PUBLIC, snapshot=True, cache_tags=("products", "launches", "listing-counts"))
async def list_products(ctx: Context, input: ListProducts) -> Products:  # noqa: ARG001
    """List everything that can be bought, at the current prices in USD cents without VAT.

    An order takes the weeks, options and least amounts that are shown here, and no others.
    """
    return Products(items=await store.get_products(ctx.db, ctx.now))
