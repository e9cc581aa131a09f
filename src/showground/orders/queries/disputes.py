"""Disputes: a buyer's bank wants money back; staff answer at the provider before a deadline."""

from datetime import datetime

from showground.core.calls.context import Context
from showground.core.data_model import DataModel
from showground.core.database.pool import Connection
from showground.orders.order_emails import mail_staff
from showground.orders.providers.interface import Event
from showground.orders.queries.payments import Payment


class Dispute(DataModel):
    """A dispute, and the order it is about."""

    reference: str
    number: str
    amount_cents: int
    reason: str
    state: str
    due_at: datetime | None
    opened_at: datetime
    closed_at: datetime | None


SELECT = """
select dispute.reference, purchase.number, dispute.amount_cents, dispute.reason, dispute.state, dispute.due_at,
    dispute.opened_at, dispute.closed_at
from dispute join purchase on purchase.id = dispute.purchase_id
"""


async def note(ctx: Context, event: Event, payment: Payment) -> None:
    """Store the state of a dispute. Staff are emailed when it opens and when it closes."""
    told = event.dispute
    if told is None:
        return
    closed_at = ctx.now if told.closed else None
    before = await ctx.db.one("select closed_at from dispute where reference = %s", (told.reference,))
    await ctx.db.execute(
        """
        insert into dispute (reference, payment_id, purchase_id, amount_cents, reason, state, due_at, opened_at,
            closed_at)
        values (%s, %s, %s, %s, %s, %s, %s, %s, %s)
        on conflict (reference) do update set
            state = case when dispute.closed_at is null or excluded.closed_at is not null then excluded.state
                else dispute.state end, -- what is told late opens nothing again
            due_at = coalesce(excluded.due_at, dispute.due_at),
            closed_at = coalesce(dispute.closed_at, excluded.closed_at)
        """,
        (
            told.reference,
            payment.id,
            payment.purchase_id,
            event.amount_cents or 0,
            told.reason,
            told.state,
            told.due_at,
            ctx.now,
            closed_at,
        ),
    )
    if before is None or (closed_at and before[0] is None):
        dispute = await ctx.db.one_as(Dispute, SELECT + "where dispute.reference = %s", (told.reference,))
        await mail_staff(ctx, "payment_disputed", dispute=dispute)


async def list_open(db: Connection) -> list[Dispute]:
    return await db.all_as(Dispute, SELECT + "where dispute.closed_at is null order by due_at nulls last, opened_at")


async def list_of_order(db: Connection, number: str) -> list[Dispute]:
    return await db.all_as(Dispute, SELECT + "where purchase.number = %s order by opened_at", (number,))
