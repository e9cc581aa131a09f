"""The launch weeks that can be ordered."""

from datetime import UTC, date, datetime, timedelta

from showground.orders import rules

MONDAY = date(2026, 3, 9)


def test_the_twelve_weeks_after_the_present_one_can_be_ordered() -> None:
    for now in (datetime(2026, 3, 9, tzinfo=UTC), datetime(2026, 3, 15, 23, 59, 59, tzinfo=UTC)):
        weeks = rules.weeks_ahead(now)
        assert weeks == [MONDAY + timedelta(weeks=n) for n in range(1, 13)]


def test_a_full_week_is_not_on_offer() -> None:
    taken = {MONDAY: 0, MONDAY + timedelta(weeks=1): 24, MONDAY + timedelta(weeks=2): 25}
    offered = rules.weeks_on_offer(taken)
    assert [(week.week, week.places_left) for week in offered] == [(MONDAY, 25), (MONDAY + timedelta(weeks=1), 1)]
