"""All SQL on products."""

import tomllib
from collections.abc import Mapping
from datetime import datetime
from importlib.resources import files
from typing import Any

from psycopg.rows import dict_row
from psycopg.types.json import Jsonb

from showground.core.database.pool import Connection, changes
from showground.orders import rules
from showground.orders.models import Product
from showground.orders.queries import places


async def get_products(db: Connection, now: datetime, *, ignore_places: bool = False) -> list[Product]:
    """Everything that can be bought, with the weeks on offer where one is named.

    With `ignore_places`, all of their places count as free.
    """
    ahead = rules.weeks_ahead(now)
    taken = {} if ignore_places else await places.find_taken(db, ahead, now)
    weeks = rules.weeks_on_offer({week: len(taken.get(week, ())) for week in ahead})
    async with db.cursor(row_factory=dict_row) as cursor:
        await cursor.execute(
            """
            select code, name, description, needs_listing, price_cents, week, min_amount_cents, max_categories,
                includes, options, supply
            from product order by position, code
            """
        )
        rows = await cursor.fetchall()
    return [Product(**row, weeks=[] if row["week"] == "none" else weeks) for row in rows]


async def find_price(db: Connection, code: str) -> int | None:
    """The price of a product; None if it is not sold."""
    row = await db.one("select price_cents from product where code = %s", (code,))
    return row[0] if row else None


async def set_price(db: Connection, code: str, price_cents: int) -> int | None:
    """The price before; None if there is no such product. A least amount is a price as well."""
    row = await db.one(
        """
        update product set price_cents = %(price)s,
            min_amount_cents = case when product.min_amount_cents is null then null else %(price)s end
        from (select code, price_cents from product where code = %(code)s for update) before
        where product.code = before.code returning before.price_cents
        """,
        {"price": price_cents, "code": code},
    )
    changes(db, "products")
    return row[0] if row else None


async def add_product(db: Connection, product: Mapping[str, Any]) -> None:
    """Add a product after all others."""
    await db.execute(
        """
        insert into product (code, position, name, description, needs_listing, price_cents, week, includes, options,
            supply)
        select %(code)s, coalesce(max(position) + 1, 0), %(name)s, %(description)s, %(needs_listing)s, %(price_cents)s,
            %(week)s, %(includes)s::text[], %(options)s, %(supply)s
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
    """Add the products that Showground comes with, unless there are any already; returns how many were added."""
    if await db.one("select 1 from product"):
        return 0
    text = (files("showground") / "orders" / "products.toml").read_text(encoding="utf-8")
    products = tomllib.loads(text)["product"]
    await db.copy_rows(
        "product (code, position, name, description, needs_listing, price_cents, week, min_amount_cents,"
        " max_categories, includes, options, supply)",
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
            )
            for position, product in enumerate(products)
        ),
    )
    changes(db, "products")
    return len(products)
