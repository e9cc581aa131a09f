"""SQL on the lines of orders: what was ordered, for whose listings, and what it costs."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from psycopg import sql

from showground.core.data_model import DataModel
from showground.core.database.pool import Connection
from showground.orders.coupons import DiscountableLine
from showground.orders.product_models import Supply
from showground.orders.tax.rules import Taxable
from showground.orders.withdrawal import Ordered

# The week in which a line launches its listing. Once it is done, that is known; before, it is the chosen week or, for a
# launch without one, the current week. A live listing is only upgraded, and closed orders launch nothing.
LAUNCH_WEEK = sql.SQL("""
case when not line.parts && '{launch,skip_queue,relaunch}' then null
    when line.done ?| '{launch,skip_queue,relaunch}' then coalesce(
        line.done->'launch'->>'week', line.done->'relaunch'->>'week', line.done->'skip_queue'->>'week')::date
    when line.week is not null then line.week
    when exists (select from purchase where id = line.purchase_id and status in ('pending', 'paid'))
        and not exists (select from listing where id = line.listing_id and status = 'live') then %(this_week)s::date
end as launch_week
""")
LIST_FOR_CHECKOUT = sql.SQL("""
select name, listing_name as listing, week, categories, parts, price_cents, discount_cents, fulfilled_at, waits_for,
    taken_back_at, exists (select from refund where refund.purchase_id = line.purchase_id and reason = 'no_access'
        and line.position = any(refund.positions)) as given_up, {}
from purchase_line line where purchase_id = %(order_id)s order by position
""").format(LAUNCH_WEEK)


@dataclass(frozen=True, slots=True)
class PricedLine:
    """A line of an order, with its price."""

    position: int
    name: str
    listing_name: str | None
    price_cents: int
    discount_cents: int
    """What a coupon took off; already subtracted from the price."""
    supply: Supply


@dataclass(frozen=True, slots=True)
class LinePeriod:
    """What decides from when to when a line lasts."""

    position: int
    parts: list[str]
    listing_id: int | None
    week: date | None


class CheckoutLine(DataModel):
    """A line of an order, as its buyer sees it."""

    name: str
    listing: str | None
    week: date | None
    launch_week: date | None
    """The week in which the listing launches: `week`, or the current one. None if it launches nothing."""
    categories: list[str] | None
    parts: list[str]
    price_cents: int
    discount_cents: int
    """What a coupon took off; already subtracted from the price."""
    fulfilled_at: datetime | None
    waits_for: str | None
    taken_back_at: datetime | None
    given_up: bool
    """Whether it is being refunded because the buyer lost access to the listing."""


async def list_priced(db: Connection, order_id: int) -> list[PricedLine]:
    """The lines of an order, as payment pages and invoices show them."""
    return await db.all_as(
        PricedLine,
        """
        select position, name, listing_name, price_cents, discount_cents, supply from purchase_line
        where purchase_id = %s order by position
        """,
        (order_id,),
    )


async def list_discountable(db: Connection, order_id: int) -> list[DiscountableLine]:
    """The lines of an order, as coupons see them."""
    return await db.all_as(
        DiscountableLine,
        """
        select position, product, amount_cents, price_cents + discount_cents as list_price_cents, discount_cents
        from purchase_line where purchase_id = %s order by position
        """,
        (order_id,),
    )


async def list_periods(db: Connection, order_id: int) -> list[LinePeriod]:
    """The lines of an order, as the periods on invoices see them."""
    return await db.all_as(
        LinePeriod,
        "select position, parts, listing_id, week from purchase_line where purchase_id = %s order by position",
        (order_id,),
    )


async def list_items(db: Connection, order_id: int) -> list[dict[str, Any]]:
    """The lines of an order, as they were ordered: the fields of an `OrderItem`."""
    return await db.all_as(
        dict,
        """
        select product, listing_id, week::text, amount_cents, categories, options from purchase_line
        where purchase_id = %s order by position
        """,
        (order_id,),
    )


async def list_for_checkout(db: Connection, order_id: int, this_week: date) -> list[CheckoutLine]:
    """The lines of an order, as the checkout page, the receipt and emails show them."""
    return await db.all_as(CheckoutLine, LIST_FOR_CHECKOUT, {"order_id": order_id, "this_week": this_week})


class OrderedListing(DataModel):
    """A listing that something was ordered for."""

    listing_id: int
    slug: str
    name: str
    public: bool


async def list_listings(db: Connection, order_id: int) -> list[OrderedListing]:
    """The listings of an order that still exist, in its order."""
    return await db.all_as(
        OrderedListing,
        """
        select listing.id as listing_id, slug, name, status in ('live', 'scheduled') as public
        from listing join (
            select listing_id, min(position) as position from purchase_line where purchase_id = %s group by listing_id
        ) line on line.listing_id = listing.id order by line.position
        """,
        (order_id,),
    )


async def find_without_access(db: Connection, order_id: int) -> list[int]:
    """The lines that have not begun and whose listing the account that made the order may not act for any more.

    A deleted account may act for none, and nobody for a listing that is gone. What staff work on is left to them.
    """
    rows = await db.all(
        """
        select line.position from purchase_line line join purchase on purchase.id = line.purchase_id
        where line.purchase_id = %s and line.listing_name is not null and line.done = '{}' and line.fulfilled_at is null
            and line.taken_back_at is null and not exists (
                select from listing_member member
                where member.listing_id = line.listing_id and member.account_id = purchase.account_id)
            and not exists (
                select from staff_task task where task.purchase_id = line.purchase_id
                and task.position = line.position and task.finished_at is null)
            and not exists (
                select from refund where refund.purchase_id = line.purchase_id and refund.reason = 'no_access'
                and line.position = any(refund.positions))
        order by line.position
        """,
        (order_id,),
    )
    return [position for (position,) in rows]


async def list_taxable(db: Connection, order_id: int, positions: Sequence[int] | None = None) -> list[Taxable]:
    """The lines of an order, or some of them, as tax rules see them."""
    return await db.all_as(
        Taxable,
        """
        select price_cents as net_cents, supply from purchase_line
        where purchase_id = %(order_id)s and (%(positions)s::int[] is null or position = any(%(positions)s))
        order by position
        """,
        {"order_id": order_id, "positions": list(positions) if positions is not None else None},
    )


async def list_ordered(db: Connection, order_id: int) -> list[Ordered]:
    """The lines of an order, as the rules on withdrawal see them."""
    return await db.all_as(
        Ordered, "select name, supply, week from purchase_line where purchase_id = %s order by position", (order_id,)
    )


async def has_open_lines(db: Connection, order_id: int, but: Sequence[int]) -> bool:
    """Whether an order has lines that were not taken back, besides these."""
    row = await db.one(
        "select from purchase_line where purchase_id = %s and taken_back_at is null and position <> all(%s) limit 1",
        (order_id, list(but)),
    )
    return row is not None


async def has_refunded(db: Connection, order_id: int, positions: Sequence[int]) -> bool:
    """Whether one of these lines was reversed, or is in a refund that is on its way."""
    return bool(
        await db.all(
            """
            select from purchase_line line where purchase_id = %s and position = any(%s) and (
                taken_back_at is not null or exists (
                    select from refund where refund.purchase_id = line.purchase_id and refund.state <> 'failed'
                    and line.position = any(refund.positions)))
            limit 1
            """,
            (order_id, list(positions)),
        )
    )
