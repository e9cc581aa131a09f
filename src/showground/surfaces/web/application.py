"""The web application: routes, rate limits, security headers and error pages."""

import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, cast
from urllib.parse import quote

from jinja2 import Environment
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from showground.accounts import SCOPES
from showground.blog import Announcement
from showground.core.cache import Cache, Headers
from showground.core.calls.context import Site
from showground.core.calls.dispatch import Dispatcher
from showground.core.calls.errors import ApiError, MethodNotAllowed, NotFound, RateLimited, SignInAgain, Unavailable
from showground.core.calls.input_text import CONTROLS
from showground.core.languages import Text
from showground.launches import Views
from showground.surfaces.asgi import LOGGED_PATH, OPERATION, App, ClientGone
from showground.surfaces.mcp.tool_sets import make_tool_sets
from showground.surfaces.openapi.schemas import AnyOperation
from showground.surfaces.site_names import SiteNamesFinder
from showground.surfaces.visitor_language import LanguageChoice
from showground.surfaces.web import path_ids
from showground.surfaces.web.admin.routes import may_open
from showground.surfaces.web.announcement import find_announcement
from showground.surfaces.web.assets import Assets
from showground.surfaces.web.csrf import SAFE, CsrfMiddleware
from showground.surfaces.web.page_cache import SAFETY
from showground.surfaces.web.page_services import PageServices
from showground.surfaces.web.routes import BUSY_FORMS, OPEN_TO_ALL, OTHER_FORMS, PAGES
from showground.surfaces.web.sales import MARK, SalesMiddleware
from showground.surfaces.web.secret_paths import TOKEN, SecretPaths
from showground.surfaces.web.sessions import FindPerson, SessionMiddleware, Show, page_of_form, sign_in_again
from showground.surfaces.web.templates_engine import environment
from showground.surfaces.web.visit import ANNOUNCEMENT, Visit
from showground.surfaces.web.visitors.api_reference import ApiReference
from showground.surfaces.web.visitors.current_listing import Moved
from showground.surfaces.web.visitors.reference_pages import ReferencePages
from showground.surfaces.web.web_caller import PERSON, web_caller

Refuse = Callable[[Request, Exception], Response]

STATIC = "/static/"
NOT_PAGES = (STATIC, "/badges/", "/media/", "/brand/", "/favicon.ico")
FILES = (*NOT_PAGES, "/pictures/")  # the same for everyone
LOST = (ClientGone, ClientDisconnect)

log = logging.getLogger(__name__)


def _with_headers(send: Send, added: Headers) -> Send:
    """Add each of these headers to the response, unless it already has one with that name."""

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers: Headers = list(message["headers"])
            own = {name for name, _ in headers}
            message = {**message, "headers": headers + [pair for pair in added if pair[0] not in own]}
        await send(message)

    return send_with_headers


class LostClients:
    """Ends requests whose client disconnected while it sent them: there is nobody to answer, and nothing failed."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with suppress(*LOST):
            await self._app(scope, receive, send)


class SafetyHeaders:
    """Adds the security headers to every response, unless it already has them."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._app(scope, receive, _with_headers(send, SAFETY))


class RateLimitMiddleware:
    """Rate limits pages. Callers over the limit get an error page that says when to try again.

    Static files are not counted, because they load with a page. Badges, which load with other sites' pages, and
    pictures that were uploaded have limits of their own.
    """

    def __init__(self, app: ASGIApp, dispatcher: Dispatcher, refuse: Refuse) -> None:
        self._app = app
        self._dispatcher = dispatcher
        self._refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not scope["path"].startswith(NOT_PAGES):
            request = Request(scope)
            try:
                allowance = await self._dispatcher.count(web_caller(request))
            except RateLimited as failure:
                await self._refuse(request, failure)(scope, receive, send)
                return
            send = _with_headers(send, allowance.headers())
        await self._app(scope, receive, send)


def refuse_with_page(templates: Environment) -> Refuse:
    """Turn errors into a page that explains what went wrong."""

    def refuse(request: Request, error: Exception) -> Response:
        headers: Mapping[str, str] | None = None
        if isinstance(error, HTTPException):
            if error.status_code == 404 and (without := _without_slash(request)):
                return without
            headers = error.headers
            error = {404: NotFound, 405: MethodNotAllowed}.get(error.status_code, ApiError)()
        if not isinstance(error, ApiError):
            raise error
        shown = {"failure": error, "path": request.scope["path"], "person": request.scope.get(PERSON)}
        shown["announcement"] = request.scope.get(ANNOUNCEMENT)
        shown["page_of_form"] = page_of_form(request) if request.method == "POST" else None
        page = templates.get_template("error.html").render(shown)
        return HTMLResponse(page, error.status, {"Cache-Control": "no-store", **error.headers, **(headers or {})})

    return refuse


