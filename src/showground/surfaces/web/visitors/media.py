"""Images uploaded by owners, served as files."""

from starlette.responses import Response

from showground.core.cache import Headers
from showground.core.calls.errors import InvalidInput, NotFound
from showground.ownership.actions.media import read_media_file
from showground.surfaces.web.page_cache import CachedResponse, pack_answer
from showground.surfaces.web.visit import Visit

HEADERS: Headers = [(b"content-security-policy", b"default-src 'none'; sandbox; frame-ancestors 'none'")]


async def show_media(visit: Visit) -> Response:
    try:
        asked = read_media_file.parse({"name": visit.request.path_params["name"]})
    except InvalidInput:
        raise NotFound from None
    file = await visit.ask(read_media_file, asked)
    kept = pack_answer(file.content, b"public, max-age=31536000, immutable", file.type.encode())
    return CachedResponse(kept, HEADERS)
