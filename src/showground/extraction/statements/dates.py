"""Recognises full dates: `3 May 2022`, `May 3, 2022`, `2022-05-03`."""

import re
from datetime import date

MONTHS = {
    name: number
    for number, names in enumerate(
        ("january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul", "august aug",
         "september sep sept", "october oct", "november nov", "december dec"), 1)
    for name in names.split()
}  # fmt: skip
MONTH = "|".join(MONTHS)
FULL_DATE = re.compile(
    rf"(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\.?\s+(?P<month>{MONTH})\.?,?\s+(?P<year>(?:19|20)\d\d)"
    rf"|(?P<month2>{MONTH})\.?\s+(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?,\s+(?P<year2>(?:19|20)\d\d)|(?P<iso>(?:19"
    rf"|20)\d\d-\d\d-\d\d))",
    re.IGNORECASE,
)


def iso_date(match: re.Match[str]) -> str | None:
    """A match of FULL_DATE as YYYY-MM-DD; None if there is no such day."""
    if match["iso"]:
        text = match["iso"]
    else:
        month = MONTHS[(match["month"] or match["month2"]).lower()]
        text = f"{match['year'] or match['year2']}-{month:02}-{int(match['day'] or match['day2']):02}"
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        return None
