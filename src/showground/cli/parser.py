"""The command-line parser: every command with its help text, and an example where it takes arguments."""

import argparse
from importlib.metadata import version

from showground.cli.arguments import accounts, categories, data, information, people, server


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "showground",
        description="Run a public directory of product launches.",
        epilog="Settings are read from environment variables; `showground settings` lists them."
        " Run `showground COMMAND --help` for help on a command.",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {version('showground')}")
    kinds = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    server.add_server(kinds)
    accounts.add_accounts(kinds)
    people.add_people(kinds)
    data.add_bulk(kinds)
    categories.add_categories(kinds)
    data.add_books(kinds)
    data.add_mail(kinds)
    server.add_maintenance(kinds)
    information.add_search(kinds)
    information.add_printing(kinds)
    return parser
