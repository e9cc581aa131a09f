"""Commands about categories."""

from pathlib import Path

from showground.cli import categories
from showground.cli.arguments.declare import Parsers, add_command, add_group


def add_category_import(bring: Parsers) -> None:
    command = add_command(
        bring,
        "categories",
        categories.import_categories,
        "import all categories in a file, or none if one is invalid",
        """
        Add and change categories with their keywords, comparison attributes and FAQs. The file is CSV or JSON, as
        `showground export categories` prints it. The order in the file becomes the order on the site.

          showground import categories categories.csv
        """,
    )
    command.add_argument("file", type=Path, metavar="FILE", help="a CSV or JSON file; - for standard input")
    command.add_argument("--replace", action="store_true", help="delete empty categories that are not in the file")


def add_category_export(send: Parsers) -> None:
    command = add_command(
        send,
        "categories",
        categories.export_categories,
        "print all categories as CSV or JSON",
        """
        Print the category tree with keywords, comparison attributes and FAQs.

          showground export categories --format json > categories.json
        """,
    )
    command.add_argument("--format", choices=("csv", "json"), default="csv", help="default: %(default)s")


def add_categories(kinds: Parsers) -> None:
    group = add_group(kinds, "categories", "choose the categories to start from, or merge two")
    start = add_command(
        group,
        "start",
        categories.start_categories,
        "delete all categories and start with none, or with the shipped ones",
        """
        Choose what the directory starts from. This works only while no category has listings.

          showground categories start empty
        """,
    )
    start.add_argument("tree", choices=("empty", "shipped"), metavar="TREE", help="empty or shipped")
    merge = add_command(
        group,
        "merge",
        categories.merge_categories,
        "move a category's listings and subcategories to another one and delete it",
        """
        Move a category's listings and subcategories to another one, and delete it. Its address then redirects to the
        other one. This can't be undone, so it needs --yes; without, it says how many listings would move.

          showground categories merge vector-databases databases --yes
        """,
    )
    merge.add_argument("slug", metavar="SLUG", help="the category to delete")
    merge.add_argument("target", metavar="TARGET", help="the category that gets its listings")
    merge.add_argument("--yes", action="store_true", help="confirm the merge")
