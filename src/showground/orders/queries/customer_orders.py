"""SQL on orders: making, finding and listing them."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from psycopg import sql
from psycopg.rows import dict_row
from psycopg.types.json import Jsonb

from showground import launches
from showground.core.calls.context import Site
from showground.core.database.pool import Connection
from showground.orders.errors import NoSuchOrder
from showground.orders.models import Order, OrderLine, OrderSummary, PricedItems
from showground.orders.next_steps import steps_of_order
from showground.orders.pricing_facts import parts_of
from showground.orders.queries import pending_orders
from showground.orders.queries import products as store
from showground.orders.queries.lines import LAUNCH_WEEK
from showground.orders.seller import Shop
from showground.ownership import present_steps

OPEN_FOR = timedelta(days=7)
SELECT = """
select id, number, status, test_order as test, created_at, expires_at, paid_at, currency, net_cents, vat, total_cents,
    coupon, discount_cents, (
    select coalesce(sum(refund.amount_cents), 0)::bigint from refund join payment on payment.id = refund.payment_id
    where refund.purchase_id = purchase.id and refund.state = 'succeeded' and not payment.surplus) as refunded_cents
from purchase
"""
LIST_LINES = sql.SQL("""
select purchase_id, product, name, listing_id, week, amount_cents, categories, options, price_cents, supply,
    discount_cents, fulfilled_at is not null as fulfilled, fulfilled_at, {}
from purchase_line line where purchase_id = any(%(order_ids)s) order by purchase_id, position
""").format(LAUNCH_WEEK)


async def add(
    db: Connection, account: int, quote: PricedItems, vat_number: str | None, shop: Shop, now: datetime, *, test: bool
) -> str:
    """Store a quote as an order. Returns its number."""
    row = await db.one(
        """
        insert into purchase (number, account_id, status, created_at, expires_at, net_cents, vat, vat_number,
            total_cents, test_order)
        values (
            format('%%s-%%s-%%s', %(prefix)s::text, %(year)s::int, lpad(nextval('purchase_number')::text, 6, '0')),
            %(account)s, 'pending', %(now)s, %(until)s, %(net)s, %(vat)s, %(vat_number)s, %(total)s, %(test)s)
        returning id, number
        """,
        {
            "prefix": shop.order_prefix,
            "year": now.year,
            "account": account,
            "now": now,
            "until": now + OPEN_FOR,
            "net": quote.net_cents,
            "vat": Jsonb(quote.vat.model_dump(mode="json")) if quote.vat else None,
            "vat_number": vat_number,
            "total": quote.total_cents,
            "test": test,
        },
    )
    order_id, number = row or (0, "")
    products = {product.code: product for product in await store.list_for_staff(db)}
    names = dict(
        await db.all("select id, name from listing where id = any(%s)", ([line.listing_id for line in quote.lines],))
    )
    await db.copy_rows(
        "purchase_line (purchase_id, position, product, name, parts, listing_id, listing_name, week, amount_cents,"
        " categories, options, price_cents, supply)",
        (
            (
                order_id,
                position,
                line.product,
                products[line.product].name,
                parts_of(products[line.product]),
                line.listing_id,
                names.get(line.listing_id),
                line.week,
                line.amount_cents,
                line.categories,
                Jsonb(line.options) if line.options else None,
                line.price_cents,
                line.supply,
            )
            for position, line in enumerate(quote.lines)
        ),
    )
    return number


async def get(db: Connection, number: str, account: int, *, shop: Shop, site: Site, now: datetime) -> Order:
    """The account's order with this number. Someone else's order counts as not found."""
    row = await _find(db, number, account)
    if row is None:
        raise NoSuchOrder
    shown = _shown(row, shop, site, now)
    lines = (await _lines(db, [row["id"]], now))[row["id"]]
    return Order(
        **shown,
        lines=lines,
        pending_orders=await pending_orders.find_same(db, number, account, shop=shop, site=site, now=now),
        next_steps=present_steps(steps_of_order(OrderSummary(**shown), lines, site), site),
    )


async def list_of(
    db: Connection, account: int, *, skip: int, most: int, shop: Shop, site: Site, now: datetime
) -> tuple[list[OrderSummary], int]:
    """Orders of an account, the newest first, and how many there are."""
    async with db.cursor(row_factory=dict_row) as cursor:
        await cursor.execute(
            SELECT + "where account_id = %s order by id desc offset %s limit %s",
            (account, skip, most),
        )
        rows = await cursor.fetchall()
    total = await db.one("select count(*) from purchase where account_id = %s", (account,))
    return [OrderSummary(**_shown(row, shop, site, now)) for row in rows], total[0] if total else 0


async def find_paid(db: Connection, numbers: Sequence[str], account: int) -> list[str]:
    """The orders among these that belong to this account and were paid."""
    rows = await db.all(
        "select number from purchase where number = any(%s) and account_id = %s and paid_at is not null",
        (list(numbers), account),
    )
    return [number for (number,) in rows]


async def find_pending(db: Connection, numbers: Sequence[str], account: int) -> list[str]:
    """The orders among these that belong to this account and are not paid, expired or cancelled."""
    rows = await db.all(
        "select number from purchase where number = any(%s) and account_id = %s and status = 'pending'",
        (list(numbers), account),
    )
    return [number for (number,) in rows]


async def _find(db: Connection, number: str, account: int) -> dict[str, Any] | None:
    async with db.cursor(row_factory=dict_row) as cursor:
        await cursor.execute(SELECT + "where number = %s and account_id = %s", (number, account))
        return await cursor.fetchone()


async def _lines(db: Connection, order_ids: Sequence[int], now: datetime) -> dict[int, list[OrderLine]]:
    async with db.cursor(row_factory=dict_row) as cursor:
        await cursor.execute(LIST_LINES, {"order_ids": list(order_ids), "this_week": launches.this_week(now)})
        rows = await cursor.fetchall()
    found: dict[int, list[OrderLine]] = {order_id: [] for order_id in order_ids}
    for row in rows:
        week = row["launch_week"]
        found[row.pop("purchase_id")].append(OrderLine(**row, voting_ends_at=launches.end_of(week) if week else None))
    return found


def _shown(row: dict[str, Any], shop: Shop, site: Site, now: datetime) -> dict[str, Any]:
    """What callers see. An overdue order is shown as expired even before the job has closed it."""
    shown = {name: value for name, value in row.items() if name != "id"}
    if shown["status"] == "pending" and shown["expires_at"] <= now:
        shown["status"] = "expired"
    return shown | {"checkout_url": shop.checkout_url(site, shown["number"])}
