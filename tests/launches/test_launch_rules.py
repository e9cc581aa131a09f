"""Weeks, rankings and what is talked of now."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from showground.launches import rules
from showground.launches.rules import WeekVotes

NOON = datetime(2026, 3, 11, 12, tzinfo=UTC)
MINUTES = st.integers(-70_000_000, 70_000_000)


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
        WeekVotes(5, 0, None),
        WeekVotes(1, 3, later),
        WeekVotes(2, 3, NOON),
        WeekVotes(4, 0, None),
        WeekVotes(3, 7, later),
    ]
    assert [s.listing for s in rules.rank(standings)] == [3, 2, 1, 4, 5]


def test_the_first_three_win_but_nobody_without_a_vote() -> None:
    many = [WeekVotes(n, n, NOON) for n in range(1, 6)]
    assert [s.listing for s in rules.winners(many)] == [5, 4, 3]
    assert rules.winners([WeekVotes(1, 0, None), WeekVotes(2, 1, NOON)]) == [WeekVotes(2, 1, NOON)]


def test_views_weigh_less_than_votes_and_fade_alike() -> None:
    today, before = NOON.date(), NOON.date() - timedelta(days=2)
    assert rules.weigh_views([(today, rules.VIEWS_PER_VOTE)], NOON) == 1
    assert 0.5 < rules.weigh_views([(before, rules.VIEWS_PER_VOTE)], NOON) < 1
    assert rules.weigh_views([(NOON.date() - timedelta(days=9), 1_000)], NOON) == 0
    assert rules.weigh_views([], NOON) == 0


@given(st.dates(max_value=date(9999, 12, 26)))
def test_any_date_stands_for_the_week_it_is_in(day: date) -> None:
    monday = rules.read_week(rules.check_week(day.isoformat(), "this"), NOON)
    assert monday.weekday() == 0
    assert monday <= day <= monday + timedelta(days=6)
    assert rules.begin_of(monday) < rules.end_of(monday)


@given(MINUTES, st.integers(-14, 14))
def test_named_weeks_follow_each_other(minutes: int, zone: int) -> None:
    now = (NOON + timedelta(minutes=minutes)).astimezone(timezone(timedelta(hours=zone)))
    last, this, following = (rules.read_week(name, now) for name in ("last", "this", "next"))
    assert (this - last, following - this) == (rules.WEEK, rules.WEEK)
    assert rules.begin_of(this) <= now < rules.end_of(this)
    assert [rules.phase_of(week, now) for week in (last, this, following)] == ["past", "current", "future"]


@pytest.mark.parametrize(
    "text",
    [
        "", "tomorrow", "This", "2026-3-9", "20260309", "2026-W11-1", "2026-02-30", "2026-13-01", "0000-01-01",
        "9999-12-27", "٢٠٢٦-٠٣-٠٩", "2026-03-9 ", "next",
    ],
)  # fmt: skip
def test_what_names_no_week_is_refused_with_what_would(text: str) -> None:
    with pytest.raises(ValueError, match="Must be `this`, `last`, or a valid date in the format YYYY-MM-DD"):
        rules.check_week(text, "this", "last")


@pytest.mark.parametrize(
    ("agent", "bot"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", False),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1",
            False,
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) (KHTML, like Gecko) Chrome/140.0 Safari/537",
            False,
        ),
        ("Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", True),
        ("Mozilla/5.0 (compatible; bingbot/2.0)", True),
        ("facebookexternalhit/1.1", True),
        ("Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2)", True),
        ("curl/8.9.1", True),
        ("python-httpx/0.28", True),
        ("Mozilla/5.0 HeadlessChrome/140.0", True),
        ("  ", True),
    ],
)
def test_bots_are_known_by_what_they_call_themselves(agent: str, bot: bool) -> None:
    assert rules.is_bot(agent) is bot
