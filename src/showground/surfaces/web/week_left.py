"""How much voting time the current week has left."""

from datetime import timedelta

from showground.launches import end_of, this_week
from showground.surfaces.web.visit import Visit


def week_left(visit: Visit) -> timedelta:
    return end_of(this_week(visit.now)) - visit.now
