"""Price an order without making it."""

from showground.accounts import ORDERS_WRITE
from showground.core.context import Context
from showground.core.operation import operation
from showground.orders import quoting, vat_numbers
from showground.orders.models import OrderBody, Quote
from showground.orders.shop import Shop
from showground.orders.vat_numbers import Checked


@operation("POST /orders/quote", scope=ORDERS_WRITE, prepare=quoting.check_buyer)
async def quote_order(ctx: Context, input: OrderBody, checked: Checked) -> Quote:
    """Price an order at the current prices, with a preview of the VAT. Nothing is saved and nothing is charged.

    Every option is checked as checkout_order does. Without `billing_country` the total is without VAT.
    """
    await vat_numbers.keep(ctx.db, checked)
    shop = ctx.equipment[Shop]
    return await quoting.quote(ctx.db, input.items, ctx.account, checked, shop, now=ctx.now)
