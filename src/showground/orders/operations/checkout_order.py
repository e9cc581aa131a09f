"""Create an order with a checkout link."""

from showground.accounts import ORDERS_WRITE
from showground.core.calls.context import Context
from showground.core.calls.declare import operation
from showground.orders import quotes, vat_numbers
from showground.orders.models import Order, OrderBody
from showground.orders.queries import customer_orders
from showground.orders.seller import Shop
from showground.orders.vat_numbers import CheckedVatNumber


@operation(
    "POST /orders/checkout",
    scope=ORDERS_WRITE,
    status=201,
    idempotent=True,
    prepare=quotes.check_buyer,
    judge=quotes.judge,
    location="/orders/{number}",
)
async def checkout_order(ctx: Context, input: OrderBody, checked: CheckedVatNumber) -> Order:
    """Create an order and get its checkout link.

    `checkout_url` is a secure page where a person reviews the order, enters billing details and pays. Give the link to
    the person; never ask for card details. Nothing is charged until they pay there; get_order says whether they have
    paid. The order keeps today's prices, and VAT depends on the billing details. cancel_order cancels it, and unpaid
    orders expire after 7 days; `pending_orders` lists those with the same items. Orders made with a test key
    (`sg_test_…`) move no money and have no effect.
    """
    await vat_numbers.store(ctx.db, checked)
    shop = ctx.services[Shop].for_orders(test=ctx.test)
    quote = await quotes.quote(ctx.db, input.items, ctx.account, checked, shop, now=ctx.now)
    number = await customer_orders.add(ctx.db, ctx.account, quote, input.vat_number, shop, ctx.now, test=ctx.test)
    return await customer_orders.get(ctx.db, number, ctx.account, shop=shop, site=ctx.site, now=ctx.now)
