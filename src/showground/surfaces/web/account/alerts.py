"""Saved searches whose new results are emailed."""

from typing import Any

from starlette.responses import Response

from showground.core.calls.models import NoInput
from showground.newsletter.actions.saved_searches import (
    delete_saved_search,
    list_saved_searches,
    save_search,
)
from showground.surfaces.web.forms import NO_RESULT, FormResult
from showground.surfaces.web.search_words import describe_search, search_address
from showground.surfaces.web.sessions import for_a_person
from showground.surfaces.web.visit import Visit


@for_a_person
async def show_alerts(visit: Visit) -> Response:
    return await _show(visit, saved="saved" in visit.query)


@for_a_person
async def save_alert(visit: Visit) -> Response:
    result = await visit.submit(save_search)
    return await _show(visit, result) if result.answer is None else visit.go("/account/alerts?saved=1")


@for_a_person
async def drop_alert(visit: Visit) -> Response:
    result = await visit.submit(delete_saved_search, **visit.path_params)
    if result.failure:
        raise result.failure
    return visit.go("/account/alerts")


async def _show(visit: Visit, result: FormResult[Any] = NO_RESULT, *, saved: bool = False) -> Response:
    found = await visit.ask(list_saved_searches, NoInput())
    searches = [(one, describe_search(one.search), search_address(one.search)) for one in found.items]
    return visit.show(
        "account_alerts.html", status=result.status, private=True, searches=searches, saved=saved, result=result
    )
