"""Standard rates of VAT, GST and their like, each with the day from which it holds.

The table comes with the package as `rates.csv`. An operator corrects or extends it with a file of the same form, named
by a setting, so that a new rate needs no new release: a row replaces the one of the same place and day.
"""

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal, InvalidOperation
from functools import cache
from importlib.resources import files
from pathlib import Path

from showground.core.calls.errors import InvalidValue
from showground.core.languages import text_with
from showground.orders.tax.territories import read_place

COLUMNS = ("place", "tax", "rate", "from")
MAX_RATE = 50


class BadRates(InvalidValue):
    """A table of rates that cannot be read; the message names the line."""


@dataclass(frozen=True, slots=True)
class Rate:
    """What a place charges from a day on, in percent."""

    tax: str
    percent: Decimal
    since: date


@dataclass(frozen=True, slots=True)
class RateTable:
    """Rates by place, the newest first."""

    rates: Mapping[str, tuple[Rate, ...]]

    def rate_on(self, place: str, day: date) -> Rate | None:
        """The rate of a place on a day; None where the table has none."""
        return next((rate for rate in self.rates.get(place, ()) if rate.since <= day), None)

    def with_changes(self, changes: "RateTable") -> "RateTable":
        """This table, with the rows of another in place of those of the same place and day."""
        merged = {place: {rate.since: rate for rate in rates} for place, rates in self.rates.items()}
        for place, rates in changes.rates.items():
            merged.setdefault(place, {}).update({rate.since: rate for rate in rates})
        return RateTable({place: _newest_first(rates.values()) for place, rates in merged.items()})


def _newest_first(rates: Iterable[Rate]) -> tuple[Rate, ...]:
    return tuple(sorted(rates, key=lambda rate: rate.since, reverse=True))


def _rows(text: str) -> list[tuple[int, str]]:
    return [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip() and line[0] != "#"]


def _no_columns(line: int) -> BadRates:
    return BadRates(
        text_with("Line %(line)s: must have the columns %(columns)s.", line=line, columns=", ".join(COLUMNS))
    )


def check_heading(text: str) -> None:
    """Refuse a table without a heading: its first row would be taken for one, and its rate ignored.

    `read_rates` does not check this, because earlier versions stored such tables.
    """
    for number, line in _rows(text)[:1]:
        if not set(COLUMNS) <= set(next(csv.reader([line]))):
            raise _no_columns(number)


def read_rates(text: str) -> RateTable:
    """Read a table: CSV with a heading, `#` begins a comment line."""
    lines = _rows(text)
    rows = list(csv.DictReader(line for _, line in lines))
    found: dict[str, dict[date, Rate]] = {}
    for (number, _), row in zip(lines[1:], rows, strict=True):
        if not set(COLUMNS) <= set(row) or None in row.values():
            raise _no_columns(number)
        place, rate = _read_row(number, row)
        if rate.since in found.setdefault(place, {}):
            raise BadRates(
                text_with(
                    "Line %(line)s: %(place)s already has a rate from %(since)s.",
                    line=number,
                    place=place,
                    since=rate.since,
                )
            )
        found[place][rate.since] = rate
    return RateTable({place: _newest_first(rates.values()) for place, rates in found.items()})


def _read_row(number: int, row: Mapping[str, str]) -> tuple[str, Rate]:
    place = read_place(row["place"])
    if place is None:
        raise BadRates(
            text_with(
                "Line %(line)s: %(place)s is not a known place. Use an ISO 3166 code.",
                line=number,
                place=repr(row["place"]),
            )
        )
    try:
        percent, since = Decimal(row["rate"].strip()), date.fromisoformat(row["from"].strip())
    except (InvalidOperation, ValueError):
        raise BadRates(
            text_with("Line %(line)s: `rate` must be a percentage, and `from` a date, YYYY-MM-DD.", line=number)
        ) from None
    if not (percent.is_finite() and 0 <= percent <= MAX_RATE):
        raise BadRates(
            text_with("Line %(line)s: `rate` must be between 0 and %(most)s percent.", line=number, most=MAX_RATE)
        )
    return place, Rate(row["tax"].strip() or "VAT", percent, since)


@cache
def shipped_rates() -> RateTable:
    return read_rates((files("showground") / "orders" / "tax" / "rates.csv").read_text(encoding="utf-8"))


def load_rates(changes: Path | None) -> RateTable:
    """The shipped table, with the operator's own rows where there is such a file."""
    if changes is None:
        return shipped_rates()
    text = changes.read_text(encoding="utf-8")
    check_heading(text)
    return shipped_rates().with_changes(read_rates(text))
