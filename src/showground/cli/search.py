"""The command that explains how a search is run."""

import argparse
from typing import TYPE_CHECKING

from showground.cli.resources import CommandFailed, with_dispatcher
from showground.settings import Settings

if TYPE_CHECKING:
    from showground.core.calls.dispatch import Dispatcher
    from showground.search.queries.explain import ExplainedStep

FILTERS = ("category", "stage", "country", "pricing_model", "domain")


def explain(settings: Settings, arguments: argparse.Namespace) -> None:
    from showground.core.calls.errors import InvalidInput
    from showground.listings.operations.search_listings import search_listings, to_search
    from showground.search import explain as explaining

    given = {name: getattr(arguments, name) for name in ("q", "sort", "page", "per_page", *FILTERS)}
    try:
        asked = search_listings.parse({name: value for name, value in given.items() if value is not None})
    except InvalidInput as wrong:
        raise CommandFailed("\n".join(f"{error['field']}: {error['message']}" for error in wrong.errors)) from wrong
    search = to_search(asked)

    async def run(dispatcher: "Dispatcher") -> None:
        async with dispatcher.database.reading() as db:
            found = await explaining.explain(db, search, analyze=arguments.analyze)
        for number, step in enumerate(found.steps, 1):
            print("\n".join(_lines(number, step)), end="\n\n")
        if not found.steps:
            print("Nothing to run: no word of the query is known, or the category is empty.")
        print(f"Listings that match: {found.total:,}")

    with_dispatcher(settings, run)


def _lines(number: int, step: "ExplainedStep") -> list[str]:
    values = [f"  {name} = {value!r}" for name, value in sorted(step.values.items())]
    return [
        f"Step {number}: {step.chosen.plan.name.lower()}",
        step.chosen.plan.value,
        f"Reason: {step.chosen.reason}",
        *([f"Words: {step.match}"] if step.match else []),
        "",
        "Statement:",
        *_indented(step.statement),
        "Parameters:",
        *values,
        "PostgreSQL's plan:",
        *(f"  {line}" for line in step.postgres),
    ]


def _indented(statement: str) -> list[str]:
    from textwrap import dedent, indent

    return indent(dedent(statement).strip(), "  ").splitlines()
