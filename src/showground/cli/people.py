"""Commands about people: who runs the site, and blocking, merging and deleting accounts."""

import argparse
from typing import TYPE_CHECKING, Any

from showground.cli.resources import CommandFailed, call_action, caller, with_dispatcher
from showground.settings import Settings

if TYPE_CHECKING:
    from showground.accounts.people_models import Person
    from showground.core.calls.action import Action
    from showground.core.calls.dispatch import Dispatcher


def list_staff(settings: Settings, arguments: argparse.Namespace) -> None:  # noqa: ARG001
    from showground.accounts.actions.staff_roles import list_staff

    found = call_action(settings, list_staff, {})
    for person in found.items:
        print(f"{person.role}\t{person.email}")
    for invitation in found.invitations:
        print(f"{invitation.role}\t{invitation.email}\tinvited, until {invitation.expires_at:%Y-%m-%d}")


def invite_staff(settings: Settings, arguments: argparse.Namespace) -> None:
    from showground.accounts.actions.staff_roles import invite_staff

    made = call_action(settings, invite_staff, {"email": arguments.email, "role": arguments.role})
    print(made.url)


def set_role(settings: Settings, arguments: argparse.Namespace) -> None:
    from showground.accounts.actions.staff_roles import set_role

    role = None if arguments.role == "none" else arguments.role
    person = _call_about(settings, set_role, arguments.email, role=role)
    print(f"{person.email} is {_with_article(person.role)}." if person.role else f"{person.email} has no role.")


def block(settings: Settings, arguments: argparse.Namespace) -> None:
    from showground.accounts.actions.people import block_person

    person = _call_about(settings, block_person, arguments.email, why=arguments.why)
    print(f"{person.email} is blocked.")


def unblock(settings: Settings, arguments: argparse.Namespace) -> None:
    from showground.accounts.actions.people import unblock_person

    done = _call_about(settings, unblock_person, arguments.email)
    print(f"{done.email} can sign in again.")
    if done.restored:
        print(f"Listings restored that the block had suspended: {done.restored}")


def delete(settings: Settings, arguments: argparse.Namespace) -> None:
    from showground.accounts.actions.people import delete_person

    if not arguments.yes:
        raise CommandFailed("Deleting an account can't be undone. Add --yes if you are sure.")
    _call_about(settings, delete_person, arguments.email, email=arguments.email)
    print(f"{arguments.email} was deleted.")


def merge(settings: Settings, arguments: argparse.Namespace) -> None:
    from showground.accounts.actions.merge_accounts import merge_accounts

    async def work(dispatcher: "Dispatcher") -> "Person":
        account, into = await _find(dispatcher, arguments.email), await _find(dispatcher, arguments.into)
        asked = merge_accounts.parse({"account": account.id, "into": into.id})
        return await dispatcher.call(merge_accounts, caller(dispatcher), asked)

    person = with_dispatcher(settings, work)
    print(f"{arguments.email} was merged into {person.email}.")


def _call_about(settings: Settings, action: "Action[Any, Any]", about: str, **values: Any) -> Any:
    """Call an action about the account with this email address."""

    async def work(dispatcher: "Dispatcher") -> Any:
        person = await _find(dispatcher, about)
        return await dispatcher.call(action, caller(dispatcher), action.parse({"account": person.id, **values}))

    return with_dispatcher(settings, work)


async def _find(dispatcher: "Dispatcher", email: str) -> "Person":
    from showground.accounts.actions.people import find_person
    from showground.accounts.people_errors import NoSuchPerson

    try:
        return await dispatcher.call(find_person, caller(dispatcher), find_person.parse({"email": email}))
    except NoSuchPerson as problem:
        raise CommandFailed(f"No account has the email address {email}.") from problem


def _with_article(role: str) -> str:
    return {"owner": "an owner", "staff": "staff", "moderator": "a moderator"}[role]
