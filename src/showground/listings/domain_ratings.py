"""Reads Domain Ratings from a CSV file: all rows, or an error for every wrong line. Pure."""

import csv
import io
from dataclasses import dataclass
from datetime import date

from showground.core.calls.errors import FieldError
from showground.core.domain_names import domain_of

COLUMNS = ("domain", "date", "rating")
MAX_FIELD_ERRORS = 50


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A line of the file."""

    line: int
    domain: str
    date: date
    rating: int


def read_ratings(text: str, today: date) -> tuple[list[RatingRow], list[FieldError]]:
    """The rows, and what is wrong, by line."""
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff")))
    rows: list[RatingRow] = []
    faults: list[FieldError] = []
    seen: dict[tuple[str, date], int] = {}
    header = next(reader, None)
    if header is None or tuple(cell.strip().lower() for cell in header) != COLUMNS:
        return [], [_fault(1, f"The first line must be {','.join(COLUMNS)}.")]
    try:
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            row = _read_row(reader.line_num, cells, today)
            if isinstance(row, str):
                faults.append(_fault(reader.line_num, row))
            elif (key := (row.domain, row.date)) in seen:
                faults.append(_fault(row.line, f"Line {seen[key]} has the same domain and date. Remove one."))
            else:
                seen[key] = row.line
                rows.append(row)
            if len(faults) == MAX_FIELD_ERRORS:
                break
    except csv.Error as error:
        faults.append(_fault(reader.line_num, f"This is not valid CSV: {error}."))
    return rows, faults


def _read_row(line: int, cells: list[str], today: date) -> RatingRow | str:
    """The row, or what is wrong with it."""
    if len(cells) != len(COLUMNS):
        return f"This line has {len(cells)} values instead of {len(COLUMNS)}: {', '.join(COLUMNS)}."
    domain, day, rating = (cell.strip() for cell in cells)
    try:
        at = date.fromisoformat(day)
    except ValueError:
        return f"{day} is not a valid date. Use the format {today.isoformat()}."
    if at > today:
        return f"The date {day} is in the future."
    if not (rating.isascii() and rating.isdigit() and int(rating) <= 100):
        return f"{rating} is not a whole number from 0 to 100."
    host = domain_of(domain if "://" in domain else f"https://{domain}/")
    return RatingRow(line, host, at, int(rating)) if host else f"{domain} is not a domain name."


def _fault(line: int, message: str) -> FieldError:
    return FieldError(field="csv", message=f"Line {line}: {message}")


def missing(rows: list[RatingRow], known: dict[str, int]) -> list[FieldError]:
    """Rows of domains that no listing has."""
    unknown = [row for row in rows if row.domain not in known]
    return [_fault(row.line, f"No listing has the domain {row.domain}.") for row in unknown[:MAX_FIELD_ERRORS]]
