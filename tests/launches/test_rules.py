"""Weeks, rankings and what is talked of now."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from showground.launches import rules
from showground.launches.rules import Standing

NOON = datetime(2026, 3, 11, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("day", "monday"),
    [
        (date(2026, 3, 9), date(2026, 3, 9)),
        (date(2026, 3, 15), date(2026, 3, 9)),
        (date(2026, 3, 16), date(2026, 3, 16)),
        (date(2027, 1, 1), date(2026, 12, 28)),
    ],
)
def test_a_week_begins_on_monday(day: date, monday: date) -> None:
    assert rules.monday_of(day) == monday


def test_the_present_week_is_that_of_utc_wherever_the_clock_stands() -> None:
    auckland = datetime(2026, 3, 16, 5, tzinfo=timezone(timedelta(hours=13)))  # still Sunday in UTC
    assert rules.this_week(auckland) == date(2026, 3, 9)


def test_launches_rank_by_votes_then_by_who_reached_them_first_then_by_age() -> None:
    later = NOON + timedelta(seconds=1)
    standings = [
        Standing(5, 0, None),
        Standing(1, 3, later),
        Standing(2, 3, NOON),
        Standing(4, 0, None),
        Standing(3, 7, later),
    ]
    assert [s.listing for s in rules.rank(standings)] == [3, 2, 1, 4, 5]


def test_the_first_three_win_but_nobody_without_a_vote() -> None:
    many = [Standing(n, n, NOON) for n in range(1, 6)]
    assert [s.listing for s in rules.winners(many)] == [5, 4, 3]
    assert rules.winners([Standing(1, 0, None), Standing(2, 1, NOON)]) == [Standing(2, 1, NOON)]


def test_a_vote_counts_half_every_two_days_and_nothing_after_seven() -> None:
    def of(*days: float) -> float:
        return rules.trending((NOON - timedelta(days=d) for d in days), NOON)

    assert of(0) == 1
    assert of(2) == 0.5
    assert of(0, 2, 4) == 1.75
    assert of(7) == of(-1) == of() == 0
