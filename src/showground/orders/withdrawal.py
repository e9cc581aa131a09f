"""A consumer's right to withdraw from an order: to whom it applies, and what they agree to. Pure; time is an argument.

Directive 2011/83/EU, and the law of the EEA and of the United Kingdom that follows it, give consumers 14 days to
withdraw from what they bought at a distance. We begin right after the payment, so a consumer has to ask for that and to
acknowledge when the right ends (Articles 7(3), 16(a) and 16(m)). Digital content ends it when we begin, a service when
it is done. Whether a launch is the one or the other can be argued, so we always take the later moment: the right ends
for each item when it has been provided in full.

What begins only after those 14 days, such as a launch in a later week, needs no such consent: it can be withdrawn from
for the whole period.

Article 11a of the directive adds a function on the website for it. It is offered as long as a right may last, rather a
little too long than too short, and takes every statement: whether one is in time is for staff to decide.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from showground.core.data_model import DataModel
from showground.core.languages import Text, translated
from showground.orders.product_models import Supply
from showground.orders.tax.territories import MEMBER_STATES, address_country

PERIOD = timedelta(days=14)
# A day of the contract in UTC may be the next one for the buyer, and then the period ends a day later, or on Monday
# instead of Friday. Réunion is farthest to the east; elsewhere the period is at most a little too long.
EAST = timedelta(hours=4)
GRACE = timedelta(hours=12)  # the last day ends at midnight where the buyer is, which may be west of here
SATURDAY = 5
REFUND_WITHIN = timedelta(days=14)  # from the statement, by Article 13(1)
# Åland and the overseas territories have codes of their own; the Union's consumer law applies there too.
COUNTRIES = MEMBER_STATES | {"NO", "IS", "LI"} | {"GB"} | {"AX", "GP", "MQ", "RE", "GF", "YT", "MF"}
AT_ONCE = Text(
    "Please start right after my payment, before the 14-day withdrawal period ends. I understand that I lose my right"
    " of withdrawal for each item once it has been provided in full."
)
WORK = Text(
    "Please start work right after my payment, before the 14-day withdrawal period ends. I understand that I lose my"
    " right of withdrawal once the work is finished, and that I pay for what was done if I withdraw before."
)
MISSING = Text(
    "Tick this box to order: we start right after the payment, so we need your consent. If you do not agree, cancel the"
    " order. Nothing was charged."
)


class Consent(DataModel):
    """What a consumer agreed to, and when."""

    text: str
    given_at: datetime


@dataclass(frozen=True, slots=True)
class Ordered:
    """A line of an order, as far as it matters here."""

    name: str
    supply: Supply
    week: date | None


@dataclass(frozen=True, slots=True)
class OrderedLine:
    """A line of a paid order: what it is, and how far it was provided."""

    purchase_id: int
    position: int
    name: str
    listing: str | None
    fulfilled_at: datetime | None
    lasts_until: datetime | None
    """When what was arranged is provided in full: the start of a launch week, the end of a time as featured."""
    refunded: bool
    """Whether it was refunded, or is about to be."""


def applies(place: str, vat_number: str | None) -> bool:
    """Whether the buyer is a consumer with a right of withdrawal. Anyone with a VAT number buys as a business."""
    return not vat_number and address_country(place) in COUNTRIES


def may_withdraw(billing: Mapping[str, Any] | None, net_cents: int) -> bool:
    """Whether this buyer had a right of withdrawal for an order that cost this much."""
    known = billing or {}
    place = known.get("place") or known.get("country")
    return bool(place and net_cents) and applies(str(place), known.get("vat_number"))


def end_of_period(concluded_at: datetime) -> datetime:
    """When the right ends, whatever was provided: 14 days after the day of the contract, as it may be where the buyer
    is, and on Monday instead of a weekend (Article 3 of Regulation 1182/71). Public holidays differ by country and are
    left to staff."""
    last = (concluded_at.astimezone(UTC) + EAST).date() + PERIOD
    while last.weekday() >= SATURDAY:
        last += timedelta(days=1)
    return datetime.combine(last + timedelta(days=1), time(), UTC) + GRACE


def is_left(line: OrderedLine, now: datetime) -> bool:
    """Whether a line can still be withdrawn from within the period: it is not refunded, nor provided in full."""
    if line.refunded:
        return False
    return line.fulfilled_at is None or (line.lasts_until is not None and line.lasts_until > now)


def find_consent(lines: Sequence[Ordered], now: datetime) -> str | None:
    """The words that a consumer has to agree to, in their language; None if nothing begins within those 14 days.

    What costs nothing needs no consent and is not passed in.
    """
    soon = [line for line in lines if not _begins_later(line, now)]
    groups = [
        (words, [line.name for line in soon if line.supply == supply])
        for supply, words in (("electronic", AT_ONCE), ("service", WORK))
    ]
    said = [(words, names) for words, names in groups if names]
    if len(said) < 2:
        return translated(said[0][0]) if said else None
    return " ".join(
        f"{', '.join(translated(name) for name in dict.fromkeys(names))}: {translated(words)}" for words, names in said
    )


def _begins_later(line: Ordered, now: datetime) -> bool:
    return line.week is not None and datetime.combine(line.week, time(), UTC) >= now + PERIOD
