"""Price an order without creating it."""

from showground.accounts import ORDERS_WRITE
from showground.core.calls.context import Context
from showground.core.calls.declare import operation
from showground.orders import quotes, vat_numbers
from showground.orders.models import OrderBody, OrderQuote
from showground.orders.next_steps import steps_after_quote
from showground.orders.seller import Shop
from showground.orders.vat_numbers import CheckedVatNumber
from showground.ownership import present_steps


@operation("POST /orders/quote", scope=ORDERS_WRITE, prepare=quotes.check_buyer, judge=quotes.judge)
async def quote_order(ctx: Context, input: OrderBody, checked: CheckedVatNumber) -> OrderQuote:
    """Price an order without creating it.

    Uses current prices and previews VAT. Nothing is saved or charged. Every option is validated as when ordering.
    Without `billing_country`, the total excludes VAT. If the person agrees with the price, call checkout_order.
    """
    await vat_numbers.store(ctx.db, checked)
    shop = ctx.services[Shop].for_orders(test=ctx.test)
    priced = await quotes.quote(ctx.db, input.items, ctx.account, checked, shop, now=ctx.now)
    return OrderQuote(**dict(priced), next_steps=present_steps(steps_after_quote(input), ctx.site))
