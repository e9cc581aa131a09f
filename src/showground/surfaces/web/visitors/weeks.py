"""Launch weeks: one week with its launches, and the archive of all weeks."""

from datetime import timedelta

from starlette.responses import RedirectResponse, Response

from showground.core.calls.errors import InvalidInput, NotFound
from showground.launches import end_of
from showground.launches.actions.weeks import list_weeks
from showground.launches.operations.get_launch_week import get_launch_week
from showground.surfaces.web.pager import make_pager
from showground.surfaces.web.visit import Visit
from showground.surfaces.web.visitors.votes import opinions_of

ON_THE_PAGE = 100
WEEK = timedelta(days=7)


async def show_week(visit: Visit) -> Response:
    try:
        asked = visit.parse(get_launch_week, {"week": visit.path_params["week"]})
    except InvalidInput:
        raise NotFound from None
    week = await visit.ask(get_launch_week, asked)
    address = f"/launches/{week.week}"
    if visit.path != address:
        return RedirectResponse(address, 302)
    shown = week.items[:ON_THE_PAGE]
    return visit.show(
        "week.html",
        week=week,
        shown=shown,
        mine=await opinions_of(visit, (item.listing.slug for item in shown)),
        before=week.week - WEEK if week.phase != "past" or week.total else None,
        after=week.week + WEEK if week.phase != "future" or week.scheduled else None,
        left=end_of(week.week) - visit.now,
        today=visit.now.weekday(),
    )


async def show_weeks(visit: Visit) -> Response:
    weeks = await visit.ask(list_weeks, visit.parse_page(list_weeks), "launches", "listings", "awards")
    return visit.show("weeks.html", weeks=weeks, pager=make_pager(visit, weeks))
