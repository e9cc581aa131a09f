"""What each command does."""

import argparse
import errno
import logging
import os
import shutil
import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from showground.cli.files import as_path
from showground.cli.resources import (
    CommandFailed,
    bring_up_to_date,
    caller,
    database,
    migrated,
    open_dispatcher,
    say,
    with_dispatcher,
)
from showground.settings import PREFIX, Settings, describe

if TYPE_CHECKING:
    from showground.core.calls.dispatch import Dispatcher


log = logging.getLogger(__name__)

MAX_MAIL_REPORT = 5_000_000  # bytes; reports that return a whole newsletter are much smaller


def serve(settings: Settings, arguments: argparse.Namespace) -> None:
    import asyncio

    from showground.bind_port import bind

    if settings.site_url == Settings.site_url:
        settings = replace(settings, site_url=f"http://localhost:{arguments.port}")
    try:
        bound = bind(arguments.host, arguments.port, shared=arguments.share_port)
    except OSError as error:
        place = f"{arguments.host}:{arguments.port}"
        hint = "Choose another with --port." if error.errno == errno.EADDRINUSE else "Check --host and --port."
        raise CommandFailed(f"Cannot listen on {place}: {error.strerror}. {hint}") from error
    with bound, migrated(settings, load=_load_server) as conninfo:
        from showground import serving

        links = asyncio.run(_prepare(settings, conninfo))
        serving.serve(
            settings,
            conninfo,
            bound,
            workers=arguments.workers,
            jobs=not arguments.no_jobs,
            greet=lambda: _greet(settings, links),
        )


def _load_server() -> None:
    from showground.registry import all_operations

    import_module("showground.serving")
    all_operations()


async def _prepare(settings: Settings, conninfo: str) -> dict[str, str]:
    """Load the shipped categories and products and, into a new embedded database, the demo directory.

    Returns the sign-in links for the demo's accounts.
    """
    links: dict[str, str] = {}
    async with open_dispatcher(settings, conninfo) as dispatcher:
        if settings.env == "development" and settings.database_url is None:
            from showground.demo.load import load_demo, make_links

            await load_demo(dispatcher, say, only_if_new=True)
            links = await make_links(dispatcher, caller(dispatcher))
        await _load_shipped(dispatcher)
    return links


async def _load_shipped(dispatcher: "Dispatcher") -> None:
    """Load the categories and products that Showground ships with, unless there are some already."""
    from showground.categories.actions.categories import load_categories
    from showground.core.calls.models import NoInput
    from showground.orders.actions.products import load_products

    await dispatcher.call(load_categories, caller(dispatcher), NoInput())
    await dispatcher.call(load_products, caller(dispatcher), NoInput())


def _greet(settings: Settings, links: dict[str, str]) -> None:
    url = settings.site_url
    if settings.env == "production":
        log.info("%s is at %s", settings.site_name, url)
        return
    say(f"{settings.site_name} is at {url}")
    say(f"  API reference  {url}/docs/api")
    say(f"  MCP server     {url}/mcp")
    if settings.database_url is None:
        say(f"  Data folder    {settings.data_dir.resolve()}")
    if links:
        command = "showground" if shutil.which("showground") else _how_it_was_started()
        for who, link in links.items():
            say(f"  Sign in        {link}  as the demo's {who} (works once, expires in 24 hours)")
        # Without the setting, another command would not know the port that this one was started with.
        usual = url == Settings.site_url or f"{PREFIX}SITE_URL" in os.environ
        setting = "" if usual else f"{PREFIX}SITE_URL={url} "
        say(f"  Another link   {setting}{command} sign-in-link founder@demo.example")
        say(f"  An API key     {command} key create founder@demo.example --scope account:read")
    say("Press Ctrl-C to stop. Your data is kept.")


def _how_it_was_started() -> str:
    """How to run another command: the same program, or `python -m showground` if this one was started that way."""
    program = Path(sys.argv[0])
    if program.name == "__main__.py":
        return f"{os.path.relpath(sys.executable)} -m showground"
    return os.path.relpath(program)


def work(settings: Settings, arguments: argparse.Namespace) -> None:  # noqa: ARG001
    import asyncio

    from showground.worker import work

    with migrated(settings) as conninfo:
        if settings.env == "production":
            log.info("Running jobs.")
        else:
            say("Running jobs. Press Ctrl-C to stop; jobs in progress finish first.")
        asyncio.run(work(settings, conninfo))


