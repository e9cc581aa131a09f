"""API keys in the account area: list, create (shown once) and revoke."""

from typing import Any

from starlette.responses import Response

from showground.accounts import SCOPES
from showground.accounts.actions.keys import create_own_key, list_keys, revoke_key
from showground.core.calls.models import NoInput
from showground.core.languages import Text
from showground.core.tokens import make_token
from showground.surfaces.web.forms import NO_RESULT, FormResult
from showground.surfaces.web.sessions import for_a_person
from showground.surfaces.web.visit import Visit

LIVES = {
    "": Text("Never"),
    "30": Text("In 30 days"),
    "90": Text("In 90 days"),
    "365": Text("In a year"),
}


@for_a_person
async def show_keys(visit: Visit) -> Response:
    return await _show(visit, {"name": "", "scopes": ["account:read"], "days": "90", "test": []}, NO_RESULT)


@for_a_person
async def make_key(visit: Visit) -> Response:
    """Shows the key in answer to the form, so that it is stored nowhere. Reloading that page makes no second key."""
    result = await visit.submit(create_own_key)
    if result.answer is not None:
        return visit.show("account_key_made.html", private=True, key=result.answer.key)
    form = await visit.form()
    given = {"name": form.get("name", ""), "scopes": form.getlist("scopes"), "days": form.get("days", "")}
    return await _show(visit, {**given, "test": form.getlist("test")}, result)


async def _show(visit: Visit, given: dict[str, Any], result: FormResult[Any]) -> Response:
    keys = await visit.ask(list_keys, NoInput())
    return visit.show(
        "account_keys.html",
        status=result.status,
        private=True,
        keys=keys.items,
        scopes=SCOPES,
        lives=LIVES,
        given=given,
        once=make_token(),
        result=result,
    )


@for_a_person
async def drop_key(visit: Visit) -> Response:
    """Ignores a key that is already revoked; the page lists the ones that are left."""
    await visit.submit(revoke_key, key_id=visit.request.path_params["key_id"])
    return visit.go("/account/keys")
