"""Pictures of badges, for other websites to show."""

from starlette.responses import Response

from showground.core.cache import Headers
from showground.core.failures import InvalidInput, NotFound
from showground.launches.actions.draw_badge import draw_badge
from showground.surfaces.web.kept import KeptResponse, keep
from showground.surfaces.web.visit import Visit, web_caller

HEADERS: Headers = [
    (b"content-security-policy", b"default-src 'none'; style-src 'unsafe-inline'"),
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
    drawn = await visit.door.call(draw_badge, web_caller(visit.request), asked)
    return KeptResponse(keep(drawn.svg.encode(), b"public, max-age=3600", b"image/svg+xml"), HEADERS)
