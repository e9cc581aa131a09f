"""Generates the demo's dates and votes, relative to today and the same on every run."""

import math
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from random import Random

from showground.demo.data_files import DemoListing
from showground.launches import begin_of, end_of, this_week
from showground.listings.queries.new_listings import Status

VOTES_PER_WEIGHT = 1.5  # in the launch week
LATER_VOTES = 0.7  # per vote of the launch week, for a launch long ago
LATER_WEEKS = 10


@dataclass(frozen=True, slots=True)
class Dates:
    """When a listing was created, when it launches and when it went live."""

    status: Status
    created_at: datetime
    week: date | None
    live_at: datetime | None


def today(now: datetime) -> datetime:
    """The start of today."""
    return begin_of(now.astimezone(UTC).date())


def place(listing: DemoListing, now: datetime, days_late: int) -> Dates:
    """Give a listing its dates; a paid one of this week may go live some days after Monday."""
    rng = Random(f"dates of {listing.slug}")  # made-up data  # nosec B311
    monday = this_week(now)
    week = None if listing.launch_week is None else monday + timedelta(weeks=listing.launch_week)
    if week is None or week > monday or listing.status in ("draft", "awaiting_badge"):
        created_at = today(now) - timedelta(days=rng.randrange(2, 12)) + timedelta(minutes=rng.randrange(420, 1200))
        return Dates(listing.status or "scheduled", created_at, week, None)
    live_at = begin_of(week) + timedelta(days=days_late)
    created_at = live_at - timedelta(days=rng.randrange(8, 30)) + timedelta(minutes=rng.randrange(420, 1200))
    return Dates(listing.status or "live", created_at, week, live_at)


def ago(days: int, now: datetime, since: datetime, rng: Random) -> datetime:
    """A time on the day `days` ago; if that is before `since`, a time between then and now."""
    at = today(now) - timedelta(days=max(days, 1)) + timedelta(minutes=rng.randrange(420, 1200))
    return at if at > since else since + (now - since) / (2 + max(days, 0))


def months_ago(months: int, now: datetime) -> date:
    """The first day of the month, this many months ago."""
    count = now.year * 12 + now.month - 1 - months
    return date(count // 12, count % 12 + 1, 1)


def make_votes(
    listing: DemoListing, dates: Dates, voters: list[int], now: datetime, rng: Random
) -> list[tuple[int, datetime]]:
    """Who voted and when: mostly early in the launch week, some later, none in the future."""
    if dates.live_at is None or dates.week is None:
        return []
    end, tonight = end_of(dates.week), today(now) + timedelta(days=1)
    early = round(listing.weight * VOTES_PER_WEIGHT * rng.uniform(0.9, 1.1))
    weeks_past = max((tonight - end) / timedelta(weeks=1), 0)
    late = round(early * LATER_VOTES * (1 - math.exp(-weeks_past / LATER_WEEKS)))
    times = [dates.live_at + (end - dates.live_at) * rng.random() ** 1.7 for _ in range(early)]
    times += [end + (tonight - end) * rng.random() ** 1.2 for _ in range(late)]
    chosen = rng.sample(voters, min(len(times), len(voters)))
    return [(voter, at) for voter, at in zip(chosen, times, strict=False) if at <= now]


def make_views(listing: DemoListing, dates: Dates, now: datetime, rng: Random) -> int:
    if dates.live_at is None:
        return 0
    days = (today(now) - dates.live_at) / timedelta(days=1) + 1
    return round(listing.weight * rng.uniform(9, 14) * (1 + math.log1p(days)))


def make_days(dates: Dates, views: int, count: int, now: datetime) -> list[tuple[date, int]]:
    """The views of the last `count` days, of all views so far: most on the day of the launch, then ever fewer."""
    if dates.live_at is None:
        return []
    age = (today(now) - dates.live_at).days
    first = max(0, age - count)
    seen = [views * (1 + math.log1p(day)) / (1 + math.log1p(max(age, 0))) for day in range(first, age + 1)]
    before = 0.0 if first == 0 else views * (1 + math.log1p(first - 1)) / (1 + math.log1p(age))
    launched = dates.live_at.astimezone(UTC).date()
    counted = zip(range(first, age + 1), seen, [before, *seen], strict=False)
    return [(launched + timedelta(days=day), round(until - since)) for day, until, since in counted]
