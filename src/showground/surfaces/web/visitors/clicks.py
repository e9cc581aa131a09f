"""Counts clicks to a listing's website. The browser reports them with a `ping`, so the link stays a plain link."""

from starlette.responses import Response

from showground.core.calls.errors import InvalidInput, NotFound
from showground.launches.actions.clicks import note_click
from showground.surfaces.web.visit import Visit


async def count_click(visit: Visit) -> Response:
    given = {"slug": visit.request.path_params["slug"], "agent": visit.request.headers.get("user-agent", "")}
    try:
        asked = note_click.parse(given)
    except InvalidInput:
        raise NotFound from None
    await visit.ask(note_click, asked)
    return Response(status_code=204)
