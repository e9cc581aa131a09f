"""Amounts of money that people type."""

import re

from showground.core.languages import current_language

# 25 or 25.50, also with a decimal comma; or thousands in groups of three: 1,200.50, in other languages 1.200,50.
AMOUNT = re.compile(
    r"\$?\s*(?:(?P<plain>\d{1,12})(?:[.,](?P<plain_cents>\d{1,2}))?"
    r"|(?P<grouped>\d{1,3}(?:,\d{3}){1,3})(?:\.(?P<grouped_cents>\d{1,2}))?"
    r"|(?P<dotted>\d{1,3}(?:\.\d{3}){1,3})(?:,(?P<dotted_cents>\d{1,2}))?)"
    r"(?:\s*\$)?",
    re.ASCII,
)


def read_dollars(text: str) -> int | None:
    """The cents of an amount such as 25, 25.50, 25,50, $1,200 or 1.200,50 $; None if it is not an amount or could be
    read twice, as 1.200 in English."""
    found = AMOUNT.fullmatch(text.strip())
    if found is None or (found["dotted"] and not found["dotted_cents"] and current_language().is_english):
        return None
    whole = re.sub("[.,]", "", found["plain"] or found["grouped"] or found["dotted"])
    cents = found["plain_cents"] or found["grouped_cents"] or found["dotted_cents"] or ""
    return int(whole) * 100 + int(cents.ljust(2, "0"))
