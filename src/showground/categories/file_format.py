"""The files in which categories are exported and imported: CSV and JSON. Pure.

In CSV, keywords are separated by commas and attributes by semicolons, each as `key:kind:Label`. FAQs are JSON.
"""

import csv
import json
from collections.abc import Iterable
from io import StringIO
from typing import Any, Literal

from showground.categories.queries.staff_categories import StaffCategory
from showground.core.calls.errors import InvalidValue
from showground.core.languages import Text, text_with

Format = Literal["csv", "json"]
COLUMNS: tuple[str, ...] = ("slug", "name", "parent", "description", "keywords", "attributes", "faqs")
DELIMITERS = ",;\t"  # spreadsheets write the one that is usual in their country
BOM = "\ufeff"
FORMULAS = frozenset("=+-@|%\uff1d\uff0b\uff0d\uff20")  # a spreadsheet would run a cell that begins so
GUARD = "'"  # before such a cell; reading takes it away again
MEDIA_TYPES: dict[Format, str] = {"csv": "text/csv", "json": "application/json"}


class UnreadableFile(InvalidValue):
    """The file is not what it should be; the message says why."""


def write_file(categories: Iterable[StaffCategory], format: Format) -> str:
    """All categories as a file that `read_file` reads."""
    rows = [category.model_dump(include=set(COLUMNS)) for category in categories]
    if format == "json":
        return json.dumps([{name: row[name] for name in COLUMNS} for row in rows], indent=2, ensure_ascii=False) + "\n"
    out = StringIO(newline="")
    writer = csv.DictWriter(out, COLUMNS)
    writer.writeheader()
    for row in rows:
        attributes = "; ".join(f"{each['key']}:{each['kind']}:{each['label']}" for each in row["attributes"])
        faqs = json.dumps(row["faqs"], ensure_ascii=False) if row["faqs"] else ""
        cells = {"keywords": ", ".join(row["keywords"]), "attributes": attributes, "faqs": faqs}
        texts: dict[str, str] = {**row, "parent": row["parent"] or "", **cells}
        writer.writerow({name: f"{GUARD}{text}" if text[:1] in FORMULAS else text for name, text in texts.items()})
    return BOM + out.getvalue()


def read_file(content: bytes) -> list[dict[str, Any]]:
    """The rows of a file as they were written; whether they are valid is checked elsewhere.

    JSON begins with a bracket; anything else is CSV.
    """
    try:
        text = content.decode().removeprefix(BOM)
    except UnicodeDecodeError:
        raise UnreadableFile(Text("The file is not UTF-8 text. Save it as UTF-8 and try again.")) from None
    rows = _read_json(text) if text.lstrip().startswith("[") else _read_csv(text)
    if not rows:
        raise UnreadableFile(Text("The file has no categories."))
    return rows


def _read_json(text: str) -> list[dict[str, Any]]:
    try:
        rows: Any = json.loads(text)
    except (ValueError, RecursionError) as problem:
        raise UnreadableFile(text_with("The file is not valid JSON: %(problem)s.", problem=problem)) from None
    if not all(isinstance(row, dict) for row in rows):
        raise UnreadableFile(Text("The file must be a JSON list of objects."))
    return rows


def _read_csv(text: str) -> list[dict[str, Any]]:
    try:
        delimiter = max(DELIMITERS, key=text.partition("\n")[0].count)
        reader = csv.DictReader(StringIO(text, newline=""), restkey="too many cells", delimiter=delimiter, strict=True)
        if "slug" not in (reader.fieldnames or ()):
            raise UnreadableFile(
                text_with("The first line must have these columns: %(columns)s.", columns=",".join(COLUMNS))
            )
        return [_read_cells(row) for row in reader]
    except csv.Error as problem:
        raise UnreadableFile(text_with("The file is not valid CSV: %(problem)s.", problem=problem)) from None


def _read_cells(row: dict[str, Any]) -> dict[str, Any]:
    given = {name: _without_guard(value) for name, value in row.items() if value not in (None, "")}
    given["keywords"] = [word.strip() for word in given.get("keywords", "").split(",") if word.strip()]
    given["attributes"] = [_read_attribute(text) for text in given.get("attributes", "").split(";") if text.strip()]
    try:
        given["faqs"] = json.loads(given.get("faqs", "[]"))
    except (ValueError, RecursionError):
        given["faqs"] = given["faqs"]  # what it should be is said with all other errors
    return given


def _without_guard(value: Any) -> Any:
    """The text of a cell; what is beyond the last column is a list, and refused later."""
    return value[1:] if isinstance(value, str) and value[:1] == GUARD and value[1:2] in FORMULAS else value


def _read_attribute(text: str) -> dict[str, str]:
    parts = [part.strip() for part in text.split(":", 2)]
    return dict(zip(("key", "kind", "label"), parts, strict=False))
