"""Commands that print: what a search does, the API, settings and retention."""

from showground.cli import information, search
from showground.cli.arguments.declare import Parsers, add_command, add_group, number, sentence


def add_search(kinds: Parsers) -> None:
    explain = add_command(
        add_group(kinds, "search", "explain how a search is run"),
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
    explain.add_argument("--page", type=number(1, 1_000_000), help="page of the results (default: 1)")
    explain.add_argument("--per-page", type=number(1, 100), metavar="N", help="listings on a page (default: 20)")
    explain.add_argument("--analyze", action="store_true", help="run each statement again and print where time goes")


def add_printing(kinds: Parsers) -> None:
    for name, run, words in (
        ("openapi", information.print_openapi, "print the OpenAPI description of the API"),
        ("settings", information.print_settings, "print every setting and its meaning"),
        ("retention", information.print_retention, "print the retention rules"),
    ):
        add_command(kinds, name, run, words, sentence(words))
