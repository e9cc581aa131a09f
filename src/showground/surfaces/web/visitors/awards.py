"""The awards page, with the awards of all weeks."""

from itertools import groupby

from starlette.responses import Response

from showground.launches.operations.list_awards import list_awards
from showground.surfaces.web.pager import make_pager
from showground.surfaces.web.visit import Visit

AT_ONCE = 30  # awards on a page: three of each week


async def show_awards(visit: Visit) -> Response:
    asked = list_awards.parse({"per_page": AT_ONCE} | {"page": visit.parse_page(list_awards).page})
    found = await visit.ask(list_awards, asked)
    weeks = [(week, list(awards)) for week, awards in groupby(found.items, key=lambda award: award.week)]
    return visit.show("awards.html", weeks=weeks, found=found, pager=make_pager(visit, found))
