"""The start page of the account area: the name and email address."""

from typing import Any

from starlette.responses import Response

from showground.accounts.actions.account import rename_account
from showground.surfaces.web.forms import NOT_TRIED, Tried
from showground.surfaces.web.sessions import for_a_person
from showground.surfaces.web.visit import Visit


@for_a_person
async def show_profile(visit: Visit) -> Response:
    return _show(visit, NOT_TRIED)


@for_a_person
async def save_profile(visit: Visit) -> Response:
    tried = await visit.attempt(rename_account)
    return _show(visit, tried) if tried.answer is None else visit.go("/account?saved=1")


def _show(visit: Visit, tried: Tried[Any]) -> Response:
    return visit.show("account.html", status=tried.status, private=True, tried=tried, saved="saved" in visit.query)
