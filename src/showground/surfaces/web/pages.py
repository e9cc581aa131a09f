"""The pages as one application, each with the headers that keep it safe."""

from collections.abc import Callable, Mapping, Sequence
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
from showground.core.door import Door
from showground.core.failures import Failure, MethodNotAllowed, NotFound
from showground.surfaces.asgi import App
from showground.surfaces.schemas import AnyOperation
from showground.surfaces.web.assets import Assets
from showground.surfaces.web.kept import KeptResponse, keep
from showground.surfaces.web.reference import render_reference
from showground.surfaces.web.rendering import environment

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


class SafetyHeaders:
    """Adds the headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message["headers"], *SAFETY]}
            await send(message)

        await self._app(scope, receive, send_with_headers)


def refuse_with_page(templates: Environment) -> Callable[[Request, Exception], Response]:
    """Answers what cannot be shown with a page that says why."""

    def refuse(request: Request, error: Exception) -> Response:
        headers: Mapping[str, str] | None = None
        if isinstance(error, HTTPException):
            headers = error.headers
            error = {404: NotFound, 405: MethodNotAllowed}.get(error.status_code, Failure)()
        if not isinstance(error, Failure):
            raise error
        page = templates.get_template("refusal.html").render(failure=error, path=request.url.path)
        return HTMLResponse(page, error.status, {"Cache-Control": "no-store", **error.headers, **(headers or {})})

    return refuse


def pages(operations: Sequence[AnyOperation], door: Door) -> App:
    """All pages, as one application."""
    assets = Assets()
    templates = environment(door.site, assets)
    text = render_reference(templates, operations, door.site, SCOPES, door.quotas)
    reference = keep(text.encode(), b"no-cache")
    refuse = refuse_with_page(templates)

    async def show_reference(_: Request) -> Response:
        return KeptResponse(reference)

    starlette = Starlette(
        routes=[
            Route("/docs/api", show_reference),
            Route("/static/{version}/{name}", assets.serve),
        ],
        middleware=[Middleware(SafetyHeaders)],
        exception_handlers={HTTPException: refuse, Failure: refuse},
    )
    return cast("App", starlette)
