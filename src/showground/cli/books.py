"""The commands for bookkeeping: exports, reports, and reconciling payments with orders."""

import argparse
import sys
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

from showground.cli.resources import CommandFailed, caller, say, with_dispatcher
from showground.settings import Settings

if TYPE_CHECKING:
    from showground.core.calls.dispatch import Dispatcher

Result = TypeVar("Result")


def export(settings: Settings, arguments: argparse.Namespace) -> None:
    from showground.orders.actions.export_books import export_books, read_export, write_export

    raw = {"dataset": arguments.dataset, "first": arguments.first, "last": arguments.last, "test": arguments.test}

    async def write(dispatcher: "Dispatcher") -> None:
        asked = export_books.parse(raw | {"format": arguments.format})
        begun = await dispatcher.call(export_books, caller(dispatcher), asked)
        async for text in write_export(
            asked, begun.columns, lambda page: dispatcher.call(read_export, caller(dispatcher), page)
        ):
            _write(text)

    _run(settings, write)


def report(settings: Settings, arguments: argparse.Namespace) -> None:
    from showground.orders.actions.show_report import show_report, write_report

    raw = {"report": arguments.report, "period": arguments.period, "test": arguments.test}
    made = _run(settings, lambda dispatcher: dispatcher.call(show_report, caller(dispatcher), show_report.parse(raw)))
    _write(write_report(made, arguments.format))
    for note in made.notes:
        say(note)


def reconcile(settings: Settings, arguments: argparse.Namespace) -> int:
    from showground.orders.actions.reconcile_books import reconcile_books, write_differences, write_months

    raw = {"period": arguments.period, "test": arguments.test}
    found = _run(
        settings, lambda dispatcher: dispatcher.call(reconcile_books, caller(dispatcher), reconcile_books.parse(raw))
    )
    _write((write_differences if arguments.differences else write_months)(found, arguments.format))
    if found.fits:
        say("Everything adds up.")
        return 0
    if found.differences:
        count = f"{len(found.differences)}{' or more' if found.more else ''}"
        say(f"{count} to check: `showground books reconcile {arguments.period} --differences` lists them.")
    else:
        say("Payments and documents differ in at least one month.")
    return 1


def _run(settings: Settings, do: Callable[["Dispatcher"], Awaitable[Result]]) -> Result:
    from showground.core.calls.errors import InvalidInput

    try:
        return with_dispatcher(settings, do)
    except InvalidInput as wrong:
        raise CommandFailed("\n".join(f"{error['field']}: {error['message']}" for error in wrong.errors)) from wrong


def _write(text: str) -> None:
    sys.stdout.buffer.write(text.encode())
    sys.stdout.buffer.flush()
