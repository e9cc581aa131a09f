"""SQL on coupons, and on what they take off orders."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, LiteralString

from psycopg.types.json import Jsonb

from showground.core.database.pool import Connection
from showground.orders.models import Coupon, Vat
from showground.orders.queries.orders import SELECT_ORDER, LockedOrder

MAX_UNPAID = 50  # looked at when a coupon is used up; one whose use is free is among the oldest

COLUMNS: LiteralString = """
select code, percent, amount_cents, products, first_day, last_day, max_uses, once_per_account, active, note
"""


class StaffCoupon(Coupon):
    """A coupon with how often it was used."""

    uses: int
    """Orders that are paid, were refunded, or can still be paid."""
    discount_cents: int
    """What it took off paid orders."""


LIST_COUPONS: LiteralString = """
, (select count(*) from purchase where coupon = code and status in ('pending', 'paid', 'refunded')
        and not test_order and not coupon_released) as uses,
    (select coalesce(sum(discount_cents), 0)::bigint from purchase where coupon = code and status = 'paid'
        and not test_order) as discount_cents
from coupon
"""


async def list_coupons(db: Connection) -> list[StaffCoupon]:
    """All coupons, the newest first."""
    return await db.all_as(StaffCoupon, COLUMNS + LIST_COUPONS + "order by created_at desc, code")


async def find_coupon(db: Connection, code: str) -> StaffCoupon | None:
    return await db.one_as(StaffCoupon, COLUMNS + LIST_COUPONS + "where code = %s", (code,))


async def has_active(db: Connection) -> bool:
    """Whether there is any coupon to enter."""
    return bool(await db.one("select 1 from coupon where active limit 1"))


async def lock_coupon(db: Connection, code: str) -> Coupon | None:
    """Find a coupon and lock it until the end of the transaction."""
    return await db.one_as(Coupon, COLUMNS + "from coupon where code = %s for update", (code,))


async def count_uses(db: Connection, code: str, *, but: int, account: int | None = None) -> int:
    """How many orders use a coupon besides this one, without test orders; with an account, only its orders.

    Exact while the coupon is locked. An order gives its use back when it is cancelled or expires, or when another one
    needs it and it cannot be paid any more.
    """
    row = await db.one(
        """
        select count(*) from purchase where coupon = %(code)s and status in ('pending', 'paid', 'refunded')
            and not test_order and not coupon_released and id <> %(but)s
            and (%(account)s::bigint is null or account_id = %(account)s)
        """,
        {"code": code, "but": but, "account": account},
    )
    return row[0] if row else 0


async def list_unpaid(db: Connection, code: str, *, but: int, account: int | None = None) -> list[LockedOrder]:
    """Pending orders that use a coupon and have no page on which they can be paid, the oldest first."""
    return await db.all_as(
        LockedOrder,
        SELECT_ORDER  # nosec B608 - it is made of constants
        + """
        where coupon = %(code)s and status = 'pending' and not test_order and not coupon_released and id <> %(but)s
            and (%(account)s::bigint is null or account_id = %(account)s) and not exists (
                select from payment where purchase_id = purchase.id and state in ('opening', 'open', 'processing'))
        order by id limit %(most)s
        """,
        {"code": code, "but": but, "account": account, "most": MAX_UNPAID},
    )


async def lock_unpaid(db: Connection, order_ids: Sequence[int]) -> list[int]:
    """Lock these orders and return them, without those that somebody is working on: they may be paid in a moment."""
    rows = await db.all(
        "select id from purchase where id = any(%s) order by id for update skip locked", (list(order_ids),)
    )
    return [order_id for (order_id,) in rows]


async def set_released(db: Connection, order_id: int, *, released: bool) -> None:
    await db.execute("update purchase set coupon_released = %s where id = %s", (released, order_id))


async def add_coupon(db: Connection, coupon: Coupon, at: datetime) -> bool:
    """Add a coupon. Returns whether the code was free."""
    done = await db.execute(
        """
        insert into coupon (code, percent, amount_cents, products, first_day, last_day, max_uses, once_per_account,
            active, note, created_at)
        values (%(code)s, %(percent)s, %(amount_cents)s, %(products)s, %(first_day)s, %(last_day)s, %(max_uses)s,
            %(once_per_account)s, %(active)s, %(note)s, %(at)s)
        on conflict (code) do nothing
        """,
        {**coupon.model_dump(), "at": at},
    )
    return done.rowcount == 1


async def write_coupon(db: Connection, coupon: Coupon) -> bool:
    """Change a coupon. Returns whether it exists."""
    done = await db.execute(
        """
        update coupon set percent = %(percent)s, amount_cents = %(amount_cents)s, products = %(products)s,
            first_day = %(first_day)s, last_day = %(last_day)s, max_uses = %(max_uses)s,
            once_per_account = %(once_per_account)s, active = %(active)s, note = %(note)s
        where code = %(code)s
        """,
        coupon.model_dump(),
    )
    return done.rowcount == 1


async def delete_unused(db: Connection, code: str) -> bool:
    """Delete a coupon unless an order ever used it. Returns whether it was deleted."""
    done = await db.execute(
        "delete from coupon where code = %s and not exists (select from purchase where coupon = coupon.code)", (code,)
    )
    return done.rowcount == 1


async def set_discount(db: Connection, order: LockedOrder, coupon: str | None, discounts: Mapping[int, int]) -> None:
    """Set what each line of an order costs after the discount. The sums of the order follow with `set_sums`."""
    await db.execute(
        """
        update purchase_line line set price_cents = price_cents + discount_cents - wanted.discount,
            discount_cents = wanted.discount
        from unnest(%(positions)s::int[], %(discounts)s::bigint[]) as wanted (position, discount)
        where purchase_id = %(order_id)s and line.position = wanted.position
        """,
        {"order_id": order.id, "positions": list(discounts), "discounts": list(discounts.values())},
    )
    await db.execute(
        "update purchase set coupon = %s, discount_cents = %s, coupon_released = false where id = %s",
        (coupon, sum(discounts.values()), order.id),
    )


async def set_sums(db: Connection, order: LockedOrder, net_cents: int, vat: Vat | None) -> None:
    """Update the sums of an order whose lines changed. Open payment pages show an outdated amount from then on."""
    await db.execute(
        """
        update purchase set net_cents = %s, vat = %s, total_cents = %s, price_version = price_version + 1,
            billing_version = billing_version + 1
        where id = %s
        """,
        (
            net_cents,
            Jsonb(vat.model_dump(mode="json")) if vat else None,
            net_cents + (vat.cents if vat else 0),
            order.id,
        ),
    )


async def find_unknown_products(db: Connection, codes: Sequence[str]) -> list[str]:
    """The codes among these that belong to no product with a fixed price."""
    rows: list[Any] = await db.all(
        """
        select wanted from unnest(%s::text[]) as wanted
        where not exists (select from product where code = wanted and min_amount_cents is null)
        """,
        (list(codes),),
    )
    return [code for (code,) in rows]