def _send_on(request: Request, path: str) -> Response:
    """Redirect permanently, but have browsers check every time: a slug can be changed back."""
    query = request.url.query
    status = 301 if request.method in ("GET", "HEAD") else 308
    return RedirectResponse(f"{path}?{query}" if query else path, status, {"Cache-Control": "no-cache"})


def _without_slash(request: Request) -> Response | None:
    """Redirect to the path without its trailing slash. Relative, because the Host header is not to be trusted."""
    path = request.scope["path"]
    plain = path.strip("/")
    if request.method not in SAFE or not plain or not path.endswith("/"):
        return None
    return _send_on(request, f"/{quote(plain)}")


def _language_middleware(site: Site) -> list[Middleware]:
    """Finds the language of each visitor. Not needed by a site that is only in English."""
    if site.languages.site.is_english and not site.languages.several:
        return []
    return [Middleware(cast("Any", LanguageChoice), site.languages, secure=site.url.startswith("https://"))]


def make_application(
    operations: Sequence[AnyOperation],
    dispatcher: Dispatcher,
    find_person: FindPerson,
    cache: Cache,
    views: Views,
    names: SiteNamesFinder,
    *,
    content_signals: str | None = None,
    counts_countries: bool = False,
) -> App:
    """The application that answers all pages. `content_signals`: what robots.txt says about the use of the pages."""
    assets = Assets(dispatcher.site.theme)
    templates = environment(dispatcher.site, assets)
    cast("dict[str, Any]", templates.globals)["may_open"] = may_open
    sets = make_tool_sets(operations)
    services = PageServices(dispatcher, templates, cache, views, content_signals, counts_countries, sets)
    refuse = refuse_with_page(templates)

    shown = {path for path, _ in PAGES}

    def page(path: str, show: Show) -> Callable[[Request], Awaitable[Response]]:
        secret, is_page = TOKEN in path, path in shown

        async def answer(request: Request) -> Response:
            request.scope[OPERATION] = path
            request.scope[LOGGED_PATH] = path if secret else None
            asked = request.scope["path"]
            if "\0" in asked or CONTROLS.search(asked):  # no name contains these, so nothing can match
                raise NotFound
            visit = Visit(services, request, request.scope.get(MARK, cache.begin()))
            request.scope[ANNOUNCEMENT] = (await find_announcement(dispatcher, cache, visit.now)).announcement
            try:
                return await show(visit)
            except Moved as moved:
                return _send_on(request, path.format_map({**request.path_params, "slug": moved.slug}))
            except SignInAgain:
                return sign_in_again(visit, is_page=is_page)
            except (ApiError, *LOST):
                raise
            except Exception:
                log.exception("page %s failed", web_caller(request).request_id)
                raise Unavailable(
                    Text("Something went wrong on our side. We logged it; please try again later.")
                ) from None

        return answer

    async def announced(request: Request) -> Announcement | None:
        return (await find_announcement(dispatcher, cache, web_caller(request).now)).announcement

    reference = ReferencePages(
        ApiReference(templates, operations, dispatcher.site, SCOPES, dispatcher.quotas), names, announced
    )

    async def show_favicon(request: Request) -> Response:
        if icon := dispatcher.site.brand.icon:
            return RedirectResponse(icon, 302, {"Cache-Control": "no-cache"})
        return await assets.serve_favicon(request)

    def routes(declared: Iterable[tuple[str, Show]], method: str) -> list[Route]:
        return [Route(path, page(path, show), methods=[method]) for path, show in declared]

    path_ids.register()
    busy_forms, other_forms = routes(BUSY_FORMS, "POST"), routes(OTHER_FORMS, "POST")
    starlette = Starlette(
        routes=[
            *busy_forms,
            Route("/docs/api", reference.show_overview),
            Route("/docs/api/{chapter}", reference.show_chapter),
            Route("/favicon.ico", show_favicon),
            Route(STATIC + "{version}/{name}", assets.serve),
            *routes(PAGES, "GET"),
            *other_forms,
        ],
        middleware=[
            Middleware(LostClients),
            *_language_middleware(dispatcher.site),
            Middleware(SecretPaths, [path for path, _ in (*PAGES, *BUSY_FORMS, *OTHER_FORMS)]),
            Middleware(SafetyHeaders),
            Middleware(cast("Any", SalesMiddleware), dispatcher, cache, FILES),
            Middleware(CsrfMiddleware, dispatcher.site, refuse, [*busy_forms, *other_forms], OPEN_TO_ALL),
            Middleware(SessionMiddleware, dispatcher.site, find_person, refuse, FILES),
            Middleware(RateLimitMiddleware, dispatcher, refuse),
        ],
        exception_handlers={HTTPException: refuse, ApiError: refuse},
    )
    starlette.router.redirect_slashes = False  # Starlette would redirect to the host that the request names
    return cast("App", starlette)
