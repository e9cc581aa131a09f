"""The command `showground`: reads the settings, brings up the database where none is set, and does one thing."""

import argparse
import asyncio
import errno
import os
import shutil
import signal
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from showground.core.failures import Failure
from showground.core.logs import configure_logging
from showground.settings import BadSettings, Settings, describe, read_settings

if TYPE_CHECKING:
    from showground.core.context import Caller
    from showground.core.door import Door

Result = TypeVar("Result")


class CommandFailed(Exception):
    """The command could not do its work; the message says why and how to mend it."""


def main() -> None:
    """Entry point of the command."""
    parser = _parser()
    if len(sys.argv) == 1:
        parser.print_help(sys.stderr)
        sys.exit(2)
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # leaves in good order, as after Ctrl-C
    try:
        settings = Settings() if arguments.run is _print_settings else read_settings()
        configure_logging(readable=settings.env == "development")
        sys.exit(arguments.run(settings, arguments) or 0)
    except (BadSettings, CommandFailed) as problem:
        sys.exit(str(problem))
    except Failure as failure:
        faults = [f"{fault['field']}: {fault['message']}" for fault in failure.faults]
        sys.exit("\n".join(faults) or failure.detail)
    except KeyboardInterrupt:
        sys.exit(130)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "showground",
        description="Run a public directory of product launches.",
        epilog="Settings are read from the environment; `showground settings` lists them."
        " `showground COMMAND --help` explains a command.",
    )
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    serve_command = commands.add_parser("serve", help="serve the site, the API, the MCP server and jobs")
    shared = "processes that share the port (default: %(default)s)"
    serve_command.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
    serve_command.add_argument(
        "--port", type=_number(0, 65535), default=8000, help="port to listen on (default: %(default)s)"
    )
    serve_command.add_argument("--workers", type=_number(1, 64), default=1, metavar="N", help=shared)
    serve_command.add_argument("--no-jobs", action="store_true", help="leave jobs to `showground worker`")
    serve_command.set_defaults(run=_serve)

    commands.add_parser("worker", help="run jobs only").set_defaults(run=_work)
    commands.add_parser("migrate", help="bring the database to this version").set_defaults(run=_migrate)

    demo_command = commands.add_parser("demo", help="load the demo directory")
    demo_command.add_argument(
        "--listings", type=_number(1, 10_000_000), metavar="N", help="make N made-up listings for load tests instead"
    )
    demo_command.set_defaults(run=_demo)

    account = commands.add_parser("account", help="make accounts").add_subparsers(required=True, metavar="COMMAND")
    account_create = account.add_parser("create", help="make an account; prints its number")
    account_create.add_argument("email")
    account_create.add_argument("--name", help="the person's name (default: the part of the address before @)")
    account_create.add_argument("--staff", action="store_true", help="may do staff's work")
    account_create.set_defaults(run=_create_account)

    key = commands.add_parser("key", help="make API keys").add_subparsers(required=True, metavar="COMMAND")
    key_create = key.add_parser("create", help="make an API key; prints the key alone")
    key_create.add_argument("email", help="whose key it is")
    key_create.add_argument("--scope", action="append", required=True, metavar="S", help="what it allows; repeatable")
    key_create.add_argument(
        "--name", default="command line", help="what the account's owner sees (default: %(default)s)"
    )
    key_create.add_argument("--days", type=_number(1, 3650), metavar="D", help="days until it expires (default: never)")
    key_create.set_defaults(run=_create_key)

    link = commands.add_parser("sign-in-link", help="make a link that signs in once, within 15 minutes; prints it")
    link.add_argument("email", help="whose account it opens")
    link.set_defaults(run=_make_sign_in_link)

    pay_command = commands.add_parser("pay", help="sandbox only: pay an order; returns when it is fulfilled")
    pay_command.add_argument("number", help="the order's number, such as SG-2026-000123")
    pay_command.set_defaults(run=_pay)

    commands.add_parser("openapi", help="print the API description").set_defaults(run=_print_openapi)
    commands.add_parser("settings", help="print every setting and its meaning").set_defaults(run=_print_settings)
    commands.add_parser("doctor", help="check the surroundings and say how to mend them").set_defaults(run=_examine)
    return parser


def _number(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.isdecimal() or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text} is not a number from {least} to {most}")
        return int(text)

    return read


