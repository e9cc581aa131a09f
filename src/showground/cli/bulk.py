"""The commands that import listings and Domain Ratings from a file, and export listings or everything."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from showground.cli.files import as_path, written
from showground.cli.resources import CommandFailed, caller, need_database, say, with_dispatcher
from showground.settings import Settings

if TYPE_CHECKING:
    from showground.core.calls.dispatch import Dispatcher


if TYPE_CHECKING:
    from showground.core.calls.dispatch import Dispatcher


def import_listings(settings: Settings, arguments: argparse.Namespace) -> None:
    from showground.bulk.listing_import import FileRefused, import_listings
    from showground.core.progress import ProgressBar

    file: Path = arguments.file
    try:
        with as_path(file) as path:
            count = with_dispatcher(
                settings, lambda dispatcher: import_listings(dispatcher, path, ProgressBar(sys.stderr, "listings"))
            )
    except OSError as problem:
        raise CommandFailed(f"{file} cannot be read: {problem.strerror}.") from problem
    except FileRefused as refused:
        more = "There are more errors. " if refused.more else ""
        raise CommandFailed(
            f"{refused}\n{more}Nothing was imported. Correct these lines and import the file again."
        ) from refused
    print(f"{count:,} {'listing' if count == 1 else 'listings'}")


def export_listings(settings: Settings, arguments: argparse.Namespace) -> None:
    from showground.bulk.listing_export import export_csv, export_listings
    from showground.core.progress import ProgressBar

    need_database(settings)
    export = export_csv if arguments.format == "csv" else export_listings

    async def write(dispatcher: "Dispatcher") -> None:
        async for line in export(dispatcher, ProgressBar(sys.stderr, "listings")):
            sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()

    with_dispatcher(settings, write)
    say(
        "Votes, follows, reviews and orders are not included. For a full copy, use `showground backup` or `showground"
        " export everything`."
    )


def export_everything(settings: Settings, arguments: argparse.Namespace) -> None:
    from showground.bulk.full_export import export_everything
    from showground.core.progress import ProgressBar

    need_database(settings)
    with written(arguments.file) as out:
        count = with_dispatcher(
            settings, lambda dispatcher: export_everything(dispatcher, out, ProgressBar(sys.stderr, "tables"))
        )
    say(f"Exported the listings, the images and {count} tables. README.txt in the archive describes them.")
    say("The archive contains personal data. Store it where only you can read it.")


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
        lines = "\n".join(error["message"] for error in wrong.errors)
        raise CommandFailed(f"{lines}\nNothing was imported. Correct these lines and import the file again.") from wrong
    ratings = "rating" if done.ratings == 1 else "ratings"
    print(f"{done.ratings} {ratings} of {done.listings} {'listing' if done.listings == 1 else 'listings'}")
