"""Listings as CSV: one row per listing, with the fields of the JSON Lines format as columns.

A list of texts or slugs is separated by semicolons (`databases; backup`), and everything nested is JSON in its cell.
"""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from showground.bulk.rows import ListingRow

OWNER = "owner_email"  # for spreadsheets: short for `people` with one owner
COLUMNS = tuple(ListingRow.model_fields)
LISTS = frozenset(
    ("unlocked", "features", "usps", "keywords", "tags", "not_found_on_website", "categories", "alternatives")
)
NESTED = frozenset(
    ("socials", "faqs", "attributes", "evidence", "people", "founders", "updates", "milestones", "story", "media",
     "domain_ratings", "revenue")
)  # fmt: skip
MAX_CELL = 64 << 20  # characters; images in base64 are long
FORMULAS = frozenset("=+-@|%\uff1d\uff0b\uff0d\uff20")  # a spreadsheet would run a cell that begins so
GUARD = "'"  # before such a cell; reading takes it away again
DELIMITERS = ",;\t"  # spreadsheets write the one that is usual in their country


def read_csv(lines: Iterable[str]) -> Iterator[tuple[int, dict[str, Any], list[str]]]:
    """Each row with the number of its first line and what can't be read in it; there are none below a bad heading."""
    csv.field_size_limit(MAX_CELL)
    lines = iter(lines)
    heading = next(lines, "")
    delimiter = max(DELIMITERS, key=heading.count)
    columns = [name.strip().lower() for name in next(csv.reader([heading], delimiter=delimiter), list[str]())]
    if problems := list(_judge_heading(columns)):
        yield 1, {}, problems
        return
    reader, before = csv.reader(lines, delimiter=delimiter, strict=True), 0
    while True:
        number = before + 2
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield number, {}, [f"This is not valid CSV: {error}."]
            return
        before = reader.line_num
        if any(cell.strip() for cell in cells):
            yield number, *_read_row(columns, cells)


def _judge_heading(columns: list[str]) -> Iterator[str]:
    for name in columns:
        if name not in (*COLUMNS, OWNER):
            near = get_close_matches(name, (*COLUMNS, OWNER), 1)
            yield f"There is no column {name!r}." + (f" Did you mean {near[0]}?" if near else "")
        elif columns.count(name) > 1:
            yield f"The column {name} is there twice."
    if missing := [name for name in ("name", "website") if name not in columns]:
        verb = "are" if missing[1:] else "is"
        yield f"The first line must name the columns, but {' and '.join(missing)} {verb} missing."


def _read_row(columns: list[str], cells: list[str]) -> tuple[dict[str, Any], list[str]]:
    """The row, without cells that can't be read, and what is wrong with those."""
    if len(cells) != len(columns):
        return {}, [f"This row has {len(cells)} cells, but there are {len(columns)} columns."]
    row: dict[str, Any] = {}
    problems: list[str] = []
    for name, cell in zip(columns, cells, strict=True):
        text = cell.strip()
        if text[:1] == GUARD and text[1:2] in FORMULAS:
            text = text[1:]
        if not text:
            continue
        if name == OWNER:
            row.setdefault("people", [{"email": text}])
        elif name in NESTED or (name in LISTS and text.startswith("[")):
            try:
                row[name] = json.loads(text)
            except ValueError as error:
                problems.append(f"{name}: This is not valid JSON: {error}.")
        elif name in LISTS:
            row[name] = [part.strip() for part in text.replace("\n", ";").split(";") if part.strip()]
        else:
            row[name] = text
    return row, problems


def write_heading() -> str:
    return _write(COLUMNS)


def write_row(row: Mapping[str, Any]) -> str:
    """A listing as `import` reads it. `row`: as in the JSON Lines format."""
    return _write([_cell(name, row.get(name)) for name in COLUMNS])


def _cell(name: str, value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return f"{GUARD}{value}" if value[:1] in FORMULAS else value
    if name in LISTS:
        plain = not any(";" in part or "\n" in part or part.startswith("[") for part in value)
        return _cell("", "; ".join(value)) if plain else json.dumps(value, ensure_ascii=False)
    return json.dumps(value, ensure_ascii=False)


def _write(cells: Iterable[str]) -> str:
    out = io.StringIO()
    csv.writer(out).writerow(cells)
    return out.getvalue()
