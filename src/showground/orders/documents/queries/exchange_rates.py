"""SQL on exchange rates: reference rates of the European Central Bank, by day."""

from collections.abc import Iterable
from datetime import date
from decimal import Decimal

from showground.core.database.pool import Connection


async def add(db: Connection, rates: Iterable[tuple[date, str, Decimal]]) -> int:
    """Store rates; those of a day that is known stay as they are, since documents state them."""
    added = 0
    for day, currency, per_euro in rates:
        done = await db.execute(
            "insert into exchange_rate (day, currency, per_euro) values (%s, %s, %s) on conflict do nothing",
            (day, currency, per_euro),
        )
        added += done.rowcount
    return added


async def find_newest_day(db: Connection) -> date | None:
    row = await db.one("select max(day) from exchange_rate")
    return row[0] if row else None


async def find_before(db: Connection, day: date, currencies: Iterable[str]) -> tuple[date, dict[str, Decimal]] | None:
    """The newest rates of before a day that has one for each of these currencies. The euro needs none."""
    wanted = sorted(set(currencies) - {"EUR"})
    rows = await db.all(
        """
        select day, currency, per_euro from exchange_rate where currency = any(%(wanted)s) and day = (
            select max(day) from (
                select day from exchange_rate where currency = any(%(wanted)s) and day < %(day)s
                group by day having count(*) = cardinality(%(wanted)s::text[])
            ) known)
        """,
        {"wanted": wanted, "day": day},
    )
    if not rows:
        return None
    return rows[0][0], {currency: per_euro for _, currency, per_euro in rows} | {"EUR": Decimal(1)}
