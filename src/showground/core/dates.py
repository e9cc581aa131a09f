"""Days and moments as callers write them."""

import re
from datetime import date, datetime
from typing import Any, Final

from showground.core.calls.errors import InvalidValue
from showground.core.languages import Text

# Every day that the calendar has, as a regular expression for the API description; leap years are those it knows.
DAY_PATTERN: Final = (
    "(?!0000)(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)"
    "|02-(?:0[1-9]|1[0-9]|2[0-8]))"
    "|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)"
)
MOMENT: Final = re.compile(r"\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?(?:[Zz]|[+-]\d{2}:\d{2})", re.ASCII)


def read_day(text: str) -> date | None:
    """A day written as YYYY-MM-DD and in no other way; None if it is none."""
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", text, re.ASCII):
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def read_moment(value: Any) -> Any:
    """A moment written as in RFC 3339 and in no other way, such as a number of seconds."""
    if not isinstance(value, str):
        return value
    try:
        if MOMENT.fullmatch(value):
            return datetime.fromisoformat(value.upper())
    except ValueError:
        pass
    raise InvalidValue(Text("Must be a date and time with its offset, such as 2026-01-31T09:30:00Z."))
