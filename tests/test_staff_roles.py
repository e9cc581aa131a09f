"""What each role may do: every action for staff is in this table, and the dispatcher lets in exactly who it says."""

import importlib
import pkgutil
from typing import Any

import pytest

import showground
from showground.accounts import ROLE_SCOPES, StaffRole
from showground.core.calls.action import Action
from showground.core.calls.context import Access, Caller
from showground.core.calls.declare import PERSON, STAFF_SCOPES
from showground.core.calls.errors import InsufficientScope, SignInRequired
from showground.surfaces.web.admin.routes import ADMIN_FORMS, ADMIN_PAGES, may_open
from showground.surfaces.web.sessions import SCOPES_OF_PAGES
from tests.support.world import World

pytestmark = pytest.mark.anyio

# What moderators may do, and what only owners may; staff and owners may do everything else.
MODERATORS = {
    "approve_listing", "block_person", "change_listings", "discount_votes", "get_listing_policy",
    "list_new_listings", "list_saved_replies", "show_listing_state", "hide_review", "list_all_listings",
    "list_all_questions", "list_all_reviews", "list_discounted", "list_people", "list_question_reports",
    "list_reports", "list_suspended_of", "list_paid_orders", "preview_listing", "list_unreviewed",
    "list_vote_ledger", "moderate_answer", "moderate_question", "name_people", "revert_version", "review_version",
    "settle_question_report", "settle_report", "show_attributes", "show_person", "sign_out_person",
    "suspend_listing", "unblock_person",
}  # fmt: skip
OWNERS = {
    "cancel_invitation", "create_account", "create_key", "find_person", "invite_staff", "list_staff",
    "make_sign_in_link", "remove_passkeys_of", "set_account_email", "set_role",
}  # fmt: skip
ROLES: tuple[StaffRole, ...] = ("moderator", "staff", "owner")


def all_staff_actions() -> dict[str, Action[Any, Any]]:
    """Every action with a scope of staff, in whatever domain."""
    found: dict[str, Action[Any, Any]] = {}
    for module in pkgutil.walk_packages(showground.__path__, "showground."):
        if ".actions." in module.name:
            for value in vars(importlib.import_module(module.name)).values():
                if isinstance(value, Action) and value.scope in STAFF_SCOPES:
                    found[value.name] = value
    return found


def allowed(name: str) -> set[StaffRole]:
    if name in MODERATORS:
        return set(ROLES)
    return {"owner"} if name in OWNERS else {"staff", "owner"}


async def test_each_role_may_do_exactly_what_the_table_says(world: World) -> None:
    actions = all_staff_actions()
    assert len(actions) > 100
    assert actions.keys() >= MODERATORS | OWNERS
    for name, action in actions.items():
        with pytest.raises(SignInRequired):
            await world.dispatcher.admit(action, Caller(world.clock(), "web"))
        for role in (*ROLES, None):
            scopes = frozenset((PERSON, *(ROLE_SCOPES[role] if role else ())))
            caller = Caller(world.clock(), "web", Access(1, "session", scopes, recent=True))
            if role in allowed(name):
                await world.dispatcher.admit(action, caller)
            else:
                with pytest.raises(InsufficientScope):
                    await world.dispatcher.admit(action, caller)


async def test_pages_and_forms_open_for_the_roles_that_may_use_them(world: World) -> None:
    declared = {show: path for path, show in (*ADMIN_PAGES, *ADMIN_FORMS)}
    assert declared.keys() <= SCOPES_OF_PAGES.keys()
    async with world.dispatcher.database.transaction() as db:
        await db.execute("update account set role = 'moderator' where name = 'Bob'")
    async with world.browser("bob") as bob:
        for path in ("/admin", "/admin/reports", "/admin/people", "/admin/listings", "/admin/edits"):
            answer = await bob.get(path)
            assert answer.status_code == 200, path
            assert "/admin/orders" not in answer.text
            assert "/admin/settings" not in answer.text
        for path in ("/admin/orders", "/admin/settings", "/admin/staff", "/admin/outbox", "/admin/log"):
            assert (await bob.get(path)).status_code == 404, path
            assert not may_open(None, path)
        assert (await bob.post("/admin/staff", data={"email": "x@x.example", "role": "owner"})).status_code == 404
        [(account,)] = await _ask(world, "select id from account where name = 'Alice'")
        assert (await bob.post(f"/admin/people/{account}/delete", data={})).status_code == 404
        assert (await bob.post(f"/admin/people/{account}/role", data={"role": "staff"})).status_code == 404
    assert await _ask(world, "select from staff_event") == []


async def _ask(world: World, query: Any) -> list[Any]:
    async with world.dispatcher.database.reading() as db:
        return await db.all(query)
