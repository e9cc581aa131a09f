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
        lines = "\n".join(fault["message"] for fault in wrong.faults)
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
    from showground.categories.actions.categories import merge_categories
    from showground.core.calls.errors import ApiError

    raw = {"slug": arguments.slug, "target": arguments.target}
    try:
        done = call_action(settings, merge_categories, raw)
    except ApiError as problem:
        raise CommandFailed(problem.detail) from problem
    say(f"{done.listings} {'listing was' if done.listings == 1 else 'listings were'} moved to {done.target}.")
