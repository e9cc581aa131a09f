"""Has the staff page after a form say that it was done. That page is another request, so a cookie remembers it."""

from starlette.requests import Request
from starlette.responses import Response

from showground.core.calls.context import Site

PAGES = "/admin"
COOKIE = "done"
SECONDS = 60  # the page follows at once


def remember(response: Response, site: Site, following: str) -> None:
    """`following`: the page that the browser opens next."""
    if following.startswith(PAGES):
        secure = site.url.startswith("https://")
        response.set_cookie(COOKIE, "1", SECONDS, path=PAGES, secure=secure, httponly=True, samesite="lax")


def is_remembered(request: Request) -> bool:
    return request.method == "GET" and request.scope["path"].startswith(PAGES) and COOKIE in request.cookies


def forget(request: Request, response: Response) -> None:
    """Once the page has said it."""
    if is_remembered(request):
        response.delete_cookie(COOKIE, path=PAGES, httponly=True, samesite="lax")
