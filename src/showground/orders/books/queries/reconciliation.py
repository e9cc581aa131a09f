"""SQL that compares payments with orders, refunds and documents."""

from datetime import datetime, timedelta
from typing import Any

from psycopg import sql

from showground.core.database.pool import Connection
from showground.orders.books.models import BooksDifference, MoneySum
from showground.orders.books.periods import Period

MAX_DIFFERENCES = 200
PAYMENT_PATIENCE, REFUND_PATIENCE = timedelta(days=7), timedelta(days=3)

# Money of the period. A payment stores the amount that was requested. If a different amount arrived, the payment was
# refunded as surplus, and the refund has the real amount.
MONEY = sql.SQL(
    """
    with came as (
        select id, purchase_id, paid_at, state, surplus, case when surplus then coalesce((
            select amount_cents from refund where payment_id = payment.id and reason = 'surplus' order by id limit 1
        ), amount_cents) else amount_cents end as cents
        from payment
        where paid_at >= %(from)s and paid_at < %(until)s and state in ('paid', 'refunded')
        and coalesce(test, provider = 'sandbox') = %(test)s
    ), back as (
        select refund.*, payment.surplus, payment.state as payment_state,
            coalesce(refund.finished_at, refund.created_at) as at
        from refund join payment on payment.id = refund.payment_id
        where coalesce(refund.finished_at, refund.created_at) >= %(from)s
        and coalesce(refund.finished_at, refund.created_at) < %(until)s
        and coalesce(payment.test, payment.provider = 'sandbox') = %(test)s
    )
    """
)
SUMS = MONEY + sql.SQL(
    """
    select date_trunc('month', paid_at at time zone 'UTC')::date as month,
        case when surplus then 'surplus_taken' else 'taken' end as what, sum(cents)::bigint as cents
    from came group by 1, 2
    union all
    select date_trunc('month', at at time zone 'UTC')::date,
        case when surplus then 'surplus_refunded' else 'refunded' end, sum(amount_cents)::bigint
    from back where state = 'succeeded' group by 1, 2
    union all
    select date_trunc('month', at at time zone 'UTC')::date, 'corrections_refunded', sum(amount_cents)::bigint
    from back where state = 'succeeded' and correction group by 1
    union all
    select date_trunc('month', refund.created_at at time zone 'UTC')::date, 'corrections',
        sum(refund.amount_cents)::bigint
    from refund join payment on payment.id = payment_id
    where correction and refund.state <> 'failed' and refund.created_at >= %(from)s and refund.created_at < %(until)s
        and coalesce(payment.test, payment.provider = 'sandbox') = %(test)s group by 1
    union all
    select date_trunc('month', issued_on)::date, 'documents', sum(total_cents)::bigint from tax_document
    where issued_on >= %(first)s and issued_on < %(last)s and test = %(test)s group by 1
    union all
    select date_trunc('month', paid_at at time zone 'UTC')::date, 'owed', sum(owed)::bigint from (
        select paid_at, case when surplus
            then cents - (
                select coalesce(sum(amount_cents), 0) from refund where payment_id = came.id and state = 'succeeded')
            else (
                select coalesce(sum(amount_cents), 0) from refund where payment_id = came.id and (
                    state in ('requested', 'pending')
                    or (state = 'failed' and handled_at is null and came.state <> 'refunded')))
            end as owed
        from came
    ) each where owed > 0 group by 1
    """
)
OF_ORDERS = sql.SQL(
    """
    with bought as (
        select id, number, status, paid_at, closed_at, total_cents from purchase
        where status in ('paid', 'refunded') and paid_at >= %(from)s and paid_at < %(until)s and %(test)s = (
            exists (select from payment where purchase_id = purchase.id and coalesce(test, provider = 'sandbox'))
            or exists (select from tax_document where purchase_id = purchase.id and test))
    ), own as (
        select payment.id, purchase_id, payment.amount_cents from payment join bought on bought.id = purchase_id
        where state in ('paid', 'refunded') and not surplus
    ), doc as (
        select tax_document.* from tax_document join bought on bought.id = purchase_id
    ), stated as (
        select purchase_id, sum(total_cents) as cents, max(total_cents) filter (where kind = 'invoice') as invoiced
        from doc group by 1
    ), back as (
        select payment_id, sum(refund.amount_cents) as cents from refund join own on own.id = payment_id
        where state = 'succeeded' or (correction and state in ('requested', 'pending')) group by 1
    ), balance as (
        -- Orders with one payment: money kept, less tax about to be refunded, less the total of the documents.
        select purchase_id, sum(own.amount_cents - coalesce(back.cents, 0)) - stated.cents as cents
        from own join stated using (purchase_id) left join back on payment_id = own.id
        group by purchase_id, stated.cents, invoiced having count(*) = 1 and sum(own.amount_cents) = invoiced
    )
    select 'paid_without_payment' as kind, number, 'The order is paid but has no payment.' as about, paid_at as at,
        total_cents as amount_cents
    from bought where total_cents > 0 and not exists (select from own where purchase_id = bought.id)
    union all
    select 'paid_without_invoice', number, 'The order is paid but has no invoice.', paid_at, total_cents
    from bought where not exists (select from doc where purchase_id = bought.id)
    union all
    select 'paid_twice', number, 'The order was paid ' || count(*) || ' times.', paid_at,
        (sum(own.amount_cents) - min(own.amount_cents))::bigint
    from bought join own on purchase_id = bought.id group by number, paid_at having count(*) > 1
    union all
    select 'amount_differs', bought.number, 'The payment and invoice ' || doc.number || ' have different totals.',
        paid_at, own.amount_cents - doc.total_cents
    from bought join own on own.purchase_id = bought.id join doc on doc.purchase_id = bought.id and doc.kind = 'invoice'
    where own.amount_cents <> doc.total_cents
    union all
    select 'refund_without_credit_note', number, 'More was refunded than the credit notes state.', paid_at,
        (-balance.cents)::bigint
    from bought join balance on purchase_id = bought.id where balance.cents < 0
    union all
    select 'credit_note_without_refund', number, 'The credit notes state more than was refunded.', paid_at,
        balance.cents::bigint
    from bought join balance on purchase_id = bought.id where balance.cents > 0
    union all
    select 'refund_not_recorded', number, 'The order was refunded by an earlier version, which recorded no refund.',
        coalesce(closed_at, paid_at), own.amount_cents
    from bought join own on own.purchase_id = bought.id
    where status = 'refunded' and not exists (select from refund where payment_id = own.id)
    order by at, number limit %(most)s
    """
)
OF_PAYMENTS = MONEY + sql.SQL(
    """
    select 'payment_without_order' as kind, number, 'A payment arrived, but the order is ' || status || '.' as about,
        came.paid_at as at, cents as amount_cents
    from came join purchase on purchase.id = purchase_id
    where not surplus and status not in ('paid', 'refunded')
    union all
    select 'surplus_kept', number, 'A payment arrived that the order did not need, and no refund is in progress.',
        came.paid_at, cents
    from came join purchase on purchase.id = purchase_id
    where surplus and state = 'paid' and not exists (
        select from refund where payment_id = came.id and state <> 'failed')
    union all
    select 'refund_failed', number, 'A refund failed: ' || coalesce(replace(problem, '_', ' '), 'no reason given')
        || '.', at, amount_cents
    from back join purchase on purchase.id = purchase_id
    where state = 'failed' and handled_at is null and payment_state <> 'refunded'
    union all
    select 'refund_pending', number, 'A refund has been pending for days.', at, amount_cents
    from back join purchase on purchase.id = purchase_id
    where state in ('requested', 'pending') and at < %(refund_patience)s
    union all
    select 'payment_pending', number, 'A payment has been processing for days.', payment.created_at, amount_cents
    from payment join purchase on purchase.id = purchase_id
    where state = 'processing' and payment.created_at >= %(from)s
        and payment.created_at < least(%(until)s, %(payment_patience)s)
        and coalesce(test, provider = 'sandbox') = %(test)s
    union all
    select 'dispute_lost', number, 'A dispute was lost: the bank took the money back.',
        coalesce(dispute.closed_at, opened_at), dispute.amount_cents
    from dispute join payment on payment.id = payment_id join purchase on purchase.id = dispute.purchase_id
    where dispute.state = 'lost' and coalesce(dispute.closed_at, opened_at) >= %(from)s
        and coalesce(dispute.closed_at, opened_at) < %(until)s
        and coalesce(payment.test, payment.provider = 'sandbox') = %(test)s
    union all
    select 'event_without_order', number, problem, received_at, coalesce(amount_cents, 0)
    from payment_event
    where problem is not null and handled_at is null and received_at >= %(from)s and received_at < %(until)s
        and (provider = 'sandbox') = %(test)s
    order by at, number limit %(most)s
    """
)


async def sum_money(db: Connection, period: Period, *, test: bool) -> list[MoneySum]:
    """Money by month: received, refunded, documented and owed."""
    return await db.all_as(MoneySum, SUMS, _values(period, test))


async def find_differences(db: Connection, period: Period, now: datetime, *, test: bool) -> list[BooksDifference]:
    """Differences, oldest first. One more than are shown, so that callers can tell whether there are more."""
    values = _values(period, test) | {
        "refund_patience": now - REFUND_PATIENCE,
        "payment_patience": now - PAYMENT_PATIENCE,
        "most": MAX_DIFFERENCES + 1,
    }
    found = [each for query in (OF_ORDERS, OF_PAYMENTS) for each in await db.all_as(BooksDifference, query, values)]
    return sorted(found, key=lambda each: (each.at, each.number or "", each.kind))[: MAX_DIFFERENCES + 1]


def _values(period: Period, test: bool) -> dict[str, Any]:
    return {
        "from": period.begins_at,
        "until": period.ends_at,
        "first": period.first,
        "last": period.until,
        "test": test,
    }
