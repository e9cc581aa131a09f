"""The nightly dump of everything public: its description, its checksum, and the file itself."""

import base64
from collections.abc import AsyncGenerator

from starlette.responses import RedirectResponse, Response, StreamingResponse

from showground.core.calls.errors import InvalidInput, NotFound
from showground.events.actions.dumps import Dump, FindDump, ReadDumpChunk, find_dump, read_dump_chunk
from showground.surfaces.web.visit import Visit

SHORT = {"Cache-Control": "no-cache", "X-Content-Type-Options": "nosniff", "Access-Control-Allow-Origin": "*"}
LASTING = SHORT | {"Cache-Control": "public, max-age=86400"}


async def describe_dump(visit: Visit) -> Response:
    found = await visit.ask(find_dump, FindDump())
    return Response(found.model_dump_json(indent=2), headers=SHORT, media_type="application/json")


async def show_checksum(visit: Visit) -> Response:
    """As `sha256sum --check` reads it."""
    found = await visit.ask(find_dump, FindDump())
    return Response(f"{found.sha256}  {_file_name(found)}\n", headers=SHORT, media_type="text/plain")


async def lead_to_newest(visit: Visit) -> Response:
    """The stable address. It leads to a file that does not change, so that an interrupted download can tell."""
    found = await visit.ask(find_dump, FindDump())
    return RedirectResponse(f"/dump/{found.id}.ndjson.gz", 302, SHORT)


async def send_dump(visit: Visit) -> Response:
    try:
        asked = find_dump.parse({"dump_id": visit.request.path_params["dump_id"]})
    except InvalidInput:
        raise NotFound from None
    found = await visit.ask(find_dump, asked)
    headers = LASTING | {
        "Content-Length": str(found.bytes),
        "Content-Disposition": f'attachment; filename="{_file_name(found)}"',
        "ETag": f'"{found.sha256}"',
        "Repr-Digest": f"sha-256=:{base64.b64encode(bytes.fromhex(found.sha256)).decode()}:",
        "Last-Modified": found.made_at.strftime("%a, %d %b %Y %H:%M:%S GMT"),
    }
    if visit.request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers={"ETag": headers["ETag"], **LASTING})
    return StreamingResponse(_read(visit, found), headers=headers, media_type="application/gzip")


async def _read(visit: Visit, found: Dump) -> AsyncGenerator[bytes]:
    """Piece by piece, each from a connection that is given back before the piece is sent."""
    left, position = found.bytes, 0
    while left > 0:
        asked = ReadDumpChunk(dump_id=found.id, position=position)
        chunk = await visit.ask(read_dump_chunk, asked)
        yield chunk.content
        left -= len(chunk.content)
        position += 1


def _file_name(found: Dump) -> str:
    return f"listings-{found.made_at:%Y-%m-%d}.ndjson.gz"
