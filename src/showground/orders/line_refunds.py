"""What lines of an order cost, and automatic refunds of lines that cannot be done."""

from collections.abc import Collection

from showground.core.calls.context import Context
from showground.core.database.pool import Connection
from showground.orders import refund_effects, rules
from showground.orders.documents.queries import documents
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
    amount = await price_lines(ctx.db, order, lost)
    amount = min(amount, await refunds.sum_left(ctx.db, order.id)) if paid else 0
    if paid is None or amount <= 0:  # they cost nothing, or their money has gone back already
        closed = paid is None and not await lines.has_open_lines(ctx.db, order.id, lost)
        await refund_effects.reverse_order(ctx, order, 0, lost, closed=closed, reason="no_access")
        return
    refund = await refunds.add(ctx.db, paid, amount, "no_access", ctx.now, positions=lost)
    await give_money_back.enqueue(ctx.db, refund)


async def price_lines(db: Connection, order: LockedOrder, positions: Collection[int]) -> int:
    """What these lines cost with their tax. The shares of the invoice count: all lines together cost its total."""
    issued = await documents.read_all_of_order(db, order.id)
    invoice = next((each for each in reversed(issued) if each.kind != "credit_note"), None)
    chosen = [line for line in invoice.lines if line.position in positions] if invoice else []
    if len(chosen) == len(set(positions)) and all(line.tax_cents is not None for line in chosen):
        return sum(line.net_cents + (line.tax_cents or 0) for line in chosen)
    return rules.price_with_tax(  # an invoice of before version 0.2
        await lines.list_taxable(db, order.id, list(positions)),
        await lines.list_taxable(db, order.id),
        Vat(**order.vat) if order.vat else None,
    )
