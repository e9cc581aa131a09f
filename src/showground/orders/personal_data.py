"""What is kept of a person here: their orders. What was never paid is let go of; the books are kept as the law asks."""

from typing import Any

from showground.accounts import rows_of
from showground.core.calls.context import Context
from showground.core.database.pool import Connection
from showground.orders import checkout
from showground.orders.queries import orders


async def export_orders(db: Connection, account: int) -> list[dict[str, Any]]:
    return await rows_of(
        db,
        account,
        """
        select number, status, created_at, paid_at, closed_at, currency, net_cents, vat, vat_number, total_cents,
            billing, tax_evidence, withdrawal_consent, refund,
            array(
                select to_jsonb(line) - 'purchase_id' - 'parts' - 'done' from purchase_line line
                where line.purchase_id = purchase.id order by position
            ) as lines,
            array(
                select to_jsonb(payment) - 'purchase_id' - 'url' from payment
                where payment.purchase_id = purchase.id order by payment.id
            ) as payments,
            array(
                select to_jsonb(refund) - 'purchase_id' - 'payment_id' - 'requested_by' from refund
                where refund.purchase_id = purchase.id order by refund.id
            ) as refunds,
            array(
                select jsonb_build_object('number', tax_document.number, 'issued_at', issued_at, 'document', document)
                from tax_document where tax_document.purchase_id = purchase.id order by tax_document.id
            ) as documents
        from purchase where account_id = %(account)s order by id
        """,
    )


async def forget_orders(ctx: Context) -> None:
    """Cancel what waits to be paid, and take out who wanted to buy it.

    A paid order, its payments and its invoice stay, with nothing that leads to an account. So does one whose payment
    is on its way: an invoice follows it.
    """
    db, account = ctx.db, ctx.account
    waiting = await db.all(
        """
        select id from purchase where account_id = %s and status = 'pending'
        and not exists (select from payment where purchase_id = purchase.id and state = 'processing')
        order by id for update
        """,
        (account,),
    )
    for (purchase,) in waiting:
        await orders.mark_closed(db, purchase, "cancelled", ctx.now)
        await checkout.close_pages(ctx, purchase)
    await db.execute(
        """
        with unpaid as (
            update purchase set billing = null, vat_number = null, tax_evidence = null,
                withdrawal_consent = null
            where account_id = %s and status in ('expired', 'cancelled') and paid_at is null returning id
        )
        update payment set billing = '{}' from unpaid where purchase_id = unpaid.id
        """,
        (account,),
    )
