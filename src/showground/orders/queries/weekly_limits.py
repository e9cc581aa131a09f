"""SQL on products with a weekly limit: how many are sold or reserved."""

from collections.abc import Collection, Mapping
from datetime import date, datetime, timedelta
from typing import LiteralString

from showground.core.database.pool import Connection
from showground.orders.queries.places import GRACE

LIMIT_LOCKS = 5_383  # namespace of the advisory locks on a product in a week
MAX_AGE = timedelta(weeks=15)  # of orders that count: weeks can be chosen 12 weeks ahead, and orders wait for a week
Sold = tuple[str, date]
"""A product's code and the Monday of the week in which a sale counts: the chosen launch week, or that of the order."""

COUNT_SOLD: LiteralString = """
select line.product, coalesce(line.week, date_trunc('week', purchase.created_at at time zone 'UTC')::date), count(*)
from purchase join purchase_line line on line.purchase_id = purchase.id
join product on product.code = line.product and product.weekly_limit is not null
where purchase.created_at > %(since)s and line.taken_back_at is null and purchase.id is distinct from %(but)s
    and not purchase.test_order
    and coalesce(line.week, date_trunc('week', purchase.created_at at time zone 'UTC')::date) >= %(since_week)s
    and (purchase.status = 'paid' or purchase.status = 'pending' and exists (
        select from payment where payment.purchase_id = purchase.id and (
            payment.state = 'processing' and not payment.places_lost
            or payment.state in ('opening', 'open') and payment.expires_at > %(now)s - %(grace)s::interval)))
group by 1, 2
"""
COUNT_WANTED: LiteralString = """
select line.product, coalesce(line.week, date_trunc('week', purchase.created_at at time zone 'UTC')::date), count(*),
    min(product.weekly_limit), min(product.name)
from purchase join purchase_line line on line.purchase_id = purchase.id
join product on product.code = line.product and product.weekly_limit is not null
where purchase.id = %(order_id)s group by 1, 2
"""


async def count_sold(db: Connection, since: date, now: datetime, *, but: int | None = None) -> dict[Sold, int]:
    """How many of each limited product are paid for, or reserved by an open payment page, from a week on."""
    values = {"since": now - MAX_AGE, "but": but, "since_week": since, "now": now, "grace": GRACE}
    return {(product, week): count for product, week, count in await db.all(COUNT_SOLD, values)}


async def find_wanted(db: Connection, order_id: int) -> Mapping[Sold, tuple[int, int, str]]:
    """What an order wants of limited products: how many, the limit, and the product's name."""
    rows = await db.all(COUNT_WANTED, {"order_id": order_id})
    return {(product, week): (count, limit, name) for product, week, count, limit, name in rows}


async def lock(db: Connection, wanted: Collection[Sold]) -> None:
    """Lock these products and weeks. Always in the same order, to prevent deadlocks."""
    for product, week in sorted(wanted):
        await db.execute("select pg_advisory_xact_lock(%s, hashtext(%s))", (LIMIT_LOCKS, f"{product} {week}"))
