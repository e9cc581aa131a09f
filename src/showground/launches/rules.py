"""Rules for weeks, votes and rankings. Pure functions; the time is a parameter."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal

from showground.core.calls.errors import InvalidValue
from showground.core.calls.rate_limits import Limit
from showground.core.dates import DAY_PATTERN, read_day
from showground.core.languages import text_with

Phase = Literal["past", "current", "future"]

WEEK = timedelta(days=7)
WINNERS = 3
TRENDING_HALF_LIFE = timedelta(days=2)
VIEWS_PER_VOTE = 50  # this many views weigh as much as one vote
NEW_ACCOUNT = timedelta(days=1)  # an account counts as new for this long
NEW_VOTES = 10  # for one listing in a day, by new accounts, that count at once; the others count a day later
VOTES = Limit("votes", 120, 3600)  # cast and taken back
FOLLOWS = Limit("follows", 120, 3600)
REVIEWS = Limit("reviews", 20, 3600)
REPLIES = Limit("replies", 60, 3600)  # to reviews
NAMED_WEEKS = {"last": -WEEK, "this": timedelta(), "next": WEEK}
LAST_WEEK_OF_ALL = date(9999, 12, 20)  # the next one would end after the last day that Python's `date` supports
BOTS = re.compile(
    r"bot\b|bot[/;_-]|crawl|spider|slurp|scrap|fetch|preview|monitor|headless|lighthouse|facebookexternalhit|embedly"
    r"|curl|wget|python|java/|okhttp|go-http|node|axios|libwww|httpclient|feed|rss|archiv|validator|whatsapp|gpt|claude",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class WeekVotes:
    """A launch with the votes cast in its own week, and when it reached that count."""

    listing: int
    votes: int
    reached_at: datetime | None


def monday_of(day: date) -> date:
    """The Monday that begins the week of a day."""
    return day - timedelta(days=day.weekday())


def this_week(now: datetime) -> date:
    return monday_of(now.astimezone(UTC).date())


def begin_of(week: date) -> datetime:
    """The moment at which a week, or any other day, begins."""
    return datetime.combine(week, time(), UTC)


def end_of(week: date) -> datetime:
    return begin_of(week) + WEEK


def phase_of(week: date, now: datetime) -> Phase:
    present = this_week(now)
    return "past" if week < present else "current" if week == present else "future"


def check_week(text: str, *names: str) -> str:
    """A week as a caller may name it: one of these names, or a date. Anything else is a ValueError."""
    if text not in names and _read_date(text) is None:
        known = ", ".join(f"`{name}`" for name in names)
        raise InvalidValue(text_with("Must be %(known)s, or a valid date in the format YYYY-MM-DD.", known=known))
    return text


def week_pattern(*names: str) -> str:
    """What `check_week` accepts, as a regular expression for the API description."""
    return rf"^(?:{'|'.join(names)}|(?!9999-12-(?:2[7-9]|3)){DAY_PATTERN})$"


def read_week(text: str, now: datetime) -> date:
    """The Monday of a week that was checked."""
    if text in NAMED_WEEKS:
        return this_week(now) + NAMED_WEEKS[text]
    return monday_of(date.fromisoformat(text))


def _read_date(text: str) -> date | None:
    day = read_day(text)
    return day if day and monday_of(day) <= LAST_WEEK_OF_ALL else None


def rank(standings: Iterable[WeekVotes]) -> list[WeekVotes]:
    """By votes; ties by the earlier time of reaching that count, then by the older listing."""
    never = datetime.max.replace(tzinfo=UTC)
    return sorted(standings, key=lambda s: (-s.votes, s.reached_at or never, s.listing))


def winners(standings: Iterable[WeekVotes]) -> list[WeekVotes]:
    """The first three; without a vote nobody wins."""
    return [s for s in rank(standings) if s.votes][:WINNERS]


def is_new(account_since: datetime, at: datetime) -> bool:
    """Whether an account was new at this time."""
    return account_since > at - NEW_ACCOUNT


def are_enough_new(counted: Iterable[datetime], at: datetime) -> bool:
    """Whether so many votes by new accounts for a listing have counted at once that a further one waits a day."""
    return sum(other > at - NEW_ACCOUNT for other in counted) >= NEW_VOTES


def weigh_views(views: Iterable[tuple[date, int]], now: datetime) -> float:
    """The weight of views for `trending`: VIEWS_PER_VOTE fresh views weigh as much as a vote. The weight halves every
    two days and is 0 after 7 days. `queries/launches.py` weighs votes in the same way; a fresh vote weighs 1."""
    weighed = [(max(now - begin_of(day) - timedelta(days=1), timedelta()), n / VIEWS_PER_VOTE) for day, n in views]
    return sum((weight * 0.5 ** (age / TRENDING_HALF_LIFE) for age, weight in weighed if age < WEEK), 0.0)


def is_bot(agent: str) -> bool:
    """Whether a user agent says that it is a program, or is empty."""
    return not agent.strip() or BOTS.search(agent) is not None
