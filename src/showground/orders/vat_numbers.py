"""VAT numbers that buyers give: what the register said of them, remembered for a day."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from showground.core.calls.context import PrepareContext
from showground.core.database.pool import Connection
from showground.orders.seller import Shop
from showground.orders.tax.evidence import NumberCheck
from showground.orders.tax.numbers import normal_form
from showground.orders.tax.rules import Buyer, number_to_check
from showground.orders.vies import RegisterAnswer

RETENTION = timedelta(days=1)
INVALID_KEPT_FOR = timedelta(minutes=10)  # a number that was just registered should work soon


@dataclass(frozen=True, slots=True)
class CheckedVatNumber:
    """What is known of a buyer's number."""

    buyer: Buyer
    check: NumberCheck | None = None

    @property
    def valid(self) -> bool | None:
        return self.check.valid if self.check else None


async def check(outside: PrepareContext, buyer: Buyer) -> CheckedVatNumber:
    """Find out whether the buyer's number is valid, from what is remembered or from the register."""
    shop = outside.services[Shop]
    number = number_to_check(buyer, shop.tax)
    if number is None:
        return CheckedVatNumber(buyer)
    requester = normal_form(shop.tax.number, shop.tax.country) if shop.tax.number else None
    async with outside.reading() as db:
        known = await _find(db, number, outside.now)
    if known is not None:
        return CheckedVatNumber(buyer, known)
    answer = await shop.register.ask(outside.fetch, number, requester)
    return CheckedVatNumber(buyer, _noted(number, answer, requester, outside.now) if answer else None)


def _noted(number: str, answer: RegisterAnswer, requester: str | None, now: datetime) -> NumberCheck:
    return NumberCheck(
        number=number,
        valid=answer.valid,
        checked_at=now,
        consultation=answer.consultation,
        holder=answer.holder,
        requester=requester,
    )


async def _find(db: Connection, number: str, now: datetime) -> NumberCheck | None:
    return await db.one_as(
        NumberCheck,
        """
        select number, valid, checked_at, consultation, holder, requester from vat_check
        where number = %s and checked_at > case when valid then %s else %s end
        """,
        (number, now - RETENTION, now - INVALID_KEPT_FOR),
    )


async def keep(db: Connection, checked: CheckedVatNumber) -> None:
    """Remember what the register said; an older answer never replaces a newer one."""
    if checked.check is not None:
        await db.execute(
            """
            insert into vat_check (number, valid, checked_at, consultation, holder, requester)
            values (%(number)s, %(valid)s, %(checked_at)s, %(consultation)s, %(holder)s, %(requester)s)
            on conflict (number) do update set valid = excluded.valid, checked_at = excluded.checked_at,
                consultation = excluded.consultation, holder = excluded.holder, requester = excluded.requester
            where vat_check.checked_at < excluded.checked_at
            """,
            checked.check.model_dump(),
        )
