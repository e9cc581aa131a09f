"""SQL that adds up documents for reports."""

from datetime import timedelta

from showground.core.database.pool import Connection
from showground.orders.books.models import CouponSum, EuroRate, IncomeSum, ProductSum, TaxSum
from showground.orders.books.periods import Period


async def sum_taxes(db: Connection, period: Period, *, test: bool) -> list[TaxSum]:
    """The parts of documents issued in a period, grouped by tax treatment."""
    return await db.all_as(
        TaxSum,
        """
        select doc.document->'seller'->>'country' as seller_country,
            date_trunc('quarter', doc.supplied_on)::date as supplied, doc.buyer_country,
            case when part.kind = 'reverse_charge' then doc.buyer_vat_number end as buyer_vat_number,
            part.kind as treatment, part.tax, part.rate, part.rate_of, doc.currency,
            sum(part.net_cents)::bigint as net_cents, sum(part.tax_cents)::bigint as tax_cents, doc.seller_currency,
            case when bool_and(part.seller_net_cents is not null) then sum(part.seller_net_cents)::bigint end
                as seller_net_cents,
            case when bool_and(part.seller_tax_cents is not null) then sum(part.seller_tax_cents)::bigint end
                as seller_tax_cents
        from tax_document doc join tax_document_part part on part.number = doc.number
        where doc.issued_on >= %(first)s and doc.issued_on < %(until)s and doc.test = %(test)s
        group by 1, 2, 3, 4, part.kind, part.tax, part.rate, part.rate_of, doc.currency, doc.seller_currency
        """,
        {"first": period.first, "until": period.until, "test": test},
    )


async def sum_income(db: Connection, period: Period, *, test: bool) -> list[IncomeSum]:
    """Invoices and credit notes of each month of a period."""
    return await db.all_as(
        IncomeSum,
        """
        select date_trunc('month', doc.issued_on)::date as month, doc.kind = 'credit_note' as credit,
            count(*) as count, doc.currency, sum(doc.net_cents)::bigint as net_cents,
            sum(doc.vat_cents)::bigint as vat_cents, doc.seller_currency,
            case when bool_and(doc.seller_vat_cents is not null) then sum(doc.seller_vat_cents)::bigint end
                as seller_vat_cents,
            case when bool_and(part.stated) then sum(part.seller_net_cents)::bigint end as seller_net_cents
        from tax_document doc, lateral (
            select bool_and(seller_net_cents is not null) as stated, sum(seller_net_cents) as seller_net_cents
            from tax_document_part where number = doc.number) part
        where doc.issued_on >= %(first)s and doc.issued_on < %(until)s and doc.test = %(test)s
        group by 1, 2, doc.currency, doc.seller_currency
        """,
        {"first": period.first, "until": period.until, "test": test},
    )


async def sum_products(db: Connection, period: Period, *, test: bool) -> list[ProductSum]:
    """Sales by month and product, less credit notes.

    Invoices from the previous version do not number their lines, but list all of them in order.
    """
    return await db.all_as(
        ProductSum,
        """
        select date_trunc('month', doc.issued_on)::date as month, sold.product, doc.currency,
            count(*) filter (where doc.kind = 'invoice') as count,
            sum(case when doc.kind = 'credit_note' then -1 else 1 end * (line.value->>'net_cents')::bigint)::bigint
                as net_cents
        from tax_document doc
        cross join lateral jsonb_array_elements(doc.document->'lines') with ordinality as line (value, place)
        left join purchase_line sold on sold.purchase_id = doc.purchase_id and sold.position = coalesce(
            (line.value->>'position')::int, case when doc.kind = 'invoice' then line.place - 1 end)
        where doc.issued_on >= %(first)s and doc.issued_on < %(until)s and doc.test = %(test)s
        group by 1, 2, 3
        """,
        {"first": period.first, "until": period.until, "test": test},
    )


async def sum_coupons(db: Connection, period: Period, *, test: bool) -> list[CouponSum]:
    """Sales with a coupon by month, less credit notes. What a credit note for a part takes back is net only."""
    return await db.all_as(
        CouponSum,
        """
        select date_trunc('month', doc.issued_on)::date as month, doc.document->>'coupon' as coupon, doc.currency,
            count(*) filter (where doc.kind = 'invoice') as count, sum(sign.of * (
                select coalesce(sum((line->>'discount_cents')::bigint), 0)
                from jsonb_array_elements(doc.document->'lines') line))::bigint as discount_cents,
            sum(doc.net_cents)::bigint as net_cents
        from tax_document doc, lateral (select case when doc.kind = 'credit_note' then -1 else 1 end as of) sign
        where doc.issued_on >= %(first)s and doc.issued_on < %(until)s and doc.test = %(test)s
            and doc.document->>'coupon' is not null
        group by 1, 2, 3
        """,
        {"first": period.first, "until": period.until, "test": test},
    )


async def find_euro_rate(db: Connection, period: Period) -> EuroRate | None:
    """The dollar's rate of the last day of a period, or of the next day that has one."""
    last = period.until - timedelta(days=1)
    return await db.one_as(
        EuroRate,
        """
        select day, per_euro from exchange_rate
        where currency = 'USD' and day >= %s and day <= %s order by day limit 1
        """,
        (last, last + timedelta(days=7)),
    )


async def find_product_names(db: Connection) -> dict[str, str]:
    return dict(await db.all("select code, name from product"))
