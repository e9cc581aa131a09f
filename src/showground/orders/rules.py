"""What holds for products and orders: pure, time is an argument."""

from collections.abc import Mapping
from datetime import date, datetime, timedelta

from showground import launches
from showground.orders.models import WeekOnOffer

WEEKS_AHEAD = 12
PLACES_A_WEEK = 25


def weeks_ahead(now: datetime) -> list[date]:
    """The Mondays after the present week that can be asked for."""
    present = launches.this_week(now)
    return [present + timedelta(weeks=n) for n in range(1, WEEKS_AHEAD + 1)]


def weeks_on_offer(taken: Mapping[date, int]) -> list[WeekOnOffer]:
    """Weeks with their places; what is shown can be had, so that a full week is not."""
    left = {week: PLACES_A_WEEK - count for week, count in taken.items()}
    return [WeekOnOffer(week=week, places_left=places) for week, places in left.items() if places > 0]
