"""Dates, numbers and amounts as readers of the current language write them.

English is formatted here, the way this site always did; Unicode's CLDR, through Babel, knows the other languages.
"""

from datetime import date, datetime
from functools import cache
from typing import TYPE_CHECKING

from showground.core.languages.current import current_language

if TYPE_CHECKING:
    from babel import Locale


def day(at: date | datetime) -> str:
    """`14 March 2026`"""
    if current_language().is_english:
        return f"{at.day} {at:%B} {at.year}"
    from babel.dates import format_date  # noqa: PLC0415

    return format_date(at, "long", locale=_locale())


def iso_day(at: date) -> str:
    """`2026-03-14` in messages of the API, which are English; a day in words in other languages."""
    return at.isoformat() if current_language().is_english else day(at)


def day_and_month(at: date | datetime) -> str:
    """`14 March`, where the year is clear."""
    return _date(at, "MMMMd", f"{at.day} {at:%B}")


def month(at: date | datetime) -> str:
    """`March 2026`"""
    return _date(at, "yMMMM", f"{at:%B} {at.year}")


def moment(at: datetime) -> str:
    """`14 March 2026, 12:30 UTC`"""
    return f"{day(at)}, {at:%H:%M} UTC"


def number(value: float) -> str:
    """`12,345.6`"""
    if current_language().is_english:
        return f"{value:,}"
    from babel.numbers import format_decimal  # noqa: PLC0415 - slow to import, and English sites never need it

    return format_decimal(value, locale=_locale(), decimal_quantization=False)


def rounded(value: float, places: int) -> str:
    """`2.50` with two places."""
    if current_language().is_english:
        return f"{value:.{places}f}"
    from babel.numbers import format_decimal  # noqa: PLC0415

    return format_decimal(value, "0." + "0" * places, locale=_locale())


def money(text: str, cents: int, currency: str, *, whole: bool = False, named: bool = True) -> str:
    """An amount in the smallest unit of its currency. `text`: the same in English; `whole`: the currency has no smaller
    unit; `named`: with the currency."""
    if current_language().is_english:
        return text
    from babel.numbers import format_currency, format_decimal  # noqa: PLC0415

    value, locale = cents if whole else cents / 100, _locale()
    if not named:
        return format_decimal(value, "#,##0" if whole else "#,##0.00", locale=locale)
    pattern = locale.currency_formats["standard"].pattern
    return format_currency(
        value, currency, pattern.replace(".00", "") if whole else pattern, locale=locale, currency_digits=False
    )


def _date(at: date | datetime, skeleton: str, english: str) -> str:
    if current_language().is_english:
        return english
    from babel.dates import format_skeleton  # noqa: PLC0415

    return format_skeleton(skeleton, at, locale=_locale())


def _locale() -> "Locale":
    return _find_locale(current_language().locale)


@cache
def _find_locale(name: str) -> "Locale":
    from babel import Locale  # noqa: PLC0415

    return Locale.parse(name)
