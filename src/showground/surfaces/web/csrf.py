"""CSRF protection: requests that change something must come from our own pages."""

from collections.abc import Callable, Sequence

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Receive, Scope, Send

from showground.core.calls.context import Site
from showground.core.calls.errors import ApiError
from showground.surfaces.origins import own_origins

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


class ForeignForm(ApiError):
    """This request did not come from a page of this site, so nothing was changed. Open the page here and try again."""

    status = 403


class CsrfMiddleware:
    """Refuses requests that another site may have sent on a visitor's behalf, judging by Origin and Sec-Fetch-Site.

    `forms`: the routes that accept posts. What none of them takes changes nothing, so it may pass and gets its 404 or
    405. `open_to_all`: path prefixes that accept requests from anywhere and use no session.
    """

    def __init__(
        self,
        app: ASGIApp,
        site: Site,
        refuse: Callable[[Request, Exception], Response],
        forms: Sequence[BaseRoute],
        open_to_all: tuple[str, ...] = (),
    ) -> None:
        self._app = app
        self._own = frozenset(own_origins(site.url))
        self._refuse = refuse
        self._forms = forms
        self._open = open_to_all

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] not in SAFE and not scope["path"].startswith(self._open):
            request = Request(scope)
            if not self._is_own(request) and self._is_form(scope):
                await self._refuse(request, ForeignForm())(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def _is_form(self, scope: Scope) -> bool:
        return any(route.matches(scope)[0] is Match.FULL for route in self._forms)

    def _is_own(self, request: Request) -> bool:
        origin, site = request.headers.get("origin"), request.headers.get("sec-fetch-site")
        if site is not None and site not in ("same-origin", "none"):
            return False
        if origin is None or origin == "null":  # `null`: the page's referrer policy hides its origin
            return site == "same-origin"
        return origin.lower() in self._own