@contextmanager
def database(settings: Settings) -> Generator[str]:
    """The address of the database: the one that is set, or the embedded one, held for as long as this block."""
    if settings.database_url is not None:
        yield settings.database_url
        return
    from showground.core import embedded

    try:
        with embedded.running(settings.data_dir, say=_say) as conninfo:
            yield conninfo
    except embedded.EmbeddedFailed as problem:
        raise CommandFailed(str(problem)) from problem


@contextmanager
def migrated(settings: Settings) -> Generator[str]:
    """The same, with the schema of this version."""
    from psycopg_pool import PoolTimeout

    with database(settings) as conninfo:
        _bring_up_to_date(settings, conninfo)
        try:
            yield conninfo
        except PoolTimeout as problem:
            raise CommandFailed("The database does not answer. `showground doctor` says why.") from problem


def _bring_up_to_date(settings: Settings, conninfo: str) -> list[str]:
    import psycopg

    from showground.core.migrations import DatabaseNewer, MigrationChanged, migrate

    try:
        return migrate(settings.direct_url or conninfo)
    except (DatabaseNewer, MigrationChanged) as problem:
        raise CommandFailed(str(problem)) from problem
    except psycopg.Error as problem:
        name = "DIRECT_URL" if settings.direct_url else "DATABASE_URL"
        reason = str(problem).strip().splitlines()[0].rstrip(".")
        raise CommandFailed(f"The database cannot be used: {reason}. Check SHOWGROUND_{name}.") from problem


def _through_the_door(settings: Settings, do: Callable[["Door"], Awaitable[Result]]) -> Result:
    """Do one thing on a migrated database."""

    async def once(conninfo: str) -> Result:
        async with _open_door(settings, conninfo) as door:
            return await do(door)

    with migrated(settings) as conninfo:
        return asyncio.run(once(conninfo))


@asynccontextmanager
async def _open_door(settings: Settings, conninfo: str) -> AsyncGenerator["Door"]:
    from showground.registry import all_operations
    from showground.wiring import wire

    parts = wire(settings, conninfo, all_operations())
    async with parts.open():
        yield parts.door


def _caller(door: "Door") -> "Caller":
    from showground.core.context import Caller

    return Caller(door.clock(), "command")


def _say(sentence: str) -> None:
    print(sentence, file=sys.stderr, flush=True)


