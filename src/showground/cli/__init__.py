"""The command `showground`: reads the settings, brings up the database where none is set, and does one thing."""

import argparse
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from showground.cli import bulk, commands, keeping
from showground.cli.opening import CommandFailed
from showground.core.failures import Failure
from showground.core.logs import configure_logging
from showground.settings import BadSettings, Settings, read_settings


def main() -> None:
    """Entry point of the command."""
    parser = _parser()
    if len(sys.argv) == 1:
        parser.print_help(sys.stderr)
        sys.exit(2)
    arguments = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # leaves in good order, as after Ctrl-C
    try:
        settings = Settings() if arguments.run is commands.print_settings else read_settings()
        configure_logging(readable=settings.env == "development")
        sys.exit(arguments.run(settings, arguments) or 0)
    except (BadSettings, CommandFailed) as problem:
        sys.exit(str(problem))
    except Failure as failure:
        faults = [f"{fault['field']}: {fault['message']}" for fault in failure.faults]
        sys.exit("\n".join(faults) or failure.detail)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:  # whoever read it has seen enough, such as `head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for the flush at the end
        sys.exit(0)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "showground",
        description="Run a public directory of product launches.",
        epilog="Settings are read from the environment; `showground settings` lists them."
        " `showground COMMAND --help` explains a command.",
    )
    kinds = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    serve_command = kinds.add_parser("serve", help="serve the site, the API, the MCP server and jobs")
    shared = "processes that share the port (default: %(default)s)"
    serve_command.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
    serve_command.add_argument(
        "--port", type=_number(0, 65535), default=8000, help="port to listen on (default: %(default)s)"
    )
    serve_command.add_argument("--workers", type=_number(1, 64), default=1, metavar="N", help=shared)
    serve_command.add_argument(
        "--share-port",
        action="store_true",
        help="let another server have the port too, so that a new version takes over before the old one stops",
    )
    serve_command.add_argument("--no-jobs", action="store_true", help="leave jobs to `showground worker`")
    serve_command.set_defaults(run=commands.serve)

    kinds.add_parser("worker", help="run jobs only").set_defaults(run=commands.work)
    kinds.add_parser("migrate", help="bring the database to this version").set_defaults(run=commands.migrate)

    demo_command = kinds.add_parser("demo", help="load the demo directory")
    demo_command.add_argument(
        "--listings", type=_number(1, 10_000_000), metavar="N", help="make N made-up listings for load tests instead"
    )
    demo_command.set_defaults(run=commands.demo)

    account = kinds.add_parser("account", help="make accounts").add_subparsers(required=True, metavar="COMMAND")
    account_create = account.add_parser("create", help="make an account; prints its number")
    account_create.add_argument("email")
    account_create.add_argument("--name", help="the person's name (default: the part of the address before @)")
    account_create.add_argument("--staff", action="store_true", help="may do staff's work")
    account_create.set_defaults(run=commands.create_account)

    key = kinds.add_parser("key", help="make API keys").add_subparsers(required=True, metavar="COMMAND")
    key_create = key.add_parser("create", help="make an API key; prints the key alone")
    key_create.add_argument("email", help="whose key it is")
    key_create.add_argument("--scope", action="append", required=True, metavar="S", help="what it allows; repeatable")
    key_create.add_argument(
        "--name", default="command line", help="what the account's owner sees (default: %(default)s)"
    )
    key_create.add_argument("--days", type=_number(1, 3650), metavar="D", help="days until it expires (default: never)")
    key_create.set_defaults(run=commands.create_key)

    link = kinds.add_parser("sign-in-link", help="make a link that signs in once, within 15 minutes; prints it")
    link.add_argument("email", help="whose account it opens")
    link.set_defaults(run=commands.make_sign_in_link)

    pay_command = kinds.add_parser("pay", help="sandbox only: pay an order; returns when it is fulfilled")
    pay_command.add_argument("number", help="the order's number, such as SG-2026-000123")
    pay_command.set_defaults(run=commands.pay)

    bring = kinds.add_parser("import", help="bring in listings or Domain Ratings by the file").add_subparsers(
        required=True, metavar="COMMAND"
    )
    listings = bring.add_parser(
        "listings",
        help="bring in listings; all of a file, or none of it",
        description="Add every listing of a file. If a line is wrong, each that is gets named and nothing is added."
        " docs/listings.md describes the file.",
    )
    listings.add_argument("file", type=Path, metavar="FILE.jsonl", help="one listing a line, in JSON")
    listings.set_defaults(run=bulk.import_listings)
    ratings = bring.add_parser("domain-ratings", help="bring in Domain Ratings; all of a file, or none of it")
    ratings.add_argument("file", type=Path, help="CSV whose first line is domain,date,rating")
    ratings.set_defaults(run=commands.import_domain_ratings)

    out = kinds.add_parser("export", help="print listings as `import` takes them").add_subparsers(
        required=True, metavar="COMMAND"
    )
    out.add_parser("listings", help="print every listing, one a line, in JSON").set_defaults(run=bulk.export_listings)

    backup_command = kinds.add_parser(
        "backup",
        help="write the whole directory into one file, also while it is served",
        description="Write the database as it is at this moment, with pictures and the data folder's secret, into one"
        " file. The site may be served meanwhile.",
    )
    backup_command.add_argument("file", type=Path, metavar="FILE", help="a new file; - is standard output")
    backup_command.set_defaults(run=keeping.backup)

    restore_command = kinds.add_parser(
        "restore",
        help="bring back what `backup` wrote",
        description="Bring back a backup, all of it or nothing, and then bring it to this version. Stop the site and"
        " its workers first.",
    )
    restore_command.add_argument("file", type=Path, metavar="FILE", help="what `backup` wrote; - is standard input")
    restore_command.add_argument(
        "--replace", action="store_true", help="even if the database holds a directory, which is gone then"
    )
    restore_command.set_defaults(run=keeping.restore)

    kinds.add_parser("openapi", help="print the API description").set_defaults(run=commands.print_openapi)
    kinds.add_parser("settings", help="print every setting and its meaning").set_defaults(run=commands.print_settings)
    kinds.add_parser("retention", help="print what is forgotten by itself, and when").set_defaults(
        run=commands.print_retention
    )
    kinds.add_parser("doctor", help="check the surroundings, say how to mend them").set_defaults(run=commands.examine)
    return parser


def _number(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.isdecimal() or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text} is not a number from {least} to {most}")
        return int(text)

    return read
