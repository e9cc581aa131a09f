"""Cursors of search: a position in a sort order as text that callers send back unchanged."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import date, datetime
from typing import Any

from showground.core.calls.field_errors import MAX_NUMBER, in_words
from showground.core.languages import Text
from showground.search import FIRST, Search, Sort, SortPosition

START = "start"
NOT_OURS = Text("Send `start`, or `next_cursor` of the page before, with the same `sort` and `status`.")
PATTERN = in_words("^[A-Za-z0-9_-]{1,200}$", NOT_OURS)
MAX_INT = 2**31 - 1


class UnknownCursor(Exception):
    """This is no cursor of ours, or one of a search with another order."""


def write(search: Search, position: SortPosition) -> str:
    text = json.dumps([search.sort, search.status, *position.values, position.id], separators=(",", ":"))
    return urlsafe_b64encode(text.encode()).decode().rstrip("=")


def read(search: Search, cursor: str) -> SortPosition:
    """The position, every part of it checked: the database must not meet what a caller made up."""
    if cursor == START:
        return FIRST
    try:
        found = json.loads(urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
        sort, status, *values, number = found
        if (sort, status) != (search.sort, search.status) or type(number) is not int or not 0 < number <= MAX_NUMBER:
            raise UnknownCursor
        return SortPosition(_check(search.sort, values), number)
    except (ValueError, TypeError, RecursionError) as wrong:
        raise UnknownCursor from wrong


def _check(sort: Sort, values: list[Any]) -> tuple[Any, ...]:
    if sort == "newest":
        live_at, week = values
        return (
            None if live_at is None else datetime.fromisoformat(live_at),
            None if week is None else date.fromisoformat(week),
        )
    (value,) = values
    if isinstance(value, bool) or not isinstance(value, int | float) or not -MAX_INT <= value <= MAX_INT:
        raise UnknownCursor
    if sort != "trending" and not isinstance(value, int):
        raise UnknownCursor
    return (value,)
