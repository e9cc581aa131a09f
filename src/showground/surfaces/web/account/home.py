"""Where people land after signing in, and the start page of the account area: the name and email address."""

from typing import Any
from urllib.parse import urlencode

from starlette.responses import Response

from showground.accounts.actions.account import rename_account
from showground.accounts.actions.language_choice import choose_language, read_language
from showground.core.calls.models import NoInput
from showground.drafting.operations.list_drafts import ListDrafts, list_drafts
from showground.ownership.operations.list_my_listings import ListMyListings, list_my_listings
from showground.surfaces.visitor_language import PARAMETER
from showground.surfaces.web.forms import NO_RESULT, FormResult
from showground.surfaces.web.sessions import for_a_person
from showground.surfaces.web.visit import Visit


@for_a_person
async def lead_on(visit: Visit) -> Response:
    """After signing in without a page to return to: staff go to their desk, founders to the dashboard."""
    if visit.person and visit.person.staff:
        return visit.go("/admin")
    listings = await visit.ask(list_my_listings, ListMyListings(per_page=1))
    drafts = await visit.ask(list_drafts, ListDrafts(per_page=1))
    return visit.go("/dashboard" if listings.total or drafts.total else "/account")


@for_a_person
async def show_profile(visit: Visit) -> Response:
    return await _show(visit, NO_RESULT)


@for_a_person
async def save_profile(visit: Visit) -> Response:
    result = await visit.submit(rename_account)
    return await _show(visit, result) if result.answer is None else visit.go("/account?saved=1")


@for_a_person
async def save_language(visit: Visit) -> Response:
    """Emails are in this language from now on, and so are the pages in this browser."""
    result = await visit.submit(choose_language)
    if result.answer is None:
        return await _show(visit, result)
    return visit.go(f"/account?{urlencode({'saved': '1', PARAMETER: result.answer.language})}")


async def _show(visit: Visit, result: FormResult[Any]) -> Response:
    languages, language = visit.site.languages, visit.site.languages.site.code
    if languages.several:
        language = (await visit.ask(read_language, NoInput())).language or language
    return visit.show(
        "account.html",
        status=result.status,
        private=True,
        result=result,
        saved="saved" in visit.query,
        languages={one.code: one.name for one in languages.all} if languages.several else {},
        language=language,
    )
