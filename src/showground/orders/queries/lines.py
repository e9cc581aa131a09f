"""SQL on the lines of orders: whose listings they are for, and what they cost."""

from collections.abc import Sequence

from showground.core.database.pool import Connection
from showground.orders.tax.rules import Taxable
from showground.orders.withdrawal import Ordered


async def find_without_access(db: Connection, purchase: int) -> list[int]:
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
        (purchase,),
    )
    return [position for (position,) in rows]


async def list_taxable(db: Connection, purchase: int, positions: Sequence[int] | None = None) -> list[Taxable]:
    """The lines of an order, or some of them, as tax rules see them."""
    return await db.all_as(
        Taxable,
        """
        select price_cents as net_cents, supply from purchase_line
        where purchase_id = %(purchase)s and (%(positions)s::int[] is null or position = any(%(positions)s))
        order by position
        """,
        {"purchase": purchase, "positions": list(positions) if positions is not None else None},
    )


async def list_ordered(db: Connection, purchase: int) -> list[Ordered]:
    """The lines of an order, as the rules on withdrawal see them."""
    return await db.all_as(
        Ordered, "select name, supply, week from purchase_line where purchase_id = %s order by position", (purchase,)
    )


async def has_open_lines(db: Connection, purchase: int, but: Sequence[int]) -> bool:
    """Whether an order has lines that were not taken back, besides these."""
    row = await db.one(
        "select from purchase_line where purchase_id = %s and taken_back_at is null and position <> all(%s) limit 1",
        (purchase, list(but)),
    )
    return row is not None
