"""Export of personal data, and account deletion."""

from typing import Any

from pydantic_core import to_json
from starlette.responses import Response

from showground.accounts.actions.account import delete_account, export_account
from showground.core.calls.models import NoInput
from showground.orders.actions.checkout import show_seller
from showground.surfaces.web.forms import NO_RESULT, FormResult
from showground.surfaces.web.sessions import for_a_person, take_cookie
from showground.surfaces.web.visit import Visit


@for_a_person
async def show_data(visit: Visit) -> Response:
    return await _show(visit, NO_RESULT)


@for_a_person
async def send_data(visit: Visit) -> Response:
    """A POST, so that the CSRF check stops other sites from making a browser download it."""
    export = await visit.ask(export_account, NoInput())
    headers = {"Cache-Control": "no-store", "Content-Disposition": 'attachment; filename="account.json"'}
    return Response(to_json(export.parts, indent=2), 200, headers, "application/json")


@for_a_person
async def delete_data(visit: Visit) -> Response:
    result = await visit.submit(delete_account)
    if result.answer is None:
        return await _show(visit, result)
    response = visit.go("/account/deleted")
    take_cookie(response, visit.dispatcher.site)
    return response


async def show_deleted(visit: Visit) -> Response:
    """Confirms the deletion. Says nothing about anyone, so it is the same for all."""
    if visit.person is not None:
        return visit.go("/account")
    seller = await visit.ask(show_seller, NoInput())
    return visit.show("account_deleted.html", private=True, books_years=seller.books_years)


async def _show(visit: Visit, result: FormResult[Any]) -> Response:
    seller = await visit.ask(show_seller, NoInput())
    return visit.show(
        "account_data.html", status=result.status, private=True, result=result, books_years=seller.books_years
    )
