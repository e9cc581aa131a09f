"""Build an order and its checkout link."""

from showground.accounts import ORDERS_WRITE
from showground.core.context import Context
from showground.core.operation import operation
from showground.orders import purchases, quoting, vat_numbers
from showground.orders.models import Order, OrderBody
from showground.orders.shop import Shop
from showground.orders.vat_numbers import Checked


@operation("POST /orders/checkout", scope=ORDERS_WRITE, status=201, idempotent=True, prepare=quoting.check_buyer)
async def checkout_order(ctx: Context, input: OrderBody, checked: Checked) -> Order:
    """Build an order. Its `checkout_url` is a page where a person reviews it, enters billing details and pays.

    Give the link to the person; never ask for card details. Nothing is charged before they pay there. An order that
    is not paid within 7 days expires. It keeps the prices of now, and its VAT follows the billing details.
    """
    await vat_numbers.keep(ctx.db, checked)
    shop = ctx.equipment[Shop]
    quote = await quoting.quote(ctx.db, input.items, ctx.account, checked, shop, now=ctx.now)
    number = await purchases.add(ctx.db, ctx.account, quote, input.vat_number, shop.order_prefix, ctx.now)
    return await purchases.get(ctx.db, number, ctx.account, shop=shop, site=ctx.site, now=ctx.now)
