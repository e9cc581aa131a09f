"""People: search, what an account owns and did, and signing it out, blocking, merging or deleting it."""

from typing import Any

from starlette.responses import Response

from showground.accounts.actions.merge_accounts import merge_accounts
from showground.accounts.actions.people import (
    OfPerson,
    block_person,
    delete_person,
    list_people,
    list_records,
    show_person,
    sign_out_person,
    unblock_person,
)
from showground.core.calls.action import Action
from showground.core.languages import Text
from showground.listings.actions.staff_listings import ListSuspendedOf, list_suspended_of
from showground.surfaces.web.admin.common import button, chosen, field_refused, list_replies, read_reply
from showground.surfaces.web.dashboard.common import number_of
from showground.surfaces.web.forms import NO_RESULT, FormResult
from showground.surfaces.web.pager import make_pager
from showground.surfaces.web.sessions import for_moderators, for_staff
from showground.surfaces.web.visit import Visit

STATES = ("blocked", "staff")
MAX_ROWS = 20  # of one kind, on the page of a person


@for_moderators
async def show_people(visit: Visit) -> Response:
    asked = visit.parse_page(list_people, **chosen(visit, "state", "q"))
    found = await visit.ask(list_people, asked)
    return visit.show(
        "admin/people.html",
        private=True,
        people=found.items,
        pager=make_pager(visit, found),
        states=STATES,
        chosen=asked.state or "",
        q=asked.q or "",
    )


@for_moderators
async def show_one(visit: Visit) -> Response:
    return await _show(visit)


@for_moderators
async def block(visit: Visit) -> Response:
    return await _change(visit, block_person, why=await read_reply(visit, "why"))


@for_moderators
async def unblock(visit: Visit) -> Response:
    account = number_of(visit, "account")
    done = await visit.ask(unblock_person, OfPerson(account=account))
    return visit.go(f"/admin/people/{account}?restored={done.restored}")


@for_staff
async def delete(visit: Visit) -> Response:
    typed = (await visit.form()).get("email", "")
    result = await visit.submit_with(delete_person, account=number_of(visit, "account"), email=typed)
    return visit.go("/admin/people") if result.failure is None else await _show(visit, result, typed)


@for_staff
async def merge(visit: Visit) -> Response:
    typed = (await visit.form()).get("into", "").strip()
    if not (typed.isascii() and typed.isdigit() and len(typed) < 19):
        return await _show(visit, field_refused("into", Text("Enter the number of the account to keep.")), into=typed)
    result = await visit.submit_with(merge_accounts, account=number_of(visit, "account"), into=int(typed))
    if result.failure is not None:
        return await _show(visit, result, into=typed)
    return visit.go(f"/admin/people/{int(typed)}")


async def _change(visit: Visit, action: Action[Any, Any], **values: Any) -> Response:
    account = number_of(visit, "account")
    result = await visit.submit_with(action, account=account, **values)
    return visit.go(f"/admin/people/{account}") if result.failure is None else await _show(visit, result)


async def _show(visit: Visit, result: FormResult[Any] = NO_RESULT, email: str = "", into: str = "") -> Response:
    asked = OfPerson(account=number_of(visit, "account"))
    person = await visit.ask(show_person, asked)
    may_read = visit.access is not None and list_records.scope in visit.access.scopes
    records = (await visit.ask(list_records, asked)).items if may_read else []
    restored = visit.query.get("restored")
    return visit.show(
        "admin/person.html",
        status=result.status,
        private=True,
        someone=person,
        tables=[(table.name, table.rows[-MAX_ROWS:], len(table.rows)) for table in records],
        may_read=may_read,
        restored=int(restored) if restored.isascii() and restored.isdigit() and len(restored) < 5 else None,
        suspended=(await visit.ask(list_suspended_of, ListSuspendedOf(account=person.id))).items,
        replies=await list_replies(visit),
        result=result,
        email=email,
        into=into,
    )


sign_out = button(sign_out_person, "/admin/people")
