"""Website sessions: the cookies, the lookup on every request, and the redirects to sign in."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from functools import wraps
from typing import cast
from urllib.parse import quote, urlencode, urlsplit

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from showground.accounts import ROLE_SCOPES, SignedIn, SignedInPerson
from showground.accounts.actions.passkeys import list_passkeys
from showground.core.calls.context import Site
from showground.core.calls.declare import MODERATOR, SITE_OWNER, STAFF
from showground.core.calls.errors import ApiError, NotFound
from showground.core.calls.models import NoInput
from showground.surfaces import asgi
from showground.surfaces.web.visit import Visit
from showground.surfaces.web.web_caller import PERSON

FindPerson = Callable[[str, datetime, str], Awaitable[SignedInPerson | None]]
Show = Callable[[Visit], Awaitable[Response]]
MAX_ADDRESS_LENGTH = 8_000  # OAuth authorization requests are long
MAX_AGE = 30 * 24 * 3600  # seconds; a session never lasts longer than its cookie
KNOWN_FOR = 365 * 24 * 3600  # seconds that a browser is recognised after a sign-in
SIGN_IN = "/sign-in"


class SessionMiddleware:
    """Middleware that looks up the session of every request with a session cookie.

    `for_everyone`: path prefixes of files that are the same for everyone, for which no session is looked up, so that a
    page that says that the database is away still has its style.
    """

    def __init__(
        self,
        app: ASGIApp,
        site: Site,
        find: FindPerson,
        refuse: Callable[[Request, Exception], Response],
        for_everyone: tuple[str, ...] = (),
    ) -> None:
        self._app = app
        self._cookie = cookie_name(site)
        self._find = find
        self._refuse = refuse
        self._for_everyone = for_everyone

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            request = Request(scope)
            token = request.cookies.get(self._cookie)
            scope[PERSON] = None
            if token and not scope["path"].startswith(self._for_everyone):
                arrival = asgi.arrival_of(cast("asgi.Scope", scope))
                try:
                    scope[PERSON] = await self._find(token, arrival.now, arrival.address)
                except ApiError as failure:  # the pages' own handlers are further inside
                    await self._refuse(request, failure)(scope, receive, send)
                    return
        await self._app(scope, receive, send)


def cookie_name(site: Site) -> str:
    """With HTTPS, a `__Host-` name: browsers accept it only from this exact host, and only over HTTPS."""
    return "__Host-session" if site.url.startswith("https://") else "session"


def known_cookie_name(site: Site) -> str:
    """The name of the cookie that recognises a browser in which someone has signed in before. It is sent to the sign-in
    pages only, so that all other pages can be served from the cache."""
    return "__Secure-known-browser" if site.url.startswith("https://") else "known-browser"


def give_cookies(response: Response, site: Site, signed_in: SignedIn) -> None:
    secure = site.url.startswith("https://")
    response.set_cookie(
        cookie_name(site), signed_in.token, max_age=MAX_AGE, path="/", secure=secure, httponly=True, samesite="lax"
    )
    response.set_cookie(
        known_cookie_name(site), signed_in.known, max_age=KNOWN_FOR, path=SIGN_IN, secure=secure, httponly=True,
        samesite="lax",
    )  # fmt: skip


def take_cookie(response: Response, site: Site) -> None:
    response.delete_cookie(
        cookie_name(site), path="/", secure=site.url.startswith("https://"), httponly=True, samesite="lax"
    )


def for_a_person(show: Show) -> Show:
    """A page or form for signed-in people; anyone else signs in first and comes back."""

    @wraps(show)
    async def shown(visit: Visit) -> Response:
        if visit.person is None:
            return visit.go(sign_in_first(visit, way_back(visit)))
        return await show(visit)

    return shown


def for_scope(scope: str) -> Callable[[Show], Show]:
    """A page or form for people whose role has this scope; everyone else gets 404. If staff must use a passkey, those
    who signed in another way are asked for it first."""

    def protect(show: Show) -> Show:
        @wraps(show)
        async def shown(visit: Visit) -> Response:
            if not has_scope(visit.person, scope):
                raise NotFound
            if visit.person and visit.person.access.passkey_first:
                return await ask_for_passkey(visit)
            return await show(visit)

        SCOPES_OF_PAGES[shown] = scope
        return shown

    return protect


def has_scope(person: SignedInPerson | None, scope: str) -> bool:
    """Whether the role of this person has a scope, once they have signed in as their role asks for."""
    return person is not None and person.role is not None and scope in ROLE_SCOPES[person.role]


SCOPES_OF_PAGES: dict[Show, str] = {}  # filled where pages are declared; the staff navigation shows what one may open
for_moderators = for_scope(MODERATOR)
for_staff = for_scope(STAFF)
for_site_owners = for_scope(SITE_OWNER)


async def ask_for_passkey(visit: Visit) -> Response:
    """Shown to staff instead of the page until they have signed in with a passkey."""
    found = await visit.ask(list_passkeys, NoInput())
    return visit.show("staff_passkey.html", status=403, passkeys=found.items, next=way_back(visit, "/admin"))


def sign_in_first(visit: Visit, after: str) -> str:
    """The address of the sign-in page, which returns to `after`.

    Someone who is already signed in is asked to sign in again. If a form was submitted, the page says that it was not
    saved.
    """
    again = {"again": "form"} if visit.request.method != "GET" else {"again": "1"} if visit.person else {}
    return f"/sign-in?{urlencode({**again, 'next': after}, safe='/', quote_via=quote)}"


def sign_in_again(visit: Visit, *, is_page: bool) -> Response:
    """Ask for a recent sign-in. `is_page`: whether the current address is a page that the person can return to."""
    url = visit.request.url
    own = own_address(f"{url.path}?{url.query}" if url.query else url.path)
    address = sign_in_first(visit, own if is_page else way_back(visit, "/account"))
    if is_scripted(visit):
        return JSONResponse({"sign_in": address}, 401, {"Cache-Control": "no-store"})
    return visit.go(address)


def is_scripted(visit: Visit) -> bool:
    """Whether a script sent the request and expects JSON."""
    return "application/json" in visit.request.headers.get("accept", "")


def own_address(text: str, otherwise: str = "/") -> str:
    """`text` if it is a path on this site (as `next` should be), or else `otherwise`. Prevents open redirects."""
    plain = text.isprintable() and "\\" not in text and len(text) <= MAX_ADDRESS_LENGTH
    if not plain or not text.startswith("/") or text.startswith("//"):
        return otherwise
    try:
        parts = urlsplit(text)
    except ValueError:
        return otherwise
    return otherwise if parts.scheme or parts.netloc else text


def way_back(visit: Visit, otherwise: str = "/") -> str:
    """The current page; for a submitted form, the page it was on, or else `otherwise`."""
    url = visit.request.url
    if visit.request.method != "GET":
        return page_of_form(visit.request) or otherwise
    return own_address(f"{url.path}?{url.query}" if url.query else url.path, otherwise)


def page_of_form(request: Request) -> str | None:
    """The page that a submitted form was on, by the Referer. Its host is left out, so it is always ours."""
    try:
        url = urlsplit(request.headers.get("referer", ""))
    except ValueError:
        return None
    return own_address(f"{url.path}?{url.query}" if url.query else url.path, "") or None
