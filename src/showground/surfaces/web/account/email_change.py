"""Changing the email address of an account."""

from typing import Any

from starlette.responses import Response

from showground.accounts.actions.email_change import confirm_email_change, request_email_change
from showground.core.calls.errors import InvalidInput, NotFound
from showground.surfaces.web.account.sign_in import NO_REFERRER_PATH
from showground.surfaces.web.forms import NO_RESULT, FormResult
from showground.surfaces.web.sessions import for_a_person
from showground.surfaces.web.visit import Visit


@for_a_person
async def show_email_form(visit: Visit) -> Response:
    return _show(visit)


@for_a_person
async def request_change(visit: Visit) -> Response:
    result = await visit.submit(request_email_change)
    return _show(visit, result, (await visit.form()).get("email", ""))


def _show(visit: Visit, result: FormResult[Any] = NO_RESULT, email: str = "") -> Response:
    return visit.show(
        "account_email.html",
        status=result.status,
        private=True,
        result=result,
        email=email,
        asked=result.answer,
        sends_mail=visit.dispatcher.smtp is not None,
    )


@for_a_person
async def show_change(visit: Visit) -> Response:
    return await _show_change(visit, confirm=False)


@for_a_person
async def confirm_change(visit: Visit) -> Response:
    return await _show_change(visit, confirm=True)


async def _show_change(visit: Visit, *, confirm: bool) -> Response:
    try:
        asked = confirm_email_change.parse({"token": visit.path_params["token"], "confirm": confirm})
    except InvalidInput:
        raise NotFound from None
    found = await visit.ask(confirm_email_change, asked)
    if found.changed:
        return visit.go("/account?saved=1")
    return visit.show("account_email_confirm.html", headers=NO_REFERRER_PATH, email=found.email)
