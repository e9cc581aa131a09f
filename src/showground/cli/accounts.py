"""Commands for accounts, keys, sign-in links, passkeys and sessions."""

import argparse

from showground.cli.resources import CommandFailed, call_action, need_database
from showground.settings import Settings


def create_account(settings: Settings, arguments: argparse.Namespace) -> None:
    from showground.accounts.actions.account import create_account

    name = arguments.name or arguments.email.partition("@")[0]
    made = call_action(settings, create_account, {"email": arguments.email, "name": name, "staff": arguments.staff})
    print(made.id)


def create_key(settings: Settings, arguments: argparse.Namespace) -> None:
    from showground.accounts.actions.keys import NoSuchAccount, create_key

    need_database(settings)
    raw = {"email": arguments.email, "name": arguments.name, "scopes": arguments.scope, "days": arguments.days}
    raw["test"] = arguments.test
    try:
        made = call_action(settings, create_key, raw)
    except NoSuchAccount as problem:
        raise CommandFailed(f"{problem.detail} {_how_to_create(arguments.email)}") from problem
    print(made.key)


def make_sign_in_link(settings: Settings, arguments: argparse.Namespace) -> None:
    from showground.accounts.actions.keys import NoSuchAccount
    from showground.accounts.actions.sign_in_links import make_sign_in_link

    need_database(settings)
    try:
        made = call_action(settings, make_sign_in_link, {"email": arguments.email})
    except NoSuchAccount as problem:
        raise CommandFailed(f"{problem.detail} {_how_to_create(arguments.email)}") from problem
    print(made.url)


def set_account_email(settings: Settings, arguments: argparse.Namespace) -> None:
    from showground.accounts.actions.account import set_account_email

    need_database(settings)
    done = call_action(settings, set_account_email, {"account": arguments.number, "email": arguments.email})
    print(f"Account {arguments.number} now signs in as {done.email}.")


def remove_passkeys(settings: Settings, arguments: argparse.Namespace) -> None:
    from showground.accounts.actions.passkeys import remove_passkeys_of

    need_database(settings)
    done = call_action(settings, remove_passkeys_of, {"email": arguments.email})
    print(f"{done.removed} {'passkey was' if done.removed == 1 else 'passkeys were'} removed.")
    print(f"Browsers stay signed in. If a device was lost or stolen, also run: showground sign-out {arguments.email}")


def sign_out(settings: Settings, arguments: argparse.Namespace) -> None:
    from showground.accounts.actions.keys import NoSuchAccount
    from showground.accounts.actions.sessions import end_sessions_of

    need_database(settings)
    try:
        done = call_action(settings, end_sessions_of, {"email": None if arguments.all else arguments.email})
    except NoSuchAccount as problem:
        raise CommandFailed(problem.detail) from problem
    print(f"{done.ended} {'session was' if done.ended == 1 else 'sessions were'} ended.")


def _how_to_create(email: str) -> str:
    return f"Create the account first: showground account create {email}"
