"""The command-line parser: every command with its help text, and an example where it takes arguments."""

import argparse
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from textwrap import dedent
from typing import Any

from showground.cli import backup_commands, books, bulk, commands, search

Parsers = Any  # argparse has no public name for the type that add_subparsers returns


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "showground",
        description="Run a public directory of product launches.",
        epilog="Settings are read from environment variables; `showground settings` lists them."
        " Run `showground COMMAND --help` for help on a command.",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {version('showground')}")
    kinds = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    _add_running(kinds)
    _add_people(kinds)
    _add_bulk(kinds)
    _add_books(kinds)
    _add_keeping(kinds)
    _add_search(kinds)
    _add_printing(kinds)
    return parser


def _add_running(kinds: Parsers) -> None:
    serve = _command(
        kinds,
        "serve",
        commands.serve,
        "serve the site, the API and the MCP server, and run jobs",
        """
        Serve everything on one port until you press Ctrl-C. Without SHOWGROUND_DATABASE_URL, this starts a PostgreSQL
        server in the data folder and loads a demo directory on the first start.

          showground serve --port 8080 --workers 4
        """,
    )
    shared = "number of processes that share the port (default: %(default)s)"
    serve.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
    serve.add_argument("--port", type=_number(0, 65535), default=8000, help="port to listen on (default: %(default)s)")
    serve.add_argument("--workers", type=_number(1, 64), default=1, metavar="N", help=shared)
    serve.add_argument(
        "--share-port",
        action="store_true",
        help="let another server bind the port too, so that a new version can take over before the old one stops",
    )
    serve.add_argument("--no-jobs", action="store_true", help="don't run jobs here; leave them to `showground worker`")
    _command(
        kinds,
        "worker",
        commands.work,
        "run jobs only",
        """
        Run jobs until you press Ctrl-C: sending email, drafting, starting the new launch week. You can run any number
        of workers, on any machine that reaches the database. `showground serve` runs jobs too, unless you pass
        --no-jobs.
        """,
    )
    _command(
        kinds,
        "migrate",
        commands.migrate,
        "migrate the database to this version",
        """
        Migrate the database to this version and load the categories and products that Showground ships with. It is safe
        to run twice, and while the site is running. `serve` and `worker` migrate automatically when they start.
        """,
    )
    demo = _command(
        kinds,
        "demo",
        commands.demo,
        "load the demo directory",
        """
        Load 120 fictional products with people, votes and posts, dated around the current week. Not for production.

          showground demo --listings 100000    generate listings for load tests
        """,
    )
    demo.add_argument(
        "--listings", type=_number(1, 10_000_000), metavar="N", help="generate N fictional listings for load tests"
    )


def _add_people(kinds: Parsers) -> None:
    accounts = _group(kinds, "account", "create accounts and change their email addresses")
    create = _command(
        accounts,
        "create",
        commands.create_account,
        "create an account and print its number",
        """
        Create an account and print its number. Its owner signs in with an emailed link, or with one from
        `showground sign-in-link`.

          showground account create ada@example.org --name 'Ada Moreno' --staff
        """,
    )
    create.add_argument("email", help="the person's email address")
    create.add_argument("--name", help="the person's name (default: the part of the address before @)")
    create.add_argument("--staff", action="store_true", help="give the account access to /admin")
    email = _command(
        accounts,
        "set-email",
        commands.set_account_email,
        "change the email address that an account signs in with",
        """
        Change the email address of the account with this number. An address that belongs to another account is refused:
        accounts are never merged. `showground doctor` lists accounts whose address can't be used to sign in.

          showground account set-email 12 ada@example.org
        """,
    )
    email.add_argument("number", type=_number(1, 2**62), help="the account's number")
    email.add_argument("email", help="the new email address")

    key = _command(
        _group(kinds, "key", "create API keys"),
        "create",
        commands.create_key,
        "create an API key and print it",
        """
        Create an API key for an existing account and print it, with nothing else. It can't be shown again.

          KEY=$(showground key create ada@example.org --scope account:read --scope listings:write)
        """,
    )
    key.add_argument("email", help="email address of the account")
    scopes = "a scope, such as account:read, listings:write or orders:write; repeatable"
    key.add_argument("--scope", action="append", required=True, metavar="S", help=scopes)
    key.add_argument("--name", default="command line", help="name shown to the account's owner (default: %(default)s)")
    key.add_argument("--days", type=_number(1, 3650), metavar="D", help="days until it expires (default: never)")

    link = _command(
        kinds,
        "sign-in-link",
        commands.make_sign_in_link,
        "create and print a sign-in link that works once, within 15 minutes",
        """
        Create a link that signs whoever opens it in as this person. It works once and expires after 15 minutes. Use it
        on a site without email, or for someone who doesn't receive our email.

          showground sign-in-link ada@example.org
        """,
    )
    link.add_argument("email", help="email address of the account")

    lost = _command(
        _group(kinds, "passkeys", "remove lost passkeys"),
        "remove",
        commands.remove_passkeys,
        "remove all passkeys of an account",
        """
        Remove all passkeys of someone who has lost them. They can then sign in by email, or with a link from
        `showground sign-in-link`, and add a new passkey. Staff need one to open /admin again.

          showground passkeys remove ada@example.org
        """,
    )
    lost.add_argument("email", help="email address of the account")

    out = _command(
        kinds,
        "sign-out",
        commands.sign_out,
        "sign one person, or everyone, out of all browsers",
        """
        End all sessions of an account, or of all accounts with --all. API keys and connected apps keep working; their
        owner can revoke them in the account area.

          showground sign-out ada@example.org
        """,
    )
    whom = out.add_mutually_exclusive_group(required=True)
    whom.add_argument("email", nargs="?", help="email address of the account")
    whom.add_argument("--all", action="store_true", help="sign everyone out")

    pay = _command(
        kinds,
        "pay",
        commands.pay,
        "pay an order in the sandbox and wait until it is fulfilled",
        """
        Send the sandbox's signed "paid" event for an order, as its payment page does, and wait until the order is
        fulfilled. Sandbox only: no money moves.

          showground pay SG-2026-000123
        """,
    )
    pay.add_argument("number", help="order number, such as SG-2026-000123")


