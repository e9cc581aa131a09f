"""SQL that deletes old orders with everything that belongs to them."""

from typing import LiteralString

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
