"""The dispatcher against forged requests: whatever changes something must come from a page of our own."""

from collections.abc import Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from showground.core.calls.context import Site
from showground.core.calls.errors import ApiError
from showground.surfaces.origins import own_origins

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class ForeignForm(ApiError):
    """This was not sent by a page of this site, so nothing was done. Open the page here and try again."""

    status = 403


class OwnForms:
    """Refuses what another site could have sent in a visitor's name, by Origin and Sec-Fetch-Site.

    `open_to_all`: paths, or beginnings of paths, that take requests without a session from anywhere.
    """

    def __init__(
        self,
        app: ASGIApp,
        site: Site,
        refuse: Callable[[Request, Exception], Response],
        open_to_all: tuple[str, ...] = (),
    ) -> None:
        self._app = app
        self._own = frozenset(own_origins(site.url))
        self._refuse = refuse
        self._open = open_to_all

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] not in SAFE and not scope["path"].startswith(self._open):
            request = Request(scope)
            if not self._is_own(request):
                await self._refuse(request, ForeignForm())(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def _is_own(self, request: Request) -> bool:
        origin, site = request.headers.get("origin"), request.headers.get("sec-fetch-site")
        if site is not None and site not in ("same-origin", "none"):
            return False
        if origin is None or origin == "null":  # `null`: the page keeps its address to itself
            return site == "same-origin"
        return origin.lower() in self._own
