"""Who is signed in on the website: the cookie, the look-up before every page, and the way to sign in first or again."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from functools import wraps
from typing import cast
from urllib.parse import quote, urlencode, urlsplit

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from showground.accounts import SignedIn, SignedInPerson
from showground.accounts.actions.passkeys import list_passkeys
from showground.core.calls.context import Site
from showground.core.calls.errors import NotFound
from showground.core.calls.models import NoInput
from showground.surfaces import asgi
from showground.surfaces.web.visit import PERSON, Visit

FindPerson = Callable[[str, datetime, str], Awaitable[SignedInPerson | None]]
Show = Callable[[Visit], Awaitable[Response]]
MAX_ADDRESS_LENGTH = 8_000  # an app's request for access is long
MAX_AGE = 30 * 24 * 3600  # seconds that a browser keeps the cookie; the session itself ends no later
KNOWN_FOR = 365 * 24 * 3600  # seconds that a browser remembers who has signed in with it
SIGN_IN = "/sign-in"


class WhoIsIt:
    """Looks up the session of every request that carries one."""

    def __init__(self, app: ASGIApp, site: Site, find: FindPerson) -> None:
        self._app = app
        self._cookie = cookie_name(site)
        self._find = find

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            token = Request(scope).cookies.get(self._cookie)
            arrival = asgi.arrival_of(cast("asgi.Scope", scope))
            scope[PERSON] = await self._find(token, arrival.now, arrival.address) if token else None
        await self._app(scope, receive, send)


def cookie_name(site: Site) -> str:
    """With https, a name that browsers accept from this very host only, and never over http."""
    return "__Host-session" if site.url.startswith("https://") else "session"


def known_cookie_name(site: Site) -> str:
    """Of the cookie by which a browser is recognised that somebody has signed in with. It is sent to the sign-in pages
    alone, so that all others are cached for visitors who carry it."""
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


def for_staff(show: Show) -> Show:
    """A page or form for staff; for anyone else there is no such page. Where staff have to use a passkey, those who
    signed in otherwise are asked for it first."""

    @wraps(show)
    async def shown(visit: Visit) -> Response:
        if visit.person is None or not visit.person.staff:
            raise NotFound
        if visit.person.access.passkey_first:
            return await ask_for_passkey(visit)
        return await show(visit)

    return shown


async def ask_for_passkey(visit: Visit) -> Response:
    """What staff see instead of their pages until they have used a passkey."""
    found = await visit.ask(list_passkeys, NoInput())
    return visit.show("staff_passkey.html", status=403, passkeys=found.items, next=way_back(visit, "/admin"))


def sign_in_first(visit: Visit, after: str) -> str:
    """Where a person signs in and comes back from; who is signed in does so again, and is told of a form undone."""
    again = {"again": "1" if visit.request.method == "GET" else "form"} if visit.person else {}
    return f"/sign-in?{urlencode({**again, 'next': after}, safe='/', quote_via=quote)}"


def sign_in_again(visit: Visit, *, is_page: bool) -> Response:
    """For what asks for a recent sign-in. `is_page`: whether the address itself is a page to come back to."""
    url = visit.request.url
    own = own_address(f"{url.path}?{url.query}" if url.query else url.path)
    address = sign_in_first(visit, own if is_page else way_back(visit, "/account"))
    if is_scripted(visit):
        return JSONResponse({"sign_in": address}, 401, {"Cache-Control": "no-store"})
    return visit.go(address)


def is_scripted(visit: Visit) -> bool:
    """Whether a script asks, which is answered with data."""
    return "application/json" in visit.request.headers.get("accept", "")


def own_address(text: str, otherwise: str = "/") -> str:
    """A path on this site, such as `next` should be; anything that could lead elsewhere becomes `otherwise`."""
    plain = text.isprintable() and "\\" not in text and len(text) <= MAX_ADDRESS_LENGTH
    if not plain or not text.startswith("/") or text.startswith("//"):
        return otherwise
    try:
        parts = urlsplit(text)
    except ValueError:
        return otherwise
    return otherwise if parts.scheme or parts.netloc else text


def way_back(visit: Visit, otherwise: str = "/") -> str:
    """The page itself; for a form, the page that it stood on, if the browser says so."""
    url = visit.request.url
    if visit.request.method != "GET":
        url = urlsplit(visit.request.headers.get("referer", ""))
    return own_address(f"{url.path}?{url.query}" if url.query else url.path, otherwise)
