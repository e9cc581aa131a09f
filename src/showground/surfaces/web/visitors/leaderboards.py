"""Leaderboards; the one by money says so wherever it stands."""

from starlette.responses import RedirectResponse, Response

from showground.core.calls.errors import InvalidInput, NotFound
from showground.launches.operations.get_leaderboard import get_leaderboard
from showground.surfaces.web.pager import make_pager
from showground.surfaces.web.visit import Visit
from showground.surfaces.web.visitors.votes import opinions_of

FIRST = "community-weekly"
BOARDS = {
    "community-weekly": ("Community, this week", "The launches of this week in the order of the votes cast in it."),
    "community-all-time": ("Community, all time", "Every live listing in the order of all votes."),
    "domain-rating": (
        "Domain Rating",
        "Live listings by the measure of a third party: how strongly other sites link to theirs, of 100.",
    ),
    "revenue": (
        "Revenue",
        "Monthly revenue as the owners state it. “Verified” says that the team of the site saw proof.",
    ),
    "billboard": ("Billboard", "Listings in the order of what was paid for their place."),
}


async def show_board(visit: Visit) -> Response:
    board = visit.given["board"]
    asked = {"board": board} | ({"week": week} if (week := visit.query.get("week")) else {})
    try:
        parsed = visit.parse_page(get_leaderboard, **asked)
    except InvalidInput as wrong:
        if any(fault["field"] == "board" for fault in wrong.faults):
            raise NotFound from None
        raise
    found = await visit.ask(get_leaderboard, parsed)
    heading, explained = BOARDS[board]
    return visit.show(
        "board.html",
        board=found,
        mine=await opinions_of(visit, (item.listing.slug for item in found.items)),
        boards={name: title for name, (title, _) in BOARDS.items()},
        heading=heading,
        explained=explained,
        pager=make_pager(visit, found),
    )


async def show_boards(_: Visit) -> Response:
    return RedirectResponse(f"/leaderboards/{FIRST}", 301)
