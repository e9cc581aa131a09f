"""Orders by the thousand with payments, refunds and documents, over several years: written by the database itself."""

from showground.core.database.pool import Connection

ORDERS = """
insert into purchase (number, status, created_at, expires_at, paid_at, net_cents, total_cents, billing)
select 'SG-' || n, 'paid', at - interval '5 minutes', at, at, 4900, 5880,
    jsonb_build_object('name', 'Buyer ' || n, 'country', (array['AT', 'DE', 'FR', 'US'])[n %% 4 + 1])
from (select n, timestamptz '2020-01-01' + n * interval '7 years' / %(count)s as at
    from generate_series(1, %(count)s) n) made;
"""
REST = (
    """
    insert into purchase_line (purchase_id, position, product, name, parts, listing_name, price_cents, fulfilled_at)
    select id, 0, 'launch', 'Launch', '{launch}', 'Listing ' || id, 4900, paid_at from purchase
    """,
    """
    insert into payment (purchase_id, provider, reference, url, amount_cents, currency, billing, billing_version, state,
        created_at, paid_at, test)
    select id, 'stripe', 'cs_' || id, '', 5880, 'USD', '{}', 1, 'paid', paid_at, paid_at, false from purchase
    """,
    """
    insert into refund (payment_id, purchase_id, amount_cents, reason, state, created_at, finished_at)
    select id, purchase_id, 120, 'staff', 'succeeded', paid_at, paid_at + interval '1 day' from payment where id % 5 = 0
    """,
    """
    insert into tax_document (number, kind, series, test, purchase_id, refund_id, refers_to, language, issued_at,
        issued_on, supplied_on, paid_on, buyer, buyer_country, buyer_place, currency, net_cents, vat_cents, total_cents,
        seller_currency, seller_vat_cents, document)
    select 'INV-' || p.id, 'invoice', 'invoice', false, p.id, null::bigint, null, 'en', paid_at, paid_at::date,
        paid_at::date, paid_at::date, billing->>'name', billing->>'country', billing->>'country', 'USD', 4900, 980,
        5880, 'EUR', 882, jsonb_build_object('seller', jsonb_build_object('country', 'DE'), 'lines', jsonb_build_array(
            jsonb_build_object('position', 0, 'name', 'Launch', 'net_cents', 4900)),
            'more', repeat(md5(p.id::text), 40))
    from purchase p
    """,
    """
    insert into tax_document (number, kind, series, test, purchase_id, refund_id, refers_to, language, issued_at,
        issued_on, supplied_on, paid_on, buyer, buyer_country, buyer_place, currency, net_cents, vat_cents, total_cents,
        seller_currency, seller_vat_cents, document)
    select 'CN-' || refund.id, 'credit_note', 'credit_note', false, doc.purchase_id, refund.id, doc.number, 'en',
        finished_at, finished_at::date, supplied_on, finished_at::date, buyer, buyer_country, buyer_place, 'USD', -100,
        -20, -120, 'EUR', -18, jsonb_build_object('seller', jsonb_build_object('country', 'DE'), 'lines',
            jsonb_build_array(jsonb_build_object('name', 'Partial refund', 'net_cents', 100)))
    from refund join tax_document doc on doc.purchase_id = refund.purchase_id
    """,
    """
    insert into tax_document_part (number, position, kind, tax, rule, rate, rate_of, net_cents, tax_cents,
        seller_net_cents, seller_tax_cents)
    select number, 0, 'standard', 'VAT', 'Article 58', 20, 'AT', net_cents, vat_cents, net_cents * 9 / 10,
        seller_vat_cents
    from tax_document
    """,
)
TABLES = ("purchase", "purchase_line", "payment", "refund", "tax_document", "tax_document_part")


async def add_many_orders(db: Connection, count: int) -> None:
    await db.take_time()
    await db.execute(ORDERS, {"count": count})
    for statement in REST:
        await db.execute(statement)


async def count_rows(db: Connection) -> None:
    """Have the planner know how many rows there are, as a site's autovacuum does."""
    for table in TABLES:
        await db.execute(f"vacuum analyze {table}")
