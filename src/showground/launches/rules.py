"""What holds for weeks, votes and rankings: pure, time is an argument."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

WEEK = timedelta(days=7)
WINNERS = 3
TRENDING_HALF_LIFE = timedelta(days=2)


@dataclass(frozen=True, slots=True)
class Standing:
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


def rank(standings: Iterable[Standing]) -> list[Standing]:
    """By votes; ties by the earlier time of reaching that count, then by the older listing."""
    never = datetime.max.replace(tzinfo=UTC)
    return sorted(standings, key=lambda s: (-s.votes, s.reached_at or never, s.listing))


def winners(standings: Iterable[Standing]) -> list[Standing]:
    """The first three; without a vote nobody wins."""
    return [s for s in rank(standings) if s.votes][:WINNERS]


def trending(votes: Iterable[datetime], now: datetime) -> float:
    """What the votes of the last 7 days weigh: a fresh one counts 1, and half of that every two days."""
    ages = (now - at for at in votes)
    return sum((0.5 ** (age / TRENDING_HALF_LIFE) for age in ages if timedelta() <= age < WEEK), 0.0)
