"""The brand's style sheet and pictures, under addresses that change with their content."""

from starlette.responses import Response

from showground.brand.actions.brand import read_brand_picture
from showground.core.cache import Headers
from showground.core.calls.errors import InvalidInput, NotFound
from showground.surfaces.web.brand_style import style_address, write_style
from showground.surfaces.web.page_cache import CachedResponse, pack_answer
from showground.surfaces.web.visit import Visit

CSS = b"text/css; charset=utf-8"
FOR_EVER = b"public, max-age=31536000, immutable"
NOT_YET = b"no-cache"
# A picture that is opened by itself can do nothing, also if it is an SVG.
HEADERS: Headers = [
    (b"content-security-policy", b"default-src 'none'; style-src 'unsafe-inline'; sandbox"),
    (b"cross-origin-resource-policy", b"cross-origin"),
]


async def show_brand_file(visit: Visit) -> Response:
    name = visit.path_params["name"]
    if name.endswith(".css"):
        # A page may name another version while processes change over. It gets what is here now, but doesn't keep it.
        current = style_address(visit.site.brand, is_preview=False) == f"/brand/{name}"
        control = FOR_EVER if current else NOT_YET
        return CachedResponse(pack_answer(write_style(visit.site.brand).encode(), control, CSS))
    try:
        asked = read_brand_picture.parse({"name": name})
    except InvalidInput:
        raise NotFound from None
    picture = await visit.ask(read_brand_picture, asked)
    return CachedResponse(pack_answer(picture.content, FOR_EVER, picture.type.encode()), HEADERS)
