"""Who runs the site: roles and invitations. And the page on which somebody accepts one."""

from typing import Any

from starlette.responses import Response

from showground.accounts.actions.staff_roles import (
    NoSuchInvitation,
    accept_invitation,
    cancel_invitation,
    invite_staff,
    list_staff,
    read_invitation,
    set_role,
)
from showground.core.calls.models import NoInput
from showground.core.languages import Text
from showground.surfaces.web.account.sign_in import NO_REFERRER_PATH
from showground.surfaces.web.admin.common import button
from showground.surfaces.web.dashboard.common import number_of
from showground.surfaces.web.emailed_offers import accept_offered, read_offered
from showground.surfaces.web.forms import NO_RESULT, FormResult
from showground.surfaces.web.sessions import for_site_owners
from showground.surfaces.web.visit import Visit

ROLES = {
    "moderator": Text("Moderator: reports, reviews, questions, votes, edits; suspends listings and blocks people"),
    "staff": Text("Staff: also orders, listings, categories, content and settings"),
    "owner": Text("Owner: also decides who runs the site"),
}


@for_site_owners
async def show_staff(visit: Visit) -> Response:
    return await _show(visit)


@for_site_owners
async def invite(visit: Visit) -> Response:
    form = await visit.form()
    email, role = form.get("email", "").strip(), form.get("role", "")
    result = await visit.submit_with(invite_staff, email=email, role=role)
    return (
        visit.go("/admin/staff?invited=1", told=True)
        if result.failure is None
        else await _show(visit, result, email, role)
    )


@for_site_owners
async def save_role(visit: Visit) -> Response:
    """Also from the page of a person, who may have no role yet."""
    account, role = number_of(visit, "account"), (await visit.form()).get("role", "") or None
    result = await visit.submit_with(set_role, account=account, role=role)
    return visit.go("/admin/staff") if result.failure is None else await _show(visit, result)


async def _show(
    visit: Visit, result: FormResult[Any] = NO_RESULT, email: str = "", role: str = "moderator"
) -> Response:
    found = await visit.ask(list_staff, NoInput())
    return visit.show(
        "admin/staff.html",
        status=result.status,
        private=True,
        people=found.items,
        invitations=found.invitations,
        roles=ROLES,
        result=result,
        email=email,
        role=role,
        invited="invited" in visit.query,
    )


async def show_invitation(visit: Visit) -> Response:
    invitation = await read_offered(visit, read_invitation, NoSuchInvitation)
    return visit.show("staff_invitation.html", headers=NO_REFERRER_PATH, invitation=invitation)


take_invitation = accept_offered(accept_invitation, lambda _: "/admin")
cancel = button(cancel_invitation, "/admin/staff")
