"""SQL on an account's orders that can still be paid."""

from collections.abc import Sequence
from datetime import datetime

from showground.core.calls.context import Context, Site
from showground.core.database.pool import Connection
from showground.orders.seller import Shop
from showground.ownership import PendingOrder

MAX_SAME = 20
MAX_OF_LISTING = 10


async def find_of_listings(ctx: Context, listings: Sequence[int]) -> dict[int, list[PendingOrder]]:
    """The caller's pending orders for each of these listings that has some, the newest first; with a test key, test
    orders."""
    rows = await ctx.db.all(
        """
        select listing_id, number, expires_at from (
            select line.listing_id, purchase.id, purchase.number, purchase.expires_at,
                row_number() over (partition by line.listing_id order by purchase.id desc) as place
            from purchase join purchase_line line on line.purchase_id = purchase.id
            where purchase.account_id = %s and purchase.status = 'pending' and purchase.expires_at > %s
                and line.listing_id = any(%s) and purchase.test_order = %s
            group by line.listing_id, purchase.id
        ) pending
        where place <= %s order by listing_id, id desc
        """,
        (ctx.account, ctx.now, list(listings), ctx.test, MAX_OF_LISTING),
    )
    found: dict[int, list[PendingOrder]] = {}
    for listing, number, expires_at in rows:
        found.setdefault(listing, []).append(_shown(number, expires_at, ctx.services[Shop], ctx.site))
    return found


async def find_same(
    db: Connection, number: str, account: int, *, shop: Shop, site: Site, now: datetime
) -> list[PendingOrder]:
    """The account's other pending orders with the same items as this one, the newest first."""
    rows = await db.all(
        """
        with basket as (
            select purchase.id, purchase.number, purchase.expires_at, purchase.test_order,
                jsonb_agg(
                    jsonb_build_array(product, listing_id, week, line.amount_cents, categories, options)
                    order by product, listing_id, week, line.amount_cents, categories, options
                ) as items
            from purchase join purchase_line line on line.purchase_id = purchase.id
            where account_id = %(account)s and status = 'pending' and expires_at > %(now)s
            group by purchase.id
        )
        select other.number, other.expires_at from basket own join basket other using (items, test_order)
        where own.number = %(number)s and other.id <> own.id order by other.id desc limit %(most)s
        """,
        {"account": account, "number": number, "now": now, "most": MAX_SAME},
    )
    return [_shown(other, expires_at, shop, site) for other, expires_at in rows]


def _shown(number: str, expires_at: datetime, shop: Shop, site: Site) -> PendingOrder:
    return PendingOrder(number=number, expires_at=expires_at, checkout_url=shop.checkout_url(site, number))
