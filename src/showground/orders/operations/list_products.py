"""List what can be bought."""

from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, operation
from showground.orders.models import Products
from showground.orders.queries import products


@operation("GET /products", scope=PUBLIC, snapshot=True, cache_tags=("products", "launches", "listing-counts"))
async def list_products(ctx: Context) -> Products:
    """List everything that can be bought, at the current prices in USD cents without VAT.

    An order takes the weeks, options and least amounts that are shown here, and no others.
    """
    return Products(items=await products.get_products(ctx.db, ctx.now))
