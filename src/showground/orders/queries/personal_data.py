"""SQL on orders as personal data: what an export contains, and what is deleted with an account."""

from typing import Any

from showground.accounts import rows_of
from showground.core.database.pool import Connection


async def export_orders(db: Connection, account: int) -> list[dict[str, Any]]:
    return await rows_of(
        db,
        account,
        """
        select number, status, created_at, paid_at, closed_at, currency, net_cents, vat, vat_number, total_cents,
            coupon, discount_cents, billing, typed_billing, tax_evidence, withdrawal_consent, refund,
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


async def lock_unpaid(db: Connection, account: int) -> list[int]:
    """Lock and return the account's orders that wait to be paid, without those whose payment is on its way."""
    rows = await db.all(
        """
        select id from purchase where account_id = %s and status = 'pending'
        and not exists (select from payment where purchase_id = purchase.id and state = 'processing')
        order by id for update
        """,
        (account,),
    )
    return [number for (number,) in rows]


async def erase_buyer_of_unpaid(db: Connection, account: int) -> None:
    """Delete who wanted to buy from the account's orders that were never paid."""
    await db.execute(
        """
        with unpaid as (
            update purchase set billing = null, vat_number = null, tax_evidence = null,
                withdrawal_consent = null, typed_billing = null
            where account_id = %s and status in ('expired', 'cancelled') and paid_at is null returning id
        )
        update payment set billing = '{}' from unpaid where purchase_id = unpaid.id
        """,
        (account,),
    )
