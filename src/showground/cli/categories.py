"""The commands that import, export, merge and choose categories."""

import argparse
import sys

from showground.cli.files import opened
from showground.cli.resources import CommandFailed, call_action, caller, say, with_dispatcher
from showground.settings import Settings


def import_categories(settings: Settings, arguments: argparse.Namespace) -> None:
    from showground.categories.actions.category_files import ImportCategories, import_categories
    from showground.core.calls.errors import InvalidInput

    try:
        with opened(arguments.file) as file:
            asked = ImportCategories(content=file.read(), replace=arguments.replace)
        done = with_dispatcher(
            settings, lambda dispatcher: dispatcher.call(import_categories, caller(dispatcher), asked)
        )
    except OSError as problem:
        raise CommandFailed(f"{arguments.file} cannot be read: {problem.strerror}.") from problem
    except ValueError as problem:
        raise CommandFailed(f"{arguments.file} is larger than 2 MB.") from problem
    except InvalidInput as wrong:
        lines = "\n".join(error["message"] for error in wrong.errors)
        raise CommandFailed(f"{lines}\nNothing was imported. Correct the file and import it again.") from wrong
    print(f"{done.added} added, {done.changed} already there, {done.deleted} deleted")


def export_categories(settings: Settings, arguments: argparse.Namespace) -> None:
    from showground.categories.actions.category_files import ExportCategories, export_categories

    asked = ExportCategories(format=arguments.format)
    file = with_dispatcher(settings, lambda dispatcher: dispatcher.call(export_categories, caller(dispatcher), asked))
    sys.stdout.buffer.write(file.content.encode())
    sys.stdout.buffer.flush()


def start_categories(settings: Settings, arguments: argparse.Namespace) -> None:
    from showground.categories.actions.category_files import StartTree, start_tree
    from showground.core.calls.errors import ApiError

    asked = StartTree(tree=arguments.tree)
    try:
        done = with_dispatcher(settings, lambda dispatcher: dispatcher.call(start_tree, caller(dispatcher), asked))
    except ApiError as problem:
        raise CommandFailed(problem.detail) from problem
    say(f"The directory has {done.categories} categories now.")


def merge_categories(settings: Settings, arguments: argparse.Namespace) -> None:
    from showground.categories.actions.categories import list_all_categories, merge_categories
    from showground.core.calls.errors import ApiError

    raw = {"slug": arguments.slug, "target": arguments.target}
    if not arguments.yes:
        known = {category.slug: category for category in call_action(settings, list_all_categories, {}).items}
        if missing := [slug for slug in raw.values() if slug not in known]:
            raise CommandFailed(f"There is no category {missing[0]}.")
        count = known[arguments.slug].listings
        moves = "1 listing moves" if count == 1 else f"{count} listings move"
        raise CommandFailed(
            f"{moves} to {arguments.target}, and {arguments.slug} is deleted. This can't be undone."
            " Add --yes if you are sure."
        )
    try:
        done = call_action(settings, merge_categories, raw)
    except ApiError as problem:
        raise CommandFailed(problem.detail) from problem
    say(f"{done.listings} {'listing was' if done.listings == 1 else 'listings were'} moved to {done.target}.")
