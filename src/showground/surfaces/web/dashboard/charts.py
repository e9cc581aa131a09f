"""Small plots of daily numbers. The labels keep their size; only the line scales."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from showground.core.languages import Text
from showground.ownership.actions.daily_statistics import DayNumbers

HIGH, LOW = 8.0, 100.0  # percent from the top


@dataclass(frozen=True, slots=True)
class DailyPlot:
    """A line starting at zero in a 100 by 100 drawing, with the numbers behind it."""

    title: str
    total: int
    most: int
    path: str
    last: float
    days: list[tuple[date, int]]


def draw_plots(numbers: Sequence[DayNumbers]) -> list[DailyPlot]:
    """Views first, then what they led to."""
    days = [each.day for each in numbers]
    return [
        draw(Text("Views of your page"), days, [each.views for each in numbers]),
        draw(Text("Visits to your website"), days, [each.clicks for each in numbers]),
        draw(Text("Votes"), days, [each.votes for each in numbers]),
        draw(Text("New followers"), days, [each.followers for each in numbers]),
    ]


def draw(title: str, days: Sequence[date], values: Sequence[int]) -> DailyPlot:
    most = max(values, default=0)
    heights = [LOW - (LOW - HIGH) * value / (most or 1) for value in values]
    step = 100 / max(len(values) - 1, 1)
    path = "M" + "L".join(f"{place * step:.1f} {height:.1f}" for place, height in enumerate(heights))
    return DailyPlot(
        title, sum(values), most, path, heights[-1] if heights else LOW, list(zip(days, values, strict=True))
    )
