"""List all products."""

from showground.core.calls.context import Context
from showground.core.calls.declare import PUBLIC, operation
from showground.orders.product_models import Products
from showground.orders.queries import products
from showground.orders.seller import Shop


@operation("GET /products", scope=PUBLIC, snapshot=True, cache_tags=("products", "launches", "listing-counts"))
async def list_products(ctx: Context) -> Products:
    """List products and current prices.

    Prices are in USD cents, excluding VAT. Orders accept only the weeks, options and minimum amounts shown here.
    """
    undecided = ctx.services[Shop].test_mode
    return Products(items=await products.get_products(ctx.db, ctx.now, undecided=undecided))
