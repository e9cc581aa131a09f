"""Invitations and offers that people get as a link by email: read one, and accept it after signing in."""

from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import quote

from pydantic import BaseModel
from starlette.responses import Response

from showground.core.calls.action import Action
from showground.core.calls.errors import ApiError, InvalidInput, NotFound
from showground.surfaces.web.sessions import Show
from showground.surfaces.web.visit import Visit

M = TypeVar("M", bound=BaseModel)


async def read_offered(visit: Visit, action: Action[Any, M], unknown: type[ApiError]) -> M:
    """What the link offers. A malformed token is answered like an unknown one.

    The page only shows it and waits for a click: email scanners open links too and must not accept anything.
    """
    try:
        return await visit.ask(action, action.parse({"token": visit.path_params["token"]}))
    except InvalidInput:
        raise unknown from None


def accept_offered(action: Action[Any, M], page_after: Callable[[M], str]) -> Show:
    """Accept it. The page with the button sends no referrer, so the way back from signing in is passed along here."""

    async def accept(visit: Visit) -> Response:
        if visit.person is None:
            return visit.go(f"/sign-in?next={quote(visit.path, safe='/')}")
        result = await visit.submit_with(action, token=visit.path_params["token"])
        if result.answer is None:
            raise result.failure or NotFound()
        return visit.go(page_after(result.answer))

    return accept
