"""Days as callers write them."""

import re
from datetime import date


def read_day(text: str) -> date | None:
    """A day written as YYYY-MM-DD and in no other way; None if it is none."""
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", text, re.ASCII):
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
