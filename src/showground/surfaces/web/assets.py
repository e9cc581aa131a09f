"""Style sheet and scripts, under addresses that change with their content."""

from hashlib import sha256
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from showground.core.failures import NotFound
from showground.surfaces.web.stored import store

FOLDER = Path(__file__).parent / "static"
MEDIA_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
FOR_EVER = "public, max-age=31536000, immutable"


class Assets:
    """All files of the folder, read once. One version stands for them all, so that they may name each other."""

    def __init__(self) -> None:
        files = {path.name: path for path in sorted(FOLDER.iterdir()) if path.suffix in MEDIA_TYPES}
        self._files = {name: store(path.read_bytes(), MEDIA_TYPES[path.suffix]) for name, path in files.items()}
        tags = "".join(name + file.etag for name, file in self._files.items())
        self._version = sha256(tags.encode()).hexdigest()[:10]

    def url(self, name: str) -> str:
        if name not in self._files:
            raise LookupError(f"surfaces/web/static has no {name}")
        return f"/static/{self._version}/{name}"

    async def serve(self, request: Request) -> Response:
        """A file; under an older version, which a page may still name while servers change, it is not kept."""
        file = self._files.get(request.path_params["name"])
        if file is None:
            raise NotFound
        return file.respond(request, FOR_EVER if request.path_params["version"] == self._version else "no-cache")
