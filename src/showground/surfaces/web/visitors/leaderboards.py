"""Leaderboards. The billboard is paid and is labelled so everywhere."""

from starlette.responses import RedirectResponse, Response

from showground.core.calls.errors import InvalidInput, NotFound
from showground.core.calls.models import NoInput
from showground.core.languages import Text
from showground.launches import NoSuchBoard, end_of
from showground.launches.operations.get_leaderboard import get_leaderboard
from showground.orders.actions.offers import show_sales
from showground.surfaces.web.pager import make_pager
from showground.surfaces.web.visit import Visit
from showground.surfaces.web.visitors.votes import opinions_of

FIRST = "community-weekly"
BOARDS = {
    "community-weekly": (
        Text("Community, this week"),
        Text("The week's launches, ranked by the votes cast that week."),
    ),
    "community-all-time": (
        Text("Community, all time"),
        Text("All live listings, ranked by total votes."),
    ),
    "domain-rating": (
        Text("Domain Rating"),
        Text("Live listings, ranked by a third-party score out of 100 for how strongly other sites link to them."),
    ),
    "revenue": (
        Text("Revenue"),
        Text("Monthly revenue, as stated by the owners. “Verified” means that our team has seen proof."),
    ),
    "billboard": (Text("Billboard"), Text("Paid placements, ranked by the amount paid.")),
}
NOT_HERE = Text("There's no such leaderboard. These are all of them:")  # the error page lists them


async def show_board(visit: Visit) -> Response:
    board = visit.path_params["board"]
    asked = {"board": board} | ({"week": week} if (week := visit.query.get("week")) else {})
    try:
        parsed = visit.parse_page(get_leaderboard, **asked)
    except InvalidInput as wrong:
        if any(error["field"] == "board" for error in wrong.errors):
            raise NotFound(NOT_HERE) from None
        raise
    try:
        found = await visit.ask(get_leaderboard, parsed)
    except NoSuchBoard:
        raise NotFound(NOT_HERE) from None
    sales = await visit.ask(show_sales, NoInput(), "products") if board == "billboard" else None
    heading, explained = BOARDS[board]
    return visit.show(
        "leaderboard.html",
        board=found,
        mine=await opinions_of(visit, (item.listing.slug for item in found.items)),
        boards={name: title for name, (title, _) in BOARDS.items()},
        heading=heading,
        explained=explained,
        final=found.week is not None and end_of(found.week) <= visit.now,
        billboard_cents=sales.billboard_cents if sales else None,
        pager=make_pager(visit, found),
    )


async def show_boards(_: Visit) -> Response:
    return RedirectResponse(f"/leaderboards/{FIRST}", 301)
