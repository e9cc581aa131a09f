"""VAT numbers that buyers give: what the register said of them, kept for a day."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from showground.core.context import Outside
from showground.core.database import Connection
from showground.orders import vat
from showground.orders.shop import Shop
from showground.orders.vat import Buyer

KEPT_FOR = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Checked:
    """What is known of a buyer's number."""

    buyer: Buyer
    valid: bool | None = None
    asked: str | None = None  # the number that the register was asked about just now, and answered


async def check(outside: Outside, buyer: Buyer) -> Checked:
    """Find out whether the buyer's number is valid, from what was kept or from the register."""
    shop = outside.equipment[Shop]
    number = vat.number_to_check(buyer, shop.seller.country)
    if number is None:
        return Checked(buyer)
    async with outside.reading() as db:
        row = await db.one(
            "select valid from vat_check where number = %s and checked_at > %s", (number, outside.now - KEPT_FOR)
        )
    if row is not None:
        return Checked(buyer, row[0])
    valid = await shop.register.is_valid(outside.fetch, number)
    return Checked(buyer, valid, number if valid is not None else None)


async def keep(db: Connection, checked: Checked, now: datetime) -> None:
    """Keep what the register said."""
    if checked.asked is not None:
        await db.execute(
            """
            insert into vat_check (number, valid, checked_at) values (%s, %s, %s)
            on conflict (number) do update set valid = excluded.valid, checked_at = excluded.checked_at
            """,
            (checked.asked, checked.valid, now),
        )
