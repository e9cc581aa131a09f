"""Reads Domain Ratings from a CSV file: all rows, or an error for every wrong line. Pure."""

import csv
import io
from dataclasses import dataclass
from datetime import date

from showground.core.calls.errors import FieldError
from showground.core.domain_names import domain_of
from showground.core.languages import Text, text_with

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
    errors: list[FieldError] = []
    seen: dict[tuple[str, date], int] = {}
    header = next(reader, None)
    if header is None or tuple(cell.strip().lower() for cell in header) != COLUMNS:
        return [], [_error_at(1, text_with("The first line must be %(columns)s.", columns=",".join(COLUMNS)))]
    try:
        for cells in reader:
            if not any(cell.strip() for cell in cells):
                continue
            row = _read_row(reader.line_num, cells, today)
            if isinstance(row, Text):
                errors.append(_error_at(reader.line_num, row))
            elif (key := (row.domain, row.date)) in seen:
                errors.append(
                    _error_at(
                        row.line, text_with("Line %(other)s has the same domain and date. Remove one.", other=seen[key])
                    )
                )
            else:
                seen[key] = row.line
                rows.append(row)
            if len(errors) == MAX_FIELD_ERRORS:
                break
    except csv.Error as error:
        errors.append(_error_at(reader.line_num, text_with("This is not valid CSV: %(problem)s.", problem=error)))
    return rows, errors


def _read_row(line: int, cells: list[str], today: date) -> RatingRow | Text:
    """The row, or what is wrong with it."""
    if len(cells) != len(COLUMNS):
        return text_with(
            "This line has %(count)s values instead of %(wanted)s: %(columns)s.",
            count=len(cells),
            wanted=len(COLUMNS),
            columns=", ".join(COLUMNS),
        )
    domain, day, rating = (cell.strip() for cell in cells)
    try:
        at = date.fromisoformat(day)
    except ValueError:
        return text_with("%(date)s is not a valid date. Use the format %(format)s.", date=day, format=today.isoformat())
    if at > today:
        return text_with("The date %(date)s is in the future.", date=day)
    if not (rating.isascii() and rating.isdigit() and int(rating) <= 100):
        return text_with("%(rating)s is not a whole number from 0 to 100.", rating=rating)
    host = domain_of(domain if "://" in domain else f"https://{domain}/")
    return (
        RatingRow(line, host, at, int(rating)) if host else text_with("%(domain)s is not a domain name.", domain=domain)
    )


def _error_at(line: int, message: Text) -> FieldError:
    return FieldError(field="csv", message=text_with("Line %(line)s: %(message)s", line=line, message=message))


def missing(rows: list[RatingRow], known: dict[str, int]) -> list[FieldError]:
    """Rows of domains that no listing has."""
    unknown = [row for row in rows if row.domain not in known]
    return [
        _error_at(row.line, text_with("No listing has the domain %(domain)s.", domain=row.domain))
        for row in unknown[:MAX_FIELD_ERRORS]
    ]
