"""How long books are kept: orders with their documents, payments, refunds and evidence, also of deleted accounts.

The time runs from the end of the year in which the last of them happened, as tax laws count it. What belongs to one
order goes together: a credit note keeps its invoice.
"""

from datetime import timedelta
from typing import LiteralString

from showground.core.retention import RetentionRule

USUAL_YEARS = 10
# All tables at once, in one statement: none of them refers to a row that is gone when it ends.
ERASE_ORDERS: LiteralString = """
with limits as (
    select date_trunc('year', %(before)s at time zone 'UTC') as first
), gone as (
    select purchase.id from purchase, limits
    where status <> 'pending' and coalesce(paid_at, created_at) < first at time zone 'UTC'
        and coalesce(closed_at, created_at) < first at time zone 'UTC'
        and not exists (select from tax_document where purchase_id = purchase.id and issued_on >= first::date)
        and not exists (select from payment where purchase_id = purchase.id and paid_at >= first at time zone 'UTC')
        and not exists (select from refund where purchase_id = purchase.id
            and coalesce(finished_at, created_at) >= first at time zone 'UTC')
        and not exists (select from dispute where purchase_id = purchase.id
            and coalesce(closed_at, 'infinity') >= first at time zone 'UTC')
    limit %(most)s
), parts as (
    delete from tax_document_part using tax_document, gone
    where tax_document_part.number = tax_document.number and purchase_id = gone.id
), documents as (
    delete from tax_document using gone where purchase_id = gone.id
), invoices as (
    delete from invoice using gone where purchase_id = gone.id
), disputes as (
    delete from dispute using gone where purchase_id = gone.id
), refunds as (
    delete from refund using gone where purchase_id = gone.id
)
delete from purchase using gone where purchase.id = gone.id
"""


def lasting(years: int) -> timedelta:
    """At least so many years, leap days included: a day too long rather than too short."""
    return timedelta(days=365 * years + years // 4 + 1)


TIME = f"{USUAL_YEARS} years"
SINCE = "the end of the year they are from; change this with SHOWGROUND_BOOKS_YEARS"
BOOKS = (
    RetentionRule(
        what="Orders with their documents, payments, refunds, disputes and tax evidence, including those of deleted"
        " accounts",
        table="purchase",
        life=lasting(USUAL_YEARS),
        since=SINCE,
        time=TIME,
        statement=ERASE_ORDERS,
    ),
    RetentionRule(
        what="Events from payment providers",
        table="payment_event",
        ended="received_at < date_trunc('year', %(before)s at time zone 'UTC') at time zone 'UTC'",
        life=lasting(USUAL_YEARS),
        since=SINCE,
        time=TIME,
    ),
)
