"""Keeps secrets in paths out of the log, however the request ends."""

import re
from collections.abc import Iterable

from starlette.types import ASGIApp, Receive, Scope, Send

from showground.surfaces.asgi import LOGGED_PATH

TOKEN = "{token}"  # noqa: S105 - how a path says that a secret stands there  # nosec B105


class SecretPaths:
    """Decides how a path is logged before anything can refuse the request, even if no page matches: an address that is
    mistyped by a slash or a capital letter still contains a working token."""

    def __init__(self, app: ASGIApp, paths: Iterable[str]) -> None:
        self._app = app
        heads = sorted({path.partition(f"/{TOKEN}")[0].strip("/") for path in paths if TOKEN in path})
        self._secret = re.compile(rf"(?:^|/)(?:{'|'.join(map(re.escape, heads))})(?=/+[^/])", re.IGNORECASE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and (found := self._secret.search(scope["path"])):
            scope[LOGGED_PATH] = f"{scope['path'][: found.end()]}/{TOKEN}"
        await self._app(scope, receive, send)
