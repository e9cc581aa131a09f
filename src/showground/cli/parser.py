"""The words of the command line: every command with what it does, and an example where it takes something."""

import argparse
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from textwrap import dedent
from typing import Any

from showground.cli import backup_commands, books, bulk, commands

Parsers = Any  # argparse has no public name for what add_subparsers gives


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "showground",
        description="Run a public directory of product launches.",
        epilog="Settings are read from the environment; `showground settings` lists them."
        " `showground COMMAND --help` explains a command.",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {version('showground')}")
    kinds = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    _add_running(kinds)
    _add_people(kinds)
    _add_bulk(kinds)
    _add_books(kinds)
    _add_keeping(kinds)
    _add_printing(kinds)
    return parser


def _add_running(kinds: Parsers) -> None:
    serve = _command(
        kinds,
        "serve",
        commands.serve,
        "serve the site, the API, the MCP server and jobs",
        """
        Serve everything at one port until Ctrl-C. Without SHOWGROUND_DATABASE_URL a PostgreSQL is brought up in the
        data folder, with a demo directory on the first start.

          showground serve --port 8080 --workers 4
        """,
    )
    shared = "processes that share the port (default: %(default)s)"
    serve.add_argument("--host", default="127.0.0.1", help="address to listen on (default: %(default)s)")
    serve.add_argument("--port", type=_number(0, 65535), default=8000, help="port to listen on (default: %(default)s)")
    serve.add_argument("--workers", type=_number(1, 64), default=1, metavar="N", help=shared)
    serve.add_argument(
        "--share-port",
        action="store_true",
        help="let another server have the port too, so that a new version takes over before the old one stops",
    )
    serve.add_argument("--no-jobs", action="store_true", help="leave jobs to `showground worker`")
    _command(
        kinds,
        "worker",
        commands.work,
        "run jobs only",
        """
        Run jobs until Ctrl-C: mails, drafts, the turn of the week. As many as wanted, on any machine that reaches the
        database; `showground serve` runs jobs too, unless told --no-jobs.
        """,
    )
    _command(
        kinds,
        "migrate",
        commands.migrate,
        "bring the database to this version",
        """
        Bring the database to this version and load the categories and products that Showground comes with. Safe to run
        twice, and while the site is served. `serve` and `worker` do it by themselves when they start.
        """,
    )
    demo = _command(
        kinds,
        "demo",
        commands.demo,
        "load the demo directory",
        """
        Load 120 made-up products with people, votes and posts around the present week. Not for production.

          showground demo --listings 100000    made-up listings by the number, for load tests
        """,
    )
    demo.add_argument(
        "--listings", type=_number(1, 10_000_000), metavar="N", help="make N made-up listings for load tests instead"
    )


def _add_people(kinds: Parsers) -> None:
    accounts = _group(kinds, "account", "make accounts, and change their addresses")
    create = _command(
        accounts,
        "create",
        commands.create_account,
        "make an account; prints its number",
        """
        Make an account and print its number. Its owner signs in by a mailed link, or by `showground sign-in-link`.

          showground account create ada@example.org --name 'Ada Moreno' --staff
        """,
    )
    create.add_argument("email", help="the person's mail address")
    create.add_argument("--name", help="the person's name (default: the part of the address before @)")
    create.add_argument("--staff", action="store_true", help="may do staff's work, at /admin")
    email = _command(
        accounts,
        "set-email",
        commands.set_account_email,
        "change the email address that an account signs in with",
        """
        Change the email address of an account, given by its number. An address that another account has is refused:
        accounts are never merged. `showground doctor` lists accounts that nobody can sign in to by email.

          showground account set-email 12 ada@example.org
        """,
    )
    email.add_argument("number", type=_number(1, 2**62), help="the account's number")
    email.add_argument("email", help="its new address")

    key = _command(
        _group(kinds, "key", "make API keys"),
        "create",
        commands.create_key,
        "make an API key; prints the key alone",
        """
        Make an API key for somebody who has an account. It is printed once and cannot be shown again.

          KEY=$(showground key create ada@example.org --scope account:read --scope listings:write)
        """,
    )
    key.add_argument("email", help="whose key it is")
    scopes = "what it allows, such as account:read, listings:write or orders:write; repeatable"
    key.add_argument("--scope", action="append", required=True, metavar="S", help=scopes)
    key.add_argument("--name", default="command line", help="what the account's owner sees (default: %(default)s)")
    key.add_argument("--days", type=_number(1, 3650), metavar="D", help="days until it expires (default: never)")

    link = _command(
        kinds,
        "sign-in-link",
        commands.make_sign_in_link,
        "make a link that signs in once, within 15 minutes; prints it",
        """
        Make a link that signs its bearer in as this person, once and within 15 minutes: for a site without mail, or
        for somebody whom no mail reaches.

          showground sign-in-link ada@example.org
        """,
    )
    link.add_argument("email", help="whose account it opens")

    lost = _command(
        _group(kinds, "passkeys", "remove lost passkeys"),
        "remove",
        commands.remove_passkeys,
        "remove all passkeys of an account",
        """
        Remove all passkeys of somebody who has lost them. They sign in by email, or with `showground sign-in-link`, and
        add a new one; staff can then open /admin again.

          showground passkeys remove ada@example.org
        """,
    )
    lost.add_argument("email", help="whose passkeys are removed")

    out = _command(
        kinds,
        "sign-out",
        commands.sign_out,
        "sign somebody, or everybody, out of all browsers",
        """
        End all sessions of an account, or with --all those of everybody. API keys and connected apps go on working:
        their owner revokes them in the account area.

          showground sign-out ada@example.org
        """,
    )
    whom = out.add_mutually_exclusive_group(required=True)
    whom.add_argument("email", nargs="?", help="whose sessions end")
    whom.add_argument("--all", action="store_true", help="everybody's")

    pay = _command(
        kinds,
        "pay",
        commands.pay,
        "sandbox only: pay an order; returns when it is fulfilled",
        """
        Send the sandbox's signed "paid" event for an order, as its payment page does, and wait until what was ordered
        is done. No money moves.

          showground pay SG-2026-000123
        """,
    )
    pay.add_argument("number", help="the order's number, as its owner and staff see it")


