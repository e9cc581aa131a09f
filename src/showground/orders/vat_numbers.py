"""VAT numbers of buyers, and the register's answers about them, cached for a day."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from showground.core.calls.context import PrepareContext
from showground.core.database.pool import Connection
from showground.orders.queries import vat_checks
from showground.orders.seller import Shop
from showground.orders.tax.evidence import NumberCheck
from showground.orders.tax.rules import Buyer, number_to_check
from showground.orders.tax.vat_number_formats import normal_form
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
        known = await vat_checks.find(
            db, number, valid_since=outside.now - RETENTION, invalid_since=outside.now - INVALID_KEPT_FOR
        )
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


async def store(db: Connection, checked: CheckedVatNumber) -> None:
    """Store the register's answer, if it was asked."""
    if checked.check is not None:
        await vat_checks.store(db, checked.check)