def _add_bulk(kinds: Parsers) -> None:
    bring = _group(kinds, "import", "import listings or Domain Ratings from a file")
    listings = _command(
        bring,
        "listings",
        bulk.import_listings,
        "import all listings in a file, or none if a line is invalid",
        """
        Add every listing in a JSON Lines file: one JSON object per line. Only name and website are required. If any
        line is invalid, the invalid lines are reported and nothing is imported. docs/listings.md describes the file.

          showground import listings listings.jsonl

          {"name": "Tidewater", "website": "https://tidewater.example", "categories": ["databases"]}
        """,
    )
    listings.add_argument("file", type=Path, metavar="FILE.jsonl", help="one listing per line, as JSON")
    ratings = _command(
        bring,
        "domain-ratings",
        commands.import_domain_ratings,
        "import all Domain Ratings in a file, or none if a line is invalid",
        """
        Add Domain Ratings for existing listings. If any line is invalid, the invalid lines are reported and nothing is
        imported.

          showground import domain-ratings ratings.csv

          domain,date,rating
          tidewater.example,2026-11-01,34
        """,
    )
    ratings.add_argument("file", type=Path, metavar="FILE.csv", help="CSV whose first line is domain,date,rating")
    _command(
        _group(kinds, "export", "export listings in the format that `import` reads"),
        "listings",
        bulk.export_listings,
        "print every listing as JSON, one per line",
        """
        Print every listing, public or not, with its images and the people who can edit it. Votes, follows, reviews and
        orders are not included; for a full copy, use `showground backup`.

          showground export listings > listings.jsonl
        """,
    )


def _add_books(kinds: Parsers) -> None:
    group = _group(kinds, "books", "export the books, print tax reports, reconcile payments with orders")
    export = _command(
        group,
        "export",
        books.export,
        "print the orders, documents, payments or refunds of a date range",
        """
        Print one row per order, document, tax rate of a document, payment or refund, as CSV or JSON, to standard
        output. The output contains names and addresses. docs/books.md describes the columns.

          showground books export documents --from 2026-10-01 --to 2026-10-31 > documents.csv
        """,
    )
    datasets = ("orders", "documents", "document-taxes", "payments", "refunds")
    export.add_argument("dataset", choices=datasets, metavar="WHAT", help=", ".join(datasets))
    export.add_argument("--from", dest="first", required=True, metavar="DAY", help="first day, such as 2026-10-01")
    export.add_argument("--to", dest="last", required=True, metavar="DAY", help="last day, included")
    report = _command(
        group,
        "report",
        books.report,
        "print a tax or income report for a period",
        """
        Print a report for a year, quarter or month: vat (by country and rate, for the one-stop shop), home (the
        seller's domestic VAT return), ec-sales (by VAT number), income (by month) or products.

          showground books report vat 2026-Q3 > vat-2026-Q3.csv
        """,
    )
    reports = ("vat", "home", "ec-sales", "income", "products")
    report.add_argument("report", choices=reports, metavar="REPORT", help=", ".join(reports))
    reconcile = _command(
        group,
        "reconcile",
        books.reconcile,
        "check payments against orders and documents; exit code 1 if they differ",
        """
        Print the amounts charged, refunded and documented for each month. The exit code is 1 if something does not
        match or has been pending too long, so that cron can alert you.

          showground books reconcile 2026-10
          showground books reconcile 2026-10 --differences
        """,
    )
    reconcile.add_argument("--differences", action="store_true", help="list the mismatches and how to resolve them")
    for command in (report, reconcile):
        command.add_argument("period", metavar="PERIOD", help="a year, quarter or month: 2026, 2026-Q1 or 2026-03")
    for command in (export, report, reconcile):
        command.add_argument("--format", choices=("csv", "json"), default="csv", help="default: %(default)s")
        command.add_argument("--test", action="store_true", help="use test-mode documents and payments")


