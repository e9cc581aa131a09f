"""The web application: routes, rate limits, security headers and error pages."""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, cast
from urllib.parse import quote

from jinja2 import Environment
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from showground.accounts import SCOPES
from showground.accounts.actions.sign_in_links import AFTER_SIGN_IN
from showground.blog import Announcement
from showground.core.cache import Cache, Headers
from showground.core.calls.context import Site
from showground.core.calls.dispatch import Dispatcher
from showground.core.calls.errors import ApiError, MethodNotAllowed, NotFound, RateLimited, SignInAgain, Unavailable
from showground.core.calls.input_text import CONTROLS
from showground.core.languages import Text
from showground.launches import Views
from showground.surfaces.asgi import LOGGED_PATH, OPERATION, App
from showground.surfaces.mcp.tool_sets import make_tool_sets
from showground.surfaces.openapi.schemas import AnyOperation
from showground.surfaces.site_names import SiteNamesFinder
from showground.surfaces.visitor_language import LanguageChoice
from showground.surfaces.web import tax_documents
from showground.surfaces.web.account.alerts import drop_alert, save_alert, show_alerts
from showground.surfaces.web.account.apps import drop_app, show_apps
from showground.surfaces.web.account.consent import answer_consent, show_consent
from showground.surfaces.web.account.email_change import confirm_change, request_change, show_change, show_email_form
from showground.surfaces.web.account.emails import save_mails, show_mails
from showground.surfaces.web.account.home import lead_on, save_language, save_profile, show_profile
from showground.surfaces.web.account.keys import drop_key, make_key, show_keys
from showground.surfaces.web.account.orders import drop_order, show_orders
from showground.surfaces.web.account.passkeys import (
    begin_adding,
    begin_sign_in,
    drop_passkey,
    finish_adding,
    finish_sign_in,
    show_passkeys,
)
from showground.surfaces.web.account.personal_data import delete_data, send_data, show_data
from showground.surfaces.web.account.sessions import end_one, end_others, show_sessions
from showground.surfaces.web.account.sign_in import leave, send_link, show_link, show_sign_in, use_link
from showground.surfaces.web.account.social_sign_in import begin_elsewhere, come_back
from showground.surfaces.web.account.webhooks import WEBHOOK_FORMS, WEBHOOK_PAGES
from showground.surfaces.web.account.your_page import add_collection, read_all, show_your_page
from showground.surfaces.web.admin.routes import ADMIN_FORMS, ADMIN_PAGES, may_open
from showground.surfaces.web.admin.staff import show_invitation, take_invitation
from showground.surfaces.web.announcement import find_announcement
from showground.surfaces.web.assets import Assets
from showground.surfaces.web.checkout.billing import show_checkout_page, take_checkout
from showground.surfaces.web.checkout.order import show_order
from showground.surfaces.web.checkout.payment_events import take_event
from showground.surfaces.web.checkout.sandbox_payment import pay_in_sandbox, show_sandbox
from showground.surfaces.web.csrf import SAFE, OwnForms
from showground.surfaces.web.dashboard.routes import DASHBOARD_FORMS, DASHBOARD_PAGES
from showground.surfaces.web.page_cache import SAFETY
from showground.surfaces.web.secret_paths import TOKEN, SecretPaths
from showground.surfaces.web.sessions import FindPerson, Show, WhoIsIt, sign_in_again
from showground.surfaces.web.templates_engine import environment
from showground.surfaces.web.visit import ANNOUNCEMENT, PERSON, PageServices, Visit, web_caller
from showground.surfaces.web.visitors import newsletter
from showground.surfaces.web.visitors.api_reference import ApiReference
from showground.surfaces.web.visitors.current_listing import Moved
from showground.surfaces.web.visitors.email_links import confirm_claim, show_claim, show_stop, stop
from showground.surfaces.web.visitors.media import show_media
from showground.surfaces.web.visitors.reference_pages import ReferencePages
from showground.surfaces.web.visitors.routes import BUSY_FORMS, VISITORS_FORMS, VISITORS_PAGES

Refuse = Callable[[Request, Exception], Response]