def _print(text: str) -> None:
    """Also into a pipe whose reader has seen enough, such as `head`."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for the flush at the end


def _serve(settings: Settings, arguments: argparse.Namespace) -> None:
    from showground import serving

    if settings.site_url == Settings.site_url:
        settings = replace(settings, site_url=f"http://localhost:{arguments.port}")
    try:
        bound = serving.bind(arguments.host, arguments.port)
    except OSError as error:
        place = f"{arguments.host}:{arguments.port}"
        hint = "Choose another with --port." if error.errno == errno.EADDRINUSE else "Check --host and --port."
        raise CommandFailed(f"Cannot listen on {place}: {error.strerror}. {hint}") from error
    with bound, migrated(settings) as conninfo:
        links = asyncio.run(_prepare(settings, conninfo))
        serving.serve(
            settings,
            conninfo,
            bound,
            workers=arguments.workers,
            jobs=not arguments.no_jobs,
            greet=lambda: _greet(settings, links),
        )


async def _prepare(settings: Settings, conninfo: str) -> dict[str, str]:
    """What Showground comes with and, in a new embedded database, the demo directory; links that sign in to it."""
    links: dict[str, str] = {}
    async with _open_door(settings, conninfo) as door:
        if settings.env == "development" and settings.database_url is None:
            from showground.demo.load import load_demo, make_links

            await load_demo(door, _say, only_if_new=True)
            links = await make_links(door, _caller(door))
        await _load_shipped(door)
    return links


async def _load_shipped(door: "Door") -> None:
    """Load the categories and the products that Showground comes with, where there are none."""
    from showground.catalog.actions.load_categories import LoadCategories, load_categories
    from showground.orders.actions.load_products import LoadProducts, load_products

    await door.call(load_categories, _caller(door), LoadCategories())
    await door.call(load_products, _caller(door), LoadProducts())


def _greet(settings: Settings, links: dict[str, str]) -> None:
    url = settings.site_url
    _say(f"{settings.site_name} is at {url}")
    _say(f"  API reference  {url}/docs/api")
    _say(f"  MCP server     {url}/mcp")
    if links:
        command = "showground" if shutil.which("showground") else os.path.relpath(sys.argv[0])
        for who, link in links.items():
            _say(f"  Sign in        {link}  as the demo's {who}, once, within a day")
        _say(f"  Another link   {command} sign-in-link founder@demo.example")
        _say(f"  An API key     {command} key create founder@demo.example --scope account:read")
    _say("Ctrl-C stops it; the data stays.")


def _work(settings: Settings, arguments: argparse.Namespace) -> None:  # noqa: ARG001
    from showground.worker import work

    with migrated(settings) as conninfo:
        asyncio.run(work(settings, conninfo))


def _migrate(settings: Settings, arguments: argparse.Namespace) -> None:  # noqa: ARG001
    with database(settings) as conninfo:
        applied = _bring_up_to_date(settings, conninfo)
        for name in applied:
            print(f"applied {name}")
        if not applied:
            print("The database is up to date.")
        _through_the_door(settings, _load_shipped)


def _demo(settings: Settings, arguments: argparse.Namespace) -> None:
    from showground.demo.load import load_demo
    from showground.demo.progress import Progress
    from showground.demo.synthetic import load_synthetic

    async def load(door: "Door") -> None:
        await _load_shipped(door)
        if arguments.listings is None:
            await load_demo(door, _say)
        else:
            await load_synthetic(door, arguments.listings, Progress(sys.stderr, "listings"))

    if settings.env == "production":
        raise CommandFailed("Made-up listings are not for production. Unset SHOWGROUND_ENV to load them elsewhere.")
    _through_the_door(settings, load)


def _create_account(settings: Settings, arguments: argparse.Namespace) -> None:
    from showground.accounts.actions.create_account import create_account

    raw = {
        "email": arguments.email,
        "name": arguments.name or arguments.email.partition("@")[0],
        "staff": arguments.staff,
    }
    made = _through_the_door(settings, lambda door: door.call(create_account, _caller(door), create_account.parse(raw)))
    print(made.id)


def _create_key(settings: Settings, arguments: argparse.Namespace) -> None:
    from showground.accounts.actions.create_key import NoSuchAccount, create_key

    raw = {"email": arguments.email, "name": arguments.name, "scopes": arguments.scope, "days": arguments.days}
    try:
        made = _through_the_door(settings, lambda door: door.call(create_key, _caller(door), create_key.parse(raw)))
    except NoSuchAccount as problem:
        hint = f"Make the account first: showground account create {arguments.email}"
        raise CommandFailed(f"{problem.detail} {hint}") from problem
    print(made.key)


def _make_sign_in_link(settings: Settings, arguments: argparse.Namespace) -> None:
    from showground.accounts.actions.create_key import NoSuchAccount
    from showground.accounts.actions.make_sign_in_link import make_sign_in_link

    raw = {"email": arguments.email}
    try:
        made = _through_the_door(
            settings, lambda door: door.call(make_sign_in_link, _caller(door), make_sign_in_link.parse(raw))
        )
    except NoSuchAccount as problem:
        hint = f"Make the account first: showground account create {arguments.email}"
        raise CommandFailed(f"{problem.detail} {hint}") from problem
    print(made.url)


def _pay(settings: Settings, arguments: argparse.Namespace) -> None:
    from showground.orders.paying import pay

    complete = _through_the_door(settings, lambda door: pay(door, _caller(door), arguments.number))
    print(f"{arguments.number} is paid" + (" and fulfilled." if complete else "; what is left waits for others."))


def _print_openapi(settings: Settings, arguments: argparse.Namespace) -> None:  # noqa: ARG001
    from showground.accounts import SCOPES
    from showground.core.context import Site
    from showground.registry import all_operations
    from showground.surfaces import openapi

    document = openapi.document(all_operations(), Site(settings.site_name, settings.site_url), SCOPES)
    _print(openapi.encode_for_reading(document).decode())


def _print_settings(settings: Settings, arguments: argparse.Namespace) -> None:  # noqa: ARG001
    _print(describe())


def _examine(settings: Settings, arguments: argparse.Namespace) -> int:  # noqa: ARG001
    from showground.doctor import examine

    return examine(settings)
