"""Badge images, embedded by other websites."""

from typing import cast

from starlette.responses import Response

from showground.core.cache import Headers
from showground.core.calls.errors import InvalidInput, NotFound
from showground.launches.actions.badges import draw_badge
from showground.surfaces.asgi import Scope, arrival_of
from showground.surfaces.web.visit import Visit

HEADERS: Headers = [
    (b"content-security-policy", b"default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"),
    (b"cross-origin-resource-policy", b"cross-origin"),
]


async def show_badge(visit: Visit) -> Response:
    given = visit.request.path_params
    names = ("kind", "shape", "mode", "size")
    try:
        parts = dict(zip(names, given["name"].rsplit("-", 3), strict=False))
        asked = draw_badge.parse({"slug": given["slug"], **parts})
    except InvalidInput:
        raise NotFound from None
    drawn = await visit.ask(draw_badge, asked)  # not cached: badges would use up the page cache
    _count(visit, asked.slug)
    return visit.send(drawn.svg.encode(), b"image/svg+xml", control=b"public, max-age=3600", headers=HEADERS)


def _count(visit: Visit, slug: str) -> None:
    """Count that the listing's badge is seen on another website."""
    headers, arrival = visit.request.headers, arrival_of(cast("Scope", visit.request.scope))
    if headers.get("sec-fetch-site") not in ("same-origin", "none"):
        referrer, at = headers.get("referer", ""), visit.now.timestamp()
        visit.services.views.note_badge(slug, arrival.address, arrival.agent, at, referrer)
