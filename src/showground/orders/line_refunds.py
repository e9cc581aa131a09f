"""Automatic refunds of lines that cannot be done."""

from showground.core.calls.context import Context
from showground.orders import refund_effects, rules
from showground.orders.models import Vat
from showground.orders.queries import lines, payments, refunds
from showground.orders.queries.orders import LockedOrder
from showground.orders.refund_job import give_money_back


async def refund_lost_lines(ctx: Context, order: LockedOrder) -> None:
    """Refund the lines of a paid order whose listing the buyer may not act for any more; each once."""
    lost = await lines.find_without_access(ctx.db, order.id)
    if not lost:
        return
    paid = await payments.find_paid(ctx.db, order.id)
    amount = rules.price_with_tax(
        await lines.list_taxable(ctx.db, order.id, lost),
        await lines.list_taxable(ctx.db, order.id),
        Vat(**order.vat) if order.vat else None,
    )
    amount = min(amount, await refunds.sum_left(ctx.db, order.id)) if paid else 0
    if paid is None or amount <= 0:  # they cost nothing, or their money has gone back already
        closed = paid is None and not await lines.has_open_lines(ctx.db, order.id, lost)
        await refund_effects.reverse_order(ctx, order, 0, lost, closed=closed, reason="no_access")
        return
    refund = await refunds.add(ctx.db, paid, amount, "no_access", ctx.now, positions=lost)
    await give_money_back.enqueue(ctx.db, refund)