def _add_bulk(kinds: Parsers) -> None:
    bring = _group(kinds, "import", "bring in listings or Domain Ratings by the file")
    listings = _command(
        bring,
        "listings",
        bulk.import_listings,
        "bring in listings; all of a file, or none of it",
        """
        Add every listing of a file, one a line, in JSON. Name and website are enough. If a line is wrong, all such
        lines are named and nothing is added. docs/listings.md describes the file.

          showground import listings listings.jsonl

          {"name": "Tidewater", "website": "https://tidewater.example", "categories": ["databases"]}
        """,
    )
    listings.add_argument("file", type=Path, metavar="FILE.jsonl", help="one listing a line, in JSON")
    ratings = _command(
        bring,
        "domain-ratings",
        commands.import_domain_ratings,
        "bring in Domain Ratings; all of a file, or none of it",
        """
        Add Domain Ratings of listings that are here. If a line is wrong, all such lines are named and nothing is added.

          showground import domain-ratings ratings.csv

          domain,date,rating
          tidewater.example,2026-11-01,34
        """,
    )
    ratings.add_argument("file", type=Path, metavar="FILE.csv", help="CSV whose first line is domain,date,rating")
    _command(
        _group(kinds, "export", "print listings as `import` takes them"),
        "listings",
        bulk.export_listings,
        "print every listing, one a line, in JSON",
        """
        Print every listing, public or not, with its pictures and who may edit it. Votes, follows, reviews and orders
        are not in it; `showground backup` keeps all.

          showground export listings > listings.jsonl
        """,
    )


def _add_books(kinds: Parsers) -> None:
    group = _group(kinds, "books", "export the books, print tax reports, check payments against orders")
    export = _command(
        group,
        "export",
        books.export,
        "print orders, documents, payments or refunds of some days",
        """
        Print one row for each order, document, rate of a document, payment or refund, as CSV or JSON, to standard
        output. The file has people's names and addresses. docs/books.md describes the columns.

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
        "print a tax report or the income of a period",
        """
        Print a report of a year, quarter or month: vat (by country and rate, for the one-stop shop), home (the seller's
        own return), ec-sales (by VAT number), income (by month) or products.

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
        Print by month what was taken, refunded and documented. The exit code is 1 if something does not fit or waits
        for too long, so that cron can tell you.

          showground books reconcile 2026-10
          showground books reconcile 2026-10 --differences
        """,
    )
    reconcile.add_argument("--differences", action="store_true", help="print what does not fit, and what to do")
    for command in (report, reconcile):
        command.add_argument("period", metavar="PERIOD", help="a year, quarter or month: 2026, 2026-Q1 or 2026-03")
    for command in (export, report, reconcile):
        command.add_argument("--format", choices=("csv", "json"), default="csv", help="default: %(default)s")
        command.add_argument("--test", action="store_true", help="documents and payments of test mode instead")


def _add_keeping(kinds: Parsers) -> None:
    backup = _command(
        kinds,
        "backup",
        backup_commands.backup,
        "write the whole directory into one file, also while it is served",
        """
        Write the database as it is at this moment, with pictures and the data folder's secret, into one file. The site
        may be served meanwhile. The file holds people's addresses: keep it where only you can read it.

          showground backup showground-$(date +%F).zip
        """,
    )
    backup.add_argument("file", type=Path, metavar="FILE", help="a new file; - is standard output")
    restore = _command(
        kinds,
        "restore",
        backup_commands.restore,
        "bring back what `backup` wrote",
        """
        Bring back a backup, all of it or nothing, and then bring it to this version. Stop the site and its workers
        first. Everybody's sign-ins, keys and waiting jobs come back as they were.

          showground restore showground-2026-11-15.zip
        """,
    )
    restore.add_argument("file", type=Path, metavar="FILE", help="what `backup` wrote; - is standard input")
    restore.add_argument("--replace", action="store_true", help="also over a directory that is there, which is lost")
    _command(
        kinds,
        "doctor",
        commands.examine,
        "check the surroundings, say how to mend them",
        """
        Look at the database and what stands around it, clock, migrations, backup tools, disk, Redis, mail, payments,
        model, DNS and proxy. Each line says ok, or BAD and how to mend it; the exit code is 1 if anything is.
        """,
    )


def _add_printing(kinds: Parsers) -> None:
    for name, run, words in (
        ("openapi", commands.print_openapi, "print the API description, as OpenAPI"),
        ("settings", commands.print_settings, "print every setting and its meaning"),
        ("retention", commands.print_retention, "print what is forgotten by itself, and when"),
    ):
        _command(kinds, name, run, words, _sentence(words))


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
    """Fills each paragraph of a description, but for examples, which are indented."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        fill, parts = super()._fill_text, text.split("\n\n")
        return "\n\n".join(part if part.startswith(" ") else fill(part, width, indent) for part in parts)


def _number(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.isdecimal() or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text} is not a number from {least} to {most}")
        return int(text)

    return read
