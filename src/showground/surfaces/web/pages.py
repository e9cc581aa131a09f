"""The pages as one application, each counted, and with the headers that keep it safe."""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cache
from typing import cast

from jinja2 import Environment
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from showground.accounts import SCOPES
from showground.core.cache import Headers, Kept
from showground.core.door import Door, rate_limited
from showground.core.failures import Failure, MethodNotAllowed, NotFound, Unavailable
from showground.surfaces.asgi import App
from showground.surfaces.schemas import AnyOperation
from showground.surfaces.web.assets import Assets
from showground.surfaces.web.badges import show_badge
from showground.surfaces.web.categories import show_categories, show_category
from showground.surfaces.web.front import show_front
from showground.surfaces.web.kept import KeptResponse, keep
from showground.surfaces.web.listings import show_listings
from showground.surfaces.web.profile import show_listing
from showground.surfaces.web.reference import render_reference
from showground.surfaces.web.rendering import environment
from showground.surfaces.web.visit import Visit, web_caller

Show = Callable[[Visit], Awaitable[Response]]
Refuse = Callable[[Request, Exception], Response]

PAGES: tuple[tuple[str, Show], ...] = (
    ("/", show_front),
    ("/listings", show_listings),
    ("/listings/{slug}", show_listing),
    ("/categories", show_categories),
    ("/categories/{slug}", show_category),
    ("/badges/{slug}/{name}.svg", show_badge),
)
STATIC = "/static/"
CONTENT_SECURITY_POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
SAFETY = [
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"strict-origin-when-cross-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    (b"cross-origin-opener-policy", b"same-origin"),
]

log = logging.getLogger(__name__)


class SafetyHeaders:
    """Adds the headers to every answer, but for those that it has already."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers: Headers = list(message["headers"])
                own = {name for name, _ in headers}
                message = {**message, "headers": headers + [pair for pair in SAFETY if pair[0] not in own]}
            await send(message)

        await self._app(scope, receive, send_with_headers)


class Counted:
    """Counts every request but those for files, which a page brings with it; who asks too often is told when to."""

    def __init__(self, app: ASGIApp, door: Door, refuse: Refuse) -> None:
        self._app = app
        self._door = door
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not scope["path"].startswith(STATIC):
            request = Request(scope)
            allowance = await self._door.count(web_caller(request))
            if not allowance.allowed:
                await self._refuse(request, rate_limited(allowance))(scope, receive, send)
                return
        await self._app(scope, receive, send)


def refuse_with_page(templates: Environment) -> Refuse:
    """Answers what cannot be shown with a page that says why."""

    def refuse(request: Request, error: Exception) -> Response:
        headers: Mapping[str, str] | None = None
        if isinstance(error, HTTPException):
            headers = error.headers
            error = {404: NotFound, 405: MethodNotAllowed}.get(error.status_code, Failure)()
        if not isinstance(error, Failure):
            raise error
        page = templates.get_template("refusal.html").render(failure=error, path=request.scope["path"])
        return HTMLResponse(page, error.status, {"Cache-Control": "no-store", **error.headers, **(headers or {})})

    return refuse


def pages(operations: Sequence[AnyOperation], door: Door) -> App:
    """All pages, as one application."""
    assets = Assets()
    templates = environment(door.site, assets)
    refuse = refuse_with_page(templates)

    def page(show: Show) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            visit = Visit(door, templates, request)
            try:
                return await show(visit)
            except Failure:
                raise
            except Exception:
                log.exception("page %s failed", web_caller(request).request_id)
                raise Unavailable("Something went wrong on our side; it was noted.") from None

        return answer

    @cache
    def reference() -> Kept:  # made when it is first asked for, so that a process starts sooner
        text = render_reference(templates, operations, door.site, SCOPES, door.quotas)
        return keep(text.encode(), b"no-cache")

    async def show_reference(_: Request) -> Response:
        return KeptResponse(reference())

    starlette = Starlette(
        routes=[
            Route("/docs/api", show_reference),
            Route(STATIC + "{version}/{name}", assets.serve),
            *(Route(path, page(show)) for path, show in PAGES),
        ],
        middleware=[Middleware(SafetyHeaders), Middleware(Counted, door, refuse)],
        exception_handlers={HTTPException: refuse, Failure: refuse},
    )
    return cast("App", starlette)