def migrate(settings: Settings, arguments: argparse.Namespace) -> None:  # noqa: ARG001
    with database(settings) as conninfo:
        applied = bring_up_to_date(settings, conninfo)
        for name in applied:
            print(f"applied {name}")
        if not applied:
            print("The database is up to date.")
        with_dispatcher(settings, _load_shipped)


def demo(settings: Settings, arguments: argparse.Namespace) -> None:
    async def remove(dispatcher: "Dispatcher") -> None:
        from showground.demo.remove import remove_demo

        await remove_demo(dispatcher, say)

    async def load(dispatcher: "Dispatcher") -> None:
        await _load_shipped(dispatcher)
        if arguments.listings is None:
            from showground.demo.load import load_demo

            await load_demo(dispatcher, say)
        else:
            from showground.core.progress import ProgressBar
            from showground.demo.synthetic import load_synthetic

            await load_synthetic(dispatcher, arguments.listings, ProgressBar(sys.stderr, "listings"))

    if arguments.remove:
        with_dispatcher(settings, remove)
        return
    if settings.env == "production":
        raise CommandFailed("Demo data can't be loaded in production. Unset SHOWGROUND_ENV to load it elsewhere.")
    with_dispatcher(settings, load)


def create_account(settings: Settings, arguments: argparse.Namespace) -> None:
    from showground.accounts.actions.account import create_account

    raw = {
        "email": arguments.email,
        "name": arguments.name or arguments.email.partition("@")[0],
        "staff": arguments.staff,
    }
    made = with_dispatcher(
        settings, lambda dispatcher: dispatcher.call(create_account, caller(dispatcher), create_account.parse(raw))
    )
    print(made.id)


def create_key(settings: Settings, arguments: argparse.Namespace) -> None:
    from showground.accounts.actions.keys import NoSuchAccount, create_key

    raw = {"email": arguments.email, "name": arguments.name, "scopes": arguments.scope, "days": arguments.days}
    raw["test"] = arguments.test
    try:
        made = with_dispatcher(
            settings, lambda dispatcher: dispatcher.call(create_key, caller(dispatcher), create_key.parse(raw))
        )
    except NoSuchAccount as problem:
        hint = f"Create the account first: showground account create {arguments.email}"
        raise CommandFailed(f"{problem.detail} {hint}") from problem
    print(made.key)


def make_sign_in_link(settings: Settings, arguments: argparse.Namespace) -> None:
    from showground.accounts.actions.keys import NoSuchAccount
    from showground.accounts.actions.sign_in_links import make_sign_in_link

    raw = {"email": arguments.email}
    try:
        made = with_dispatcher(
            settings,
            lambda dispatcher: dispatcher.call(make_sign_in_link, caller(dispatcher), make_sign_in_link.parse(raw)),
        )
    except NoSuchAccount as problem:
        hint = f"Create the account first: showground account create {arguments.email}"
        raise CommandFailed(f"{problem.detail} {hint}") from problem
    print(made.url)


def set_account_email(settings: Settings, arguments: argparse.Namespace) -> None:
    from showground.accounts.actions.account import set_account_email

    raw = {"account": arguments.number, "email": arguments.email}
    done = with_dispatcher(
        settings,
        lambda dispatcher: dispatcher.call(set_account_email, caller(dispatcher), set_account_email.parse(raw)),
    )
    print(f"Account {arguments.number} now signs in as {done.email}.")


def remove_passkeys(settings: Settings, arguments: argparse.Namespace) -> None:
    from showground.accounts.actions.passkeys import remove_passkeys_of

    raw = {"email": arguments.email}
    done = with_dispatcher(
        settings,
        lambda dispatcher: dispatcher.call(remove_passkeys_of, caller(dispatcher), remove_passkeys_of.parse(raw)),
    )
    print(f"{done.removed} {'passkey was' if done.removed == 1 else 'passkeys were'} removed.")


def sign_out(settings: Settings, arguments: argparse.Namespace) -> None:
    from showground.accounts.actions.keys import NoSuchAccount
    from showground.accounts.actions.sessions import end_sessions_of

    raw = {"email": None if arguments.all else arguments.email}
    try:
        done = with_dispatcher(
            settings,
            lambda dispatcher: dispatcher.call(end_sessions_of, caller(dispatcher), end_sessions_of.parse(raw)),
        )
    except NoSuchAccount as problem:
        raise CommandFailed(problem.detail) from problem
    print(f"{done.ended} {'session was' if done.ended == 1 else 'sessions were'} ended.")