# Pages (GET). The `{token}` in a path is a secret, so it is left out of the log.
PAGES: tuple[tuple[str, Show], ...] = (
    *VISITORS_PAGES,
    *DASHBOARD_PAGES,
    ("/media/{name}", show_media),
    ("/unsubscribe/{token}", show_stop),
    ("/newsletter/confirm/{token}", newsletter.show_request),
    ("/newsletter/subscription/{token}", newsletter.show_subscription),
    ("/alerts/{token}", newsletter.show_alert),
    ("/claims/{token}", show_claim),
    ("/staff-invitations/{token}", show_invitation),
    ("/sign-in", show_sign_in),
    ("/sign-in/{token}", show_link),
    ("/sign-in/with/{provider}/back", come_back),
    (AFTER_SIGN_IN, lead_on),
    ("/me", show_your_page),
    ("/account", show_profile),
    ("/account/email", show_email_form),
    ("/account/email/{token}", show_change),
    ("/account/orders", show_orders),
    ("/account/keys", show_keys),
    *WEBHOOK_PAGES,
    ("/account/apps", show_apps),
    ("/account/sessions", show_sessions),
    ("/account/passkeys", show_passkeys),
    ("/account/mail", show_mails),
    ("/account/alerts", show_alerts),
    ("/account/data", show_data),
    ("/oauth/authorize", show_consent),
    ("/checkout/{token}", show_checkout_page),
    ("/orders/{token}", show_order),
    ("/orders/{token}/invoice", tax_documents.show_invoice),
    ("/orders/{token}/documents/{document}.pdf", tax_documents.send_pdf),
    ("/orders/{token}/documents/{document}.xml", tax_documents.send_xml),
    ("/orders/{token}/documents/{document}", tax_documents.show_document),
    ("/sandbox/{token}", show_sandbox),
    *ADMIN_PAGES,
)
# Forms (POST).
FORMS: tuple[tuple[str, Show], ...] = (
    *BUSY_FORMS,
    *VISITORS_FORMS,
    *DASHBOARD_FORMS,
    ("/unsubscribe/{token}", stop),
    ("/claims/{token}", confirm_claim),
    ("/staff-invitations/{token}", take_invitation),
    ("/sign-in", send_link),
    ("/sign-in/passkey", finish_sign_in),
    ("/sign-in/passkey/options", begin_sign_in),
    ("/sign-in/{token}", use_link),
    ("/sign-in/with/{provider}", begin_elsewhere),
    ("/sign-out", leave),
    ("/me/collections", add_collection),
    ("/me/notifications", read_all),
    ("/account", save_profile),
    ("/account/language", save_language),
    ("/account/email", request_change),
    ("/account/email/{token}", confirm_change),
    ("/account/orders/{number}/cancel", drop_order),
    ("/account/keys", make_key),
    ("/account/keys/{key_id:int}/revoke", drop_key),
    *WEBHOOK_FORMS,
    ("/account/apps/disconnect", drop_app),
    ("/account/sessions/others/end", end_others),
    ("/account/sessions/{session_id:int}/end", end_one),
    ("/account/passkeys", finish_adding),
    ("/account/passkeys/options", begin_adding),
    ("/account/passkeys/{passkey_id:int}/remove", drop_passkey),
    ("/account/mail", save_mails),
    ("/account/alerts", save_alert),
    ("/account/alerts/{search_id:int}/delete", drop_alert),
    ("/account/data/export", send_data),
    ("/account/data/delete", delete_data),
    ("/oauth/authorize", answer_consent),
    ("/checkout/{token}", take_checkout),
    ("/sandbox/{token}", pay_in_sandbox),
    ("/payments/{provider}", take_event),
    *ADMIN_FORMS,
)
OPEN_TO_ALL: tuple[str, ...] = (
    "/payments/",
    "/unsubscribe/",
    "/newsletter/subscription/",
    "/alerts/",
    "/mail/reports",
)  # path prefixes that accept posts from other sites; none of them use the session
STATIC = "/static/"
NOT_PAGES = (STATIC, "/badges/")

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


class SafetyHeaders:
    """Adds the security headers to every response, unless it already has them."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._app(scope, receive, _with_headers(send, SAFETY))


class Counted:
    """Rate limits pages. Callers over the limit get an error page that says when to try again.

    Static files are not counted, because they load with a page. Badges load with other sites' pages and have their
    own limit.
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


def _speak(site: Site) -> list[Middleware]:
    """Nothing for a site in English alone."""
    if site.languages.site.is_english and not site.languages.several:
        return []
    return [Middleware(cast("Any", LanguageChoice), site.languages, secure=site.url.startswith("https://"))]


def pages(
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
    """All pages, as one application. `content_signals`: what robots.txt says about the use of the pages."""
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
            visit = Visit(services, request, cache.begin())
            request.scope[ANNOUNCEMENT] = (await find_announcement(dispatcher, cache, visit.now)).announcement
            try:
                return await show(visit)
            except Moved as moved:
                return _send_on(request, path.format_map({**request.path_params, "slug": moved.slug}))
            except SignInAgain:
                return sign_in_again(visit, is_page=is_page)
            except ApiError:
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

    forms = [Route(path, page(path, show), methods=["POST"]) for path, show in FORMS]
    starlette = Starlette(
        routes=[
            *forms[: len(BUSY_FORMS)],
            Route("/docs/api", reference.show_overview),
            Route("/docs/api/{chapter}", reference.show_chapter),
            Route("/favicon.ico", show_favicon),
            Route(STATIC + "{version}/{name}", assets.serve),
            *(Route(path, page(path, show)) for path, show in PAGES),
            *forms[len(BUSY_FORMS) :],
        ],
        middleware=[
            *_speak(dispatcher.site),
            Middleware(SecretPaths, [path for path, _ in (*PAGES, *FORMS)]),
            Middleware(SafetyHeaders),
            Middleware(OwnForms, dispatcher.site, refuse, OPEN_TO_ALL),
            Middleware(WhoIsIt, dispatcher.site, find_person),
            Middleware(Counted, dispatcher, refuse),
        ],
        exception_handlers={HTTPException: refuse, ApiError: refuse},
    )
    starlette.router.redirect_slashes = False  # Starlette would redirect to the host that the request names
    return cast("App", starlette)
