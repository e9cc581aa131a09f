"""Style sheets, fonts and scripts, under addresses that change with their content."""

from hashlib import blake2b
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from showground.core.calls.errors import NotFound
from showground.surfaces.web.page_cache import CachedResponse, pack_answer

FOLDER = Path(__file__).parent / "static"
FAVICON = "favicon.ico"
KINDS = {
    ".css": b"text/css; charset=utf-8",
    ".js": b"text/javascript; charset=utf-8",
    ".svg": b"image/svg+xml",
    ".ico": b"image/x-icon",
    ".png": b"image/png",
    ".jpg": b"image/jpeg",
    ".webp": b"image/webp",
    ".woff2": b"font/woff2",
}
FOR_EVER = b"public, max-age=31536000, immutable"
A_DAY = b"public, max-age=86400"
NOT_YET = b"no-cache"


class Assets:
    """All files of the folder, read once. They share one version, so that they can refer to each other."""

    def __init__(self, theme: Path | None = None) -> None:
        """`theme`: a folder with a style sheet, `theme.css`, and files of its own in `static`."""
        self._places = [FOLDER, *((theme, theme / "static") if theme else ())]
        found = [path for place in self._places if place.is_dir() for path in sorted(place.iterdir())]
        files = {path.name: path for path in found if path.suffix in KINDS}
        self._files = {name: (path.read_bytes(), KINDS[path.suffix]) for name, path in files.items()}
        contents = b"".join(name.encode() + body for name, (body, _) in self._files.items())
        self._version = blake2b(contents, digest_size=5).hexdigest()
        self._kept = {
            (version, name): pack_answer(body, control, kind)
            for version, control in ((self._version, FOR_EVER), (None, NOT_YET))
            for name, (body, kind) in self._files.items()
        }

        self._favicon = pack_answer(self._files[FAVICON][0], A_DAY, KINDS[".ico"])

    def has(self, name: str) -> bool:
        return name in self._files

    def url(self, name: str) -> str:
        if name not in self._files:
            places = ", ".join(str(place) for place in self._places)
            raise LookupError(f"there is no {name} in {places}")
        return f"/static/{self._version}/{name}"

    async def serve(self, request: Request) -> Response:
        """Serve a file. Under another version, as pages request during an upgrade, it must not be cached."""
        version, name = request.path_params["version"], request.path_params["name"]
        kept = self._kept.get((version, name)) or self._kept.get((None, name))
        if kept is None:
            raise NotFound
        return CachedResponse(kept)

    async def serve_favicon(self, _: Request) -> Response:
        """The icon, at the fixed address that programs without an HTML parser use."""
        return CachedResponse(self._favicon)
