"""All SQL on products."""

import tomllib
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache
from importlib.resources import files
from typing import Any, LiteralString

from psycopg.rows import dict_row
from psycopg.types.json import Jsonb

from showground import launches
from showground.core.calls.context import Context
from showground.core.database.pool import Connection, changes
from showground.orders import rules
from showground.orders.product_models import Product
from showground.orders.queries import places, weekly_limits
from showground.orders.rules import limit_product
from showground.orders.seller import Shop

COLUMNS: LiteralString = """
select code, name, description, needs_listing, price_cents, week, min_amount_cents, max_categories, includes, options,
    supply
"""


class StaffProduct(Product):
    """A product with what staff decide about it."""

    on_sale: bool | None
    """Null if staff have not decided yet: then it is sold only while no money moves."""
    weekly_limit: int | None
    shipped: bool
    """Whether it comes with Showground, and so can't be deleted."""


async def get_products(db: Connection, now: datetime, *, undecided: bool, ignore_places: bool = False) -> list[Product]:
    """Everything that can be bought, with the weeks on offer where one is named.

    `undecided`: whether products are included that staff have not decided about. With `ignore_places`, all places in
    weeks count as free, and nothing as sold out.
    """
    ahead = rules.weeks_ahead(now)
    taken = {} if ignore_places else await places.find_taken(db, ahead, now)
    weeks = rules.weeks_on_offer({week: len(taken.get(week, ())) for week in ahead})
    async with db.cursor(row_factory=dict_row) as cursor:
        await cursor.execute(
            COLUMNS + ", weekly_limit from product where coalesce(on_sale, %s) order by position, code", (undecided,)
        )
        rows = await cursor.fetchall()
    limits = {row["code"]: row.pop("weekly_limit") for row in rows}
    products = [Product(**row, weeks=[] if row["week"] == "none" else weeks) for row in rows]
    if ignore_places or not any(limits.values()):
        return products
    this_week = launches.this_week(now)
    sold = await weekly_limits.count_sold(db, this_week, now)
    return [
        limit_product(product, limit, sold, this_week) if (limit := limits[product.code]) else product
        for product in products
    ]


async def list_for_staff(db: Connection) -> list[StaffProduct]:
    """All products in their order, also those off sale."""
    shipped = {product["code"] for product in _read_shipped()}
    async with db.cursor(row_factory=dict_row) as cursor:
        await cursor.execute(COLUMNS + ", on_sale, weekly_limit from product order by position, code")
        rows = await cursor.fetchall()
    return [StaffProduct(**row, weeks=[], shipped=row["code"] in shipped) for row in rows]


async def find_sold(ctx: Context) -> set[str]:
    """The codes of the products that are on sale."""
    undecided = ctx.services[Shop].test_mode
    return {code for (code,) in await ctx.db.all("select code from product where coalesce(on_sale, %s)", (undecided,))}


async def find_sold_parts(db: Connection, *, undecided: bool) -> frozenset[str]:
    """The codes of everything that can be bought: of the products on sale, and of what they include."""
    rows = await db.all(
        "select distinct unnest(array_prepend(code, includes)) from product where coalesce(on_sale, %s)", (undecided,)
    )
    return frozenset(code for (code,) in rows)


async def find_price(db: Connection, code: str, *, undecided: bool) -> int | None:
    """The price of a product; None if it is not sold."""
    row = await db.one("select price_cents from product where code = %s and coalesce(on_sale, %s)", (code, undecided))
    return row[0] if row else None


async def write_product(db: Connection, code: str, values: Mapping[str, Any]) -> bool:
    """Change what staff may change. Returns whether the product exists. A minimum amount counts as a price."""
    done = await db.execute(
        """
        update product set name = %(name)s, description = %(description)s, price_cents = %(price_cents)s,
            min_amount_cents = case when min_amount_cents is null then null else %(price_cents)s end,
            on_sale = %(on_sale)s, weekly_limit = %(weekly_limit)s, supply = %(supply)s
        where code = %(code)s
        """,
        {**values, "code": code},
    )
    changes(db, "products")
    return done.rowcount == 1


async def set_on_sale(db: Connection, codes: Sequence[str], *, on_sale: bool) -> int:
    """Put these products on or off sale. Returns how many exist."""
    done = await db.execute("update product set on_sale = %s where code = any(%s)", (on_sale, list(codes)))
    changes(db, "products")
    return done.rowcount


async def set_order(db: Connection, codes: Sequence[str]) -> None:
    """Show products in this order."""
    await db.execute(
        """
        update product set position = wanted.position - 1
        from unnest(%s::text[]) with ordinality as wanted (code, position) where product.code = wanted.code
        """,
        (list(codes),),
    )
    changes(db, "products")


async def lock_products(db: Connection) -> None:
    """Lock the list of products: nobody else can add, delete or reorder products meanwhile."""
    await db.execute("lock table product in share row exclusive mode")


async def delete_product(db: Connection, code: str) -> None:
    """Delete a product. Orders keep its name and effect. Coupons that were only for this product become useless."""
    await db.execute("delete from product where code = %s", (code,))
    changes(db, "products")


async def add_product(db: Connection, product: Mapping[str, Any]) -> None:
    """Add a product after all others."""
    await db.execute(
        """
        insert into product (code, position, name, description, needs_listing, price_cents, week, includes, options,
            supply, weekly_limit, on_sale)
        select %(code)s, coalesce(max(position) + 1, 0), %(name)s, %(description)s, %(needs_listing)s, %(price_cents)s,
            %(week)s, %(includes)s::text[], %(options)s, %(supply)s,
            %(weekly_limit)s, %(on_sale)s
        from product
        """,
        {
            **product,
            "includes": list(product["includes"]),
            "options": Jsonb(product["options"]) if product["options"] else None,
        },
    )
    changes(db, "products")


async def add_shipped_products(db: Connection) -> int:
    """Add the products that Showground comes with, unless there are any already; returns how many were added.

    Nobody has decided yet whether they are sold.
    """
    if await db.one("select 1 from product"):
        return 0
    products = _read_shipped()
    await db.copy_rows(
        "product (code, position, name, description, needs_listing, price_cents, week, min_amount_cents,"
        " max_categories, includes, options, supply, on_sale)",
        (
            (
                product["code"],
                position,
                product["name"],
                product["description"],
                product["needs_listing"],
                product["price_cents"],
                product["week"],
                product.get("min_amount_cents"),
                product.get("max_categories"),
                product.get("includes", []),
                Jsonb(product["options"]) if "options" in product else None,
                product.get("supply", "electronic"),
                None,
            )
            for position, product in enumerate(products)
        ),
    )
    changes(db, "products")
    return len(products)


@cache
def _read_shipped() -> list[dict[str, Any]]:
    text = (files("showground") / "orders" / "products.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)["product"]
