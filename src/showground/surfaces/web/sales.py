"""What the site sells: read once for all pages, and again when it has changed or after half a minute.

A page that invites people to buy something asks here first, in templates with `selling()`: some sites sell nothing, and
others only some products.
"""

from contextvars import ContextVar
from datetime import datetime
from typing import Any, cast

from starlette.types import ASGIApp, Receive, Scope, Send

from showground.core.cache import Cache, CachedAnswer
from showground.core.calls.context import Caller
from showground.core.calls.dispatch import Dispatcher
from showground.core.calls.errors import ApiError
from showground.core.calls.models import NoInput
from showground.orders.actions.offers import Sales, show_sales
from showground.surfaces.asgi import arrival_of

TAG = "products"
NOTHING = Sales(open=False, parts=frozenset(), billboard_cents=None)
KEY = ("sales", b"")  # in the cache of answers; no request has a path without a slash
MARK = "showground.cache_mark"  # key of the cache's mark in the ASGI scope, taken before anything was read
CURRENT: ContextVar[Sales] = ContextVar("what is sold", default=NOTHING)


def current_sales() -> Sales:
    """What the site sells, for the page that is being made."""
    return CURRENT.get()


class SalesMiddleware:
    """Finds what is sold before a page is made, even if it is an error page."""

    def __init__(self, app: ASGIApp, dispatcher: Dispatcher, cache: Cache, files: tuple[str, ...]) -> None:
        self._app = app
        self._dispatcher = dispatcher
        self._cache = cache
        self._files = files
        self._stored: tuple[CachedAnswer, Sales] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and not scope["path"].startswith(self._files):
            scope[MARK] = self._cache.begin()
            CURRENT.set(await self._find(arrival_of(cast("dict[str, Any]", scope)).now))
        await self._app(scope, receive, send)

    async def _find(self, now: datetime) -> Sales:
        """A change of products drops it from the cache of every process, with all pages that depend on it."""
        at, begun, kept = now.timestamp(), self._cache.begin(), self._cache.answers.get(KEY)
        if self._stored and kept and kept is self._stored[0] and at < kept.until:
            return self._stored[1]
        try:
            found = await self._dispatcher.call(show_sales, Caller(now, "job"), NoInput())
        except ApiError:  # the database is away; the page says so itself, if it needs it
            return self._stored[1] if self._stored else NOTHING
        answer = CachedAnswer(b"", [], b"", operation="", tags=(TAG,))
        self._cache.store(KEY, answer, begun, at)
        self._stored = answer, found
        return found
