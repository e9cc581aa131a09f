"""Years, quarters and months. All days are in UTC, as printed on the documents."""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from typing import Annotated

from pydantic import AfterValidator

from showground.core.calls.errors import InvalidValue
from showground.core.calls.input_text import accepts
from showground.core.languages import text_with

PATTERN = r"^[0-9]{4}(-Q[1-4]|-(0[1-9]|1[0-2]))?$"


@dataclass(frozen=True, slots=True)
class Period:
    """Days from `first` (included) to `until` (excluded)."""

    name: str
    first: date
    until: date

    @property
    def is_quarter(self) -> bool:
        return "Q" in self.name

    @property
    def begins_at(self) -> datetime:
        return datetime.combine(self.first, time(), UTC)

    @property
    def ends_at(self) -> datetime:
        return datetime.combine(self.until, time(), UTC)


def read_period(text: str) -> Period:
    """`2026`, `2026-Q1` or `2026-03`.

    >>> read_period("2026-Q1").until
    datetime.date(2026, 4, 1)
    """
    if not re.fullmatch(PATTERN, text) or text.startswith(("0000", "9999")):
        raise InvalidValue(
            text_with("%(text)s is not a period. Enter a year, quarter or month: 2026, 2026-Q1 or 2026-03.", text=text)
        )
    year, rest = int(text[:4]), text[5:]
    if not rest:
        first, months = 1, 12
    elif rest.startswith("Q"):
        first, months = 3 * int(rest[1]) - 2, 3
    else:
        first, months = int(rest), 1
    end = first + months
    return Period(text, date(year, first, 1), date(year + (end > 12), (end - 1) % 12 + 1, 1))


@accepts(PATTERN)
def _check(text: str) -> str:
    return read_period(text).name


# A pattern on the field would be shown to people as a regular expression.
PeriodName = Annotated[str, AfterValidator(_check)]


def quarter_of(day: date) -> str:
    """
    >>> quarter_of(date(2026, 3, 31)), quarter_of(date(2026, 4, 1))
    ('2026-Q1', '2026-Q2')
    """
    return f"{day.year}-Q{(day.month + 2) // 3}"


def month_of(day: date) -> str:
    return f"{day.year}-{day.month:02d}"


def recent_quarters(today: date, count: int = 8) -> list[str]:
    """The current quarter and the ones before it, newest first."""
    year, quarter = today.year, (today.month + 2) // 3
    numbers = [4 * year + quarter - 1 - n for n in range(count)]
    return [f"{number // 4}-Q{number % 4 + 1}" for number in numbers]
