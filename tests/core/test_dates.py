"""Days as callers write them."""

import re
from datetime import UTC, datetime

import pytest

from showground.core.calls.errors import InvalidValue
from showground.core.dates import DAY_PATTERN, read_day, read_moment
from showground.launches import rules


@pytest.mark.parametrize("year", [0, 1, 4, 100, 400, 1900, 2000, 2024, 2026, 2100, 9999])
def test_the_published_pattern_allows_every_day_and_nothing_else(year: int) -> None:
    for month in range(14):
        for day in range(33):
            text = f"{year:04}-{month:02}-{day:02}"
            assert bool(re.fullmatch(DAY_PATTERN, text)) == (read_day(text) is not None), text


@pytest.mark.parametrize("text", ["this", "last", "next", "", "9999-12-26", "9999-12-27", "9999-12-31", "2026-3-1"])
def test_the_published_pattern_of_a_week_allows_what_is_read(text: str) -> None:
    try:
        rules.check_week(text, "this", "last")
    except ValueError:
        assert not re.search(rules.week_pattern("this", "last"), text)
    else:
        assert re.search(rules.week_pattern("this", "last"), text)


@pytest.mark.parametrize("text", ["2026-13-01T00:00:00Z", "2026-01-31", "1767225600", "2026-01-31T09:30:00"])
def test_a_moment_is_written_in_one_way(text: str) -> None:
    assert read_moment("2026-01-31t09:30:00z") == datetime(2026, 1, 31, 9, 30, tzinfo=UTC)
    with pytest.raises(InvalidValue):
        read_moment(text)