def _add_keeping(kinds: Parsers) -> None:
    backup = _command(
        kinds,
        "backup",
        backup_commands.backup,
        "back up the whole directory to one file, even while it is running",
        """
        Write a snapshot of the database, including images, and the data folder's secret to one file. The site can keep
        running. The file contains personal data: store it where only you can read it.

          showground backup showground-$(date +%F).zip
        """,
    )
    backup.add_argument("file", type=Path, metavar="FILE", help="file to create; - for standard output")
    restore = _command(
        kinds,
        "restore",
        backup_commands.restore,
        "restore a backup",
        """
        Restore a backup completely or not at all, then migrate it to this version. Stop the site and its workers first.
        Sessions, API keys and pending jobs are restored too.

          showground restore showground-2026-11-15.zip
        """,
    )
    restore.add_argument("file", type=Path, metavar="FILE", help="file that `backup` wrote; - for standard input")
    restore.add_argument("--replace", action="store_true", help="overwrite the existing directory; its data is lost")
    _command(
        kinds,
        "doctor",
        commands.examine,
        "check the installation and explain how to fix it",
        """
        Check the database, connection pooler, replica, clock, migrations, backup tools, disk, Redis, email, payments,
        language model, DNS and proxy. Each line says ok, or BAD and how to fix it. The exit code is 1 if any check
        fails.
        """,
    )


def _add_printing(kinds: Parsers) -> None:
    for name, run, words in (
        ("openapi", commands.print_openapi, "print the OpenAPI description of the API"),
        ("settings", commands.print_settings, "print every setting and its meaning"),
        ("retention", commands.print_retention, "print the retention rules"),
    ):
        _command(kinds, name, run, words, _sentence(words))


def _add_search(kinds: Parsers) -> None:
    explain = _command(
        _group(kinds, "search", "explain how a search is run"),
        "explain",
        search.explain,
        "print the plan of a search, its statements and PostgreSQL's plans",
        """
        Run a search and print, for each of its steps, the name of the plan, why it was chosen, the statement with its
        parameters, and PostgreSQL's plan. docs/search.md explains the plans.

          showground search explain 'databse backup' --country PT
        """,
    )
    explain.add_argument("q", nargs="?", metavar="QUERY", help="the words to search for (default: none)")
    for name in search.FILTERS:
        explain.add_argument(f"--{name.replace('_', '-')}", help=f"filter, as `{name}` in the API")
    explain.add_argument("--sort", help="sort order, as `sort` in the API (default: relevance)")
    explain.add_argument("--page", type=_number(1, 1_000_000), help="page of the results (default: 1)")
    explain.add_argument("--per-page", type=_number(1, 100), metavar="N", help="listings on a page (default: 20)")
    explain.add_argument("--analyze", action="store_true", help="run each statement again and print where time goes")


def _group(kinds: Parsers, name: str, words: str) -> Parsers:
    return kinds.add_parser(name, help=words, description=_sentence(words)).add_subparsers(
        title="commands", required=True, metavar="COMMAND"
    )


def _command(kinds: Parsers, name: str, run: Callable[..., Any], words: str, more: str) -> argparse.ArgumentParser:
    made: argparse.ArgumentParser = kinds.add_parser(
        name, help=words, description=dedent(more).strip(), formatter_class=_Paragraphs
    )
    made.set_defaults(run=run)
    return made


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."


class _Paragraphs(argparse.HelpFormatter):
    """Wraps each paragraph of a description, but leaves indented examples alone."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        fill, parts = super()._fill_text, text.split("\n\n")
        return "\n\n".join(part if part.startswith(" ") else fill(part, width, indent) for part in parts)


def _number(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.isdecimal() or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text} is not a number from {least} to {most}")
        return int(text)

    return read
