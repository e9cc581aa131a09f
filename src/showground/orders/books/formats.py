"""Books as CSV and JSON: decimal amounts, ISO 8601 dates, and text that spreadsheets do not run as formulas."""

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from io import StringIO
from typing import Literal

from showground.orders.books.models import Cell, Column

Format = Literal["csv", "json"]
MEDIA_TYPES: Mapping[Format, str] = {"csv": "text/csv; charset=utf-8", "json": "application/json"}
BOM = "\ufeff"  # without it Excel does not read UTF-8
# Characters that start a formula in spreadsheets, also in full width and after spaces.
FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "|", "%")  # noqa: RUF001
BREAKS = ("\t", "\r", "\n")


def decimal_text(cents: int) -> str:
    """
    >>> decimal_text(-4950), decimal_text(7)
    ('-49.50', '0.07')
    """
    return f"{'-' if cents < 0 else ''}{abs(cents) // 100}.{abs(cents) % 100:02d}"


def plain_text(cell: Cell) -> str:
    """A cell that is not money."""
    if isinstance(cell, bool):
        return "true" if cell else "false"
    if isinstance(cell, datetime):
        return cell.isoformat(timespec="seconds").replace("+00:00", "Z")
    if isinstance(cell, date):
        return cell.isoformat()
    if isinstance(cell, Decimal):
        return f"{cell.normalize():f}"
    return "" if cell is None else str(cell)


def safe_text(text: str) -> str:
    """Text that a spreadsheet shows instead of running it as a formula.

    >>> safe_text("=HYPERLINK(1)"), safe_text("Edda Falk")
    ("'=HYPERLINK(1)", 'Edda Falk')
    """
    return f"'{text}" if text.startswith(BREAKS) or text.lstrip().startswith(FORMULA) else text


def write_head(columns: Sequence[Column], format: Format) -> str:
    return "[" if format == "json" else BOM + _csv_line([column.name for column in columns])


def write_rows(
    columns: Sequence[Column], rows: Iterable[Mapping[str, Cell]], format: Format, *, first: bool = True
) -> str:
    """The next rows of a file. `first`: whether no row has been written yet."""
    if format == "csv":
        return "".join(_csv_line([_csv_cell(row.get(column.name), column) for column in columns]) for row in rows)
    encoded = [
        json.dumps({column.name: _json_cell(row.get(column.name), column) for column in columns}, ensure_ascii=False)
        for row in rows
    ]
    if not encoded:
        return ""
    return ("\n" if first else ",\n") + ",\n".join(encoded)


def write_tail(format: Format) -> str:
    return "\n]\n" if format == "json" else ""


def write_table(columns: Sequence[Column], rows: Sequence[Mapping[str, Cell]], format: Format) -> str:
    """A whole file."""
    return write_head(columns, format) + write_rows(columns, rows, format) + write_tail(format)


def _csv_line(cells: Sequence[str]) -> str:
    out = StringIO()
    csv.writer(out, lineterminator="\r\n").writerow(cells)
    return out.getvalue()


def _csv_cell(cell: Cell, column: Column) -> str:
    if column.kind == "money" and isinstance(cell, int):
        return decimal_text(cell)
    return safe_text(plain_text(cell)) if isinstance(cell, str) else plain_text(cell)


def _json_cell(cell: Cell, column: Column) -> str | int | bool | None:
    if cell is None or isinstance(cell, bool):
        return cell
    if column.kind == "money" and isinstance(cell, int):
        return decimal_text(cell)  # a string, since programs read numbers as floats
    return cell if isinstance(cell, int) else plain_text(cell)
