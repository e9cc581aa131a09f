"""A small line of values over time."""

from dataclasses import dataclass

from showground.listings import DomainRatingPoint

HIGH, LOW = 10.0, 90.0  # percent from the top, so that dots at the ends are whole


@dataclass(frozen=True, slots=True)
class Sparkline:
    """A path in a drawing of 100 by 100, and the heights of its ends."""

    path: str
    first: float
    last: float


def draw_sparkline(points: list[DomainRatingPoint]) -> Sparkline | None:
    """None where there is no line to draw: less than two days."""
    days = [point.date.toordinal() for point in points]
    values = [point.value for point in points]
    if len(points) < 2 or days[0] == days[-1]:
        return None
    span, least, range_ = days[-1] - days[0], min(values), max(values) - min(values)

    def height(value: int) -> float:
        return LOW - (LOW - HIGH) * (value - least) / range_ if range_ else (LOW + HIGH) / 2

    places = [(100 * (d - days[0]) / span, height(v)) for d, v in zip(days, values, strict=True)]
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
    return Sparkline(path, height(values[0]), height(values[-1]))
