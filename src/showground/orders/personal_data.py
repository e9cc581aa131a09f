"""Orders as personal data. Unpaid orders are anonymized; the books are retained as the law requires."""

from showground.core.calls.context import Context
from showground.orders import checkout
from showground.orders.queries import orders, personal_data, withdrawals


async def forget_orders(ctx: Context) -> None:
    """Cancel what waits to be paid, and take out who wanted to buy it.

    A paid order, its payments and its invoice stay, with nothing that leads to an account. So does one whose payment
    is on its way: an invoice follows it.
    """
    for order_id in await personal_data.lock_unpaid(ctx.db, ctx.account):
        await orders.mark_closed(ctx.db, order_id, "cancelled", ctx.now)
        await checkout.close_pages(ctx, order_id)
    await personal_data.erase_buyer_of_unpaid(ctx.db, ctx.account)


async def forget_withdrawals(ctx: Context) -> None:
    """Delete withdrawal statements that staff have answered and that concern no paid order.

    The others stay for three years: as evidence, or because nobody has looked yet which order is meant.
    """
    await withdrawals.erase_unrelated(ctx.db, ctx.account)
