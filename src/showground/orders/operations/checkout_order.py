"""Build an order and its checkout link."""

from showground.accounts import ORDERS_WRITE
from showground.core.calls.context import Context
from showground.core.calls.declare import operation
from showground.orders import quotes, vat_numbers
from showground.orders.models import Order, OrderBody
from showground.orders.queries import customer_orders
from showground.orders.seller import Shop
from showground.orders.vat_numbers import CheckedVatNumber


@operation("POST /orders/checkout", scope=ORDERS_WRITE, status=201, idempotent=True, prepare=quotes.check_buyer)
async def checkout_order(ctx: Context, input: OrderBody, checked: CheckedVatNumber) -> Order:
    """Build an order. Its `checkout_url` is a page where a person reviews it, enters billing details and pays.

    Give the link to the person; never ask for card details. Nothing is charged before they pay there. An order that
    is not paid within 7 days expires. It keeps the prices of now, and its VAT follows the billing details.
    """
    await vat_numbers.keep(ctx.db, checked)
    shop = ctx.services[Shop]
    quote = await quotes.quote(ctx.db, input.items, ctx.account, checked, shop, now=ctx.now)
    number = await customer_orders.add(ctx.db, ctx.account, quote, input.vat_number, shop.order_prefix, ctx.now)
    return await customer_orders.get(ctx.db, number, ctx.account, shop=shop, site=ctx.site, now=ctx.now)
