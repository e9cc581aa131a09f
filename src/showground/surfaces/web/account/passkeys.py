"""Passkeys: add, list and remove them in the account area, and sign in with them. Needs JavaScript."""

from starlette.responses import Response

from showground.accounts import Options
from showground.accounts.actions.passkeys import (
    add_passkey,
    begin_passkey,
    begin_passkey_sign_in,
    list_passkeys,
    remove_passkey,
    sign_in_with_passkey,
)
from showground.accounts.actions.sign_in_links import AFTER_SIGN_IN
from showground.core.calls.models import NoInput
from showground.surfaces.web.account.sign_in import show_ways
from showground.surfaces.web.forms import NO_RESULT
from showground.surfaces.web.sessions import for_a_person, give_cookies, own_address
from showground.surfaces.web.visit import Visit

CHANGED = "/account/passkeys?changed=1"  # also offers to sign out other browsers


@for_a_person
async def show_passkeys(visit: Visit) -> Response:
    found = await visit.ask(list_passkeys, NoInput())
    changed = "changed" in visit.query
    return visit.show("account_passkeys.html", private=True, passkeys=found.items, result=NO_RESULT, changed=changed)


@for_a_person
async def begin_adding(visit: Visit) -> Response:
    return _options(await visit.ask(begin_passkey, NoInput()))


@for_a_person
async def finish_adding(visit: Visit) -> Response:
    result = await visit.submit(add_passkey)
    if result.answer is not None:
        return visit.go(CHANGED)
    found = await visit.ask(list_passkeys, NoInput())
    return visit.show("account_passkeys.html", status=result.status, passkeys=found.items, result=result, changed=False)


@for_a_person
async def drop_passkey(visit: Visit) -> Response:
    result = await visit.submit(remove_passkey, passkey_id=visit.request.path_params["passkey_id"])
    return visit.go("/account/passkeys" if result.answer is None else CHANGED)


async def begin_sign_in(visit: Visit) -> Response:
    return _options(await visit.ask(begin_passkey_sign_in, NoInput()))


async def finish_sign_in(visit: Visit) -> Response:
    after = own_address((await visit.form()).get("next", ""), AFTER_SIGN_IN)
    agent = visit.request.headers.get("user-agent", "")
    result = await visit.submit(sign_in_with_passkey, next=after, agent=agent)
    if result.answer is None:
        return await show_ways(visit, after, result)
    response = visit.go(after)
    give_cookies(response, visit.site, result.answer)
    return response


def _options(options: Options) -> Response:
    return Response(options.json_text, 200, {"Cache-Control": "no-store"}, "application/json")