def pay(settings: Settings, arguments: argparse.Namespace) -> None:
    from showground.orders.sandbox_payment import pay

    complete = with_dispatcher(settings, lambda dispatcher: pay(dispatcher, caller(dispatcher), arguments.number))
    print(f"{arguments.number} is paid" + (" and fulfilled." if complete else ". Part of it is not fulfilled yet."))


def import_domain_ratings(settings: Settings, arguments: argparse.Namespace) -> None:
    from showground.core.calls.errors import InvalidInput
    from showground.listings.actions.domain_ratings import ImportDomainRatings, import_domain_ratings

    try:
        with as_path(arguments.file) as path:
            text = path.read_text(encoding="utf-8")
    except OSError as problem:
        raise CommandFailed(f"{arguments.file} cannot be read: {problem.strerror}.") from problem
    except UnicodeDecodeError as problem:
        raise CommandFailed(f"{arguments.file} cannot be read: it is not UTF-8 text.") from problem
    asked = ImportDomainRatings(csv=text or "\n")
    try:
        done = with_dispatcher(
            settings, lambda dispatcher: dispatcher.call(import_domain_ratings, caller(dispatcher), asked)
        )
    except InvalidInput as wrong:
        lines = "\n".join(fault["message"] for fault in wrong.faults)
        raise CommandFailed(f"{lines}\nNothing was imported. Correct these lines and import the file again.") from wrong
    ratings = "rating" if done.ratings == 1 else "ratings"
    print(f"{done.ratings} {ratings} of {done.listings} {'listing' if done.listings == 1 else 'listings'}")


def take_mail_report(settings: Settings, arguments: argparse.Namespace) -> None:  # noqa: ARG001
    from showground.newsletter.actions.mail_reports import ReceiveMailReport, receive_mail_report
    from showground.newsletter.errors import UnreadableReport

    asked = ReceiveMailReport(content=sys.stdin.buffer.read(MAX_MAIL_REPORT))
    try:
        done = with_dispatcher(
            settings, lambda dispatcher: dispatcher.call(receive_mail_report, caller(dispatcher), asked)
        )
    except UnreadableReport as problem:
        raise CommandFailed(problem.detail) from problem
    print(f"{done.blocked} is blocked." if done.blocked else "No address was blocked.")


def send_test_mail(settings: Settings, arguments: argparse.Namespace) -> None:
    import asyncio

    from showground.core.mail.address import read_mail_address
    from showground.core.mail.mail_test import send_test_message
    from showground.core.mail.smtp import MailNotTaken, MailRefused
    from showground.core.mail.smtp_address import SmtpServer
    from showground.doctor.brand import find_sender

    if settings.smtp_url is None:
        raise CommandFailed("SHOWGROUND_SMTP_URL is not set, so no email can be sent.")
    try:
        recipient = read_mail_address(arguments.email)
    except ValueError as problem:
        raise CommandFailed(f"{arguments.email} is not an email address.") from problem
    server = SmtpServer.from_url(settings.smtp_url, find_sender(settings))
    try:
        asyncio.run(send_test_message(server, settings.site_name, settings.site_url, recipient))
    except (MailRefused, MailNotTaken) as problem:
        reason = f"{server.host}:{server.port} did not take the email. {problem}"
        raise CommandFailed(f"{reason}\nRun `showground doctor` to find out what is wrong.") from problem
    print(f"{server.host}:{server.port} took an email from {server.sender.addr_spec} to {recipient}.")
    print("If it does not arrive, check the spam folder, then the SPF, DKIM and DMARC records of the sender's domain.")


def print_openapi(settings: Settings, arguments: argparse.Namespace) -> None:  # noqa: ARG001
    from showground.accounts import SCOPES
    from showground.core.calls.context import Site
    from showground.registry import all_operations
    from showground.surfaces.openapi import document as openapi

    document = openapi.document(all_operations(), Site(settings.site_name, settings.site_url), SCOPES)
    _print(openapi.encode_for_reading(document).decode())


def print_settings(settings: Settings, arguments: argparse.Namespace) -> None:  # noqa: ARG001
    _print(describe())


def print_retention(settings: Settings, arguments: argparse.Namespace) -> None:  # noqa: ARG001
    from showground.core.retention import describe
    from showground.registry import all_retention_rules

    _print(describe(all_retention_rules()))


def examine(settings: Settings, arguments: argparse.Namespace) -> int:  # noqa: ARG001
    from showground.doctor import examine

    return examine(settings)


def _print(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
