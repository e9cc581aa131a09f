"""The health page: problems in plain sentences, and small plots of the last hours."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from starlette.responses import Response

from showground.core.languages import Text
from showground.surfaces.web.sessions import for_staff
from showground.surfaces.web.visit import Visit
from showground.upkeep import Minute
from showground.upkeep.actions.health import SHOWN, ShowHealth, show_health

STEP = timedelta(minutes=5)  # one point of a plot
HIGH, LOW = 6.0, 94.0  # percent from the top


@dataclass(frozen=True, slots=True)
class HealthPlot:
    """A line in a 100 by 100 viewBox, with its current value and peak for the caption."""

    name: str
    unit: str
    path: str
    last: float
    most: float


@for_staff
async def show_page(visit: Visit) -> Response:
    health = await visit.ask(show_health, ShowHealth(sending=visit.dispatcher.smtp is not None))
    return visit.show(
        "admin/health.html",
        private=True,
        health=health,
        plots=draw_plots(health.minutes, visit.now) if health.minutes else [],
        hours=SHOWN // timedelta(hours=1),
    )


def draw_plots(minutes: Sequence[Minute], now: datetime) -> list[HealthPlot]:
    steps = _group(minutes, now)
    per_minute = STEP // timedelta(minutes=1)
    return [
        _plot(
            Text("Requests"),
            Text("per minute"),
            steps,
            lambda some: sum(one.requests for one in some) / per_minute,
        ),
        _plot(
            Text("Server errors"),
            Text("per minute"),
            steps,
            lambda some: sum(one.failed for one in some) / per_minute,
        ),
        _plot(Text("Response time"), Text("ms on average"), steps, _milliseconds),
        _plot(
            Text("Jobs waiting"), Text("now"), steps, lambda some: max((one.jobs_waiting for one in some), default=0)
        ),
        _plot(
            Text("Emails waiting"),
            Text("now"),
            steps,
            lambda some: max((one.mails_waiting for one in some), default=0),
        ),
        _plot(Text("Memory"), Text("MB, largest process"), steps, _megabytes),
    ]


def _group(minutes: Sequence[Minute], now: datetime) -> list[list[Minute]]:
    """The recorded minutes of each step, oldest first. A step may be empty."""
    steps: list[list[Minute]] = [[] for _ in range(SHOWN // STEP)]
    for minute in minutes:
        back = min(max((now - minute.minute) // STEP, 0), len(steps) - 1)
        steps[-1 - back].append(minute)
    return steps


def _plot(name: str, unit: str, steps: list[list[Minute]], value: Callable[[list[Minute]], float]) -> HealthPlot:
    values = [value(some) for some in steps]
    most = max(values)
    heights = [LOW - (LOW - HIGH) * (one / most if most else 0.0) for one in values]
    places = (f"{100 * place / (len(values) - 1):.1f} {height:.1f}" for place, height in enumerate(heights))
    return HealthPlot(name, unit, "M" + "L".join(places), values[-1], most)


def _milliseconds(some: list[Minute]) -> float:
    requests = sum(one.requests for one in some)
    return 1000 * sum(one.seconds for one in some) / requests if requests else 0.0


def _megabytes(some: list[Minute]) -> float:
    return max((one.memory_bytes for one in some), default=0) / 1e6
