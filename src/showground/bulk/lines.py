"""Parses and validates the import file line by line; every error has its line number."""

import base64
import binascii
import json
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from pydantic import ValidationError

from showground import launches
from showground.bulk.csv_rows import read_csv
from showground.bulk.rows import ListingRow, MediaRow
from showground.core.calls import field_errors
from showground.core.calls.errors import FieldError
from showground.core.countries import judge_country
from showground.listings import ListingStory

BOM = b"\xef\xbb\xbf"
PEEK = 4_096  # bytes that tell JSON from CSV
NO_ARRAY = "This is a JSON array. Write one JSON object per line (JSON Lines) without the brackets, or use CSV."
STAND_INS = {"name": "Unknown", "website": "https://unknown.invalid"}
JSON_ENDINGS, CSV_ENDINGS = (".jsonl", ".ndjson", ".json"), (".csv", ".tsv")


@dataclass(frozen=True, slots=True)
class InvalidLine:
    """An error in a line."""

    line: int
    message: str

    def __str__(self) -> str:
        return f"Line {self.line}: {self.message}"


@dataclass(frozen=True, slots=True)
class InvalidRow:
    """A listing with errors. `rest` has what is right in it, so that all of its errors are found at once, and stand-ins
    for a name and a website that are not; None if nothing can be read. `lost`: the fields that are not in it."""

    wrong: list[InvalidLine]
    rest: ListingRow | None = None
    lost: frozenset[str] = frozenset()


Rows = Iterator[tuple[int, ListingRow | InvalidRow]]


def read_rows(file: Path) -> Rows:
    """Every listing in a file, JSON Lines or CSV, with the number of its line."""
    if _first_sign(file) == b"[":
        yield 1, InvalidRow([InvalidLine(1, NO_ARRAY)])
    elif _is_json(file):
        with file.open("rb") as lines:
            yield from read_lines(lines)
    else:
        with file.open(encoding="utf-8-sig", newline="") as lines:
            yield from _read_table(lines)


def _is_json(file: Path) -> bool:
    """By the file's ending; without a known one, by the brace with which JSON Lines begins."""
    if file.suffix.lower() in (*JSON_ENDINGS, *CSV_ENDINGS):
        return file.suffix.lower() in JSON_ENDINGS
    return _first_sign(file) in (b"{", b"")


def _first_sign(file: Path) -> bytes:
    with file.open("rb") as lines:
        return lines.read(PEEK).removeprefix(BOM).lstrip()[:1]


def read_lines(lines: Iterable[bytes]) -> Rows:
    """Every non-blank line of JSON, with its number."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield number, _read(number, line.removeprefix(BOM))


def _read_table(lines: Iterable[str]) -> Rows:
    number = 0
    try:
        for number, row, problems in read_csv(lines):
            if row:
                yield number, _read(number, json.dumps(row).encode(), problems)
            else:
                yield number, InvalidRow([InvalidLine(number, problem) for problem in problems])
    except UnicodeDecodeError:
        told = "This is not UTF-8 text. Export the file as CSV in UTF-8."
        yield number + 1, InvalidRow([InvalidLine(number + 1, told)])


def _read(number: int, line: bytes, problems: Sequence[str] = ()) -> ListingRow | InvalidRow:
    """`problems`: cells of the row that could not be read."""
    errors: list[FieldError] = []
    row: ListingRow | None
    try:
        row = ListingRow.model_validate_json(line)
    except ValidationError as invalid:
        first = invalid.errors()[0]
        if first["type"] == "json_invalid":
            told = f"This is not valid JSON: {first.get('ctx', {}).get('error')}."
            return InvalidRow([InvalidLine(number, told)])
        errors = field_errors.describe(invalid, ListingRow.model_fields, {})
        row = _read_rest(line, {_field_of(error["field"]) for error in errors})
    if row is not None and b"\\u" in line:
        known = {error["field"] for error in errors}
        errors += [error for error in field_errors.find_unstorable(json.loads(line)) if error["field"] not in known]
    wrong = [*problems, *(f"{error['field'] or 'It'}: {error['message']}" for error in errors)]
    lost = frozenset(_field_of(told) for told in wrong)
    if row is not None:
        wrong += [told for told in _judge(row) if _field_of(told) not in lost]
    if row is None or wrong:
        return InvalidRow([InvalidLine(number, told) for told in wrong], row, lost)
    return row


def _read_rest(line: bytes, lost: Collection[str]) -> ListingRow | None:
    """The listing without the fields that have errors; None if it is no listing at all."""
    try:
        rest = {name: value for name, value in json.loads(line).items() if name not in lost}
        return ListingRow.model_validate_json(json.dumps(STAND_INS | rest))
    except (ValueError, AttributeError, RecursionError):  # another kind of JSON, or numbers too long for Python
        return None


def _field_of(place: str) -> str:
    """`people` of `people[0].email: This is required.`"""
    return re.split(r"[.:\[]", place)[0]


def _judge(row: ListingRow) -> Iterator[str]:
    """Errors that involve several fields."""
    if row.status == "scheduled" and row.launch_week is None:
        yield "launch_week: A scheduled listing needs a launch week."
    if row.launch_week is not None and launches.monday_of(row.launch_week) != row.launch_week:
        yield f"launch_week: {row.launch_week} is not a Monday."
    for country in filter(None, (row.country, *(founder.country for founder in row.founders))):
        if problem := judge_country(country):
            yield f"country: {problem}"
    for name in (row.story or {}).keys() - ListingStory.model_fields.keys():
        yield f"story.{name}: There is no such section in a story."
    if row.logo is not None and not _is_base64(row.logo):
        yield "logo: This is not valid base64."
    elif row.logo is not None and row.logo_url is not None:
        yield "logo: Set either logo or logo_url, but not both."
    for place, media in enumerate(row.media):
        if problem := _judge_media(media):
            yield f"media[{place}]: {problem}"
    if len(set(row.categories)) < len(row.categories):
        yield "categories: A category is listed twice."


def _judge_media(media: MediaRow) -> str | None:
    if (media.url is None) == (media.content is None):
        return "Set either url, or content in base64, but not both."
    if media.kind == "picture" and (media.width is None or media.height is None):
        return "A picture needs its width and height."
    if media.content is None:
        return None
    if media.format is None:
        return "content needs a format, such as webp."
    if not _is_base64(media.content):
        return "content is not valid base64."
    return None


def week_of(row: ListingRow, today: date) -> date | None:
    """The listing's launch week. A live listing always has one: by default, the week it went live."""
    if row.status != "live" or row.launch_week is not None:
        return row.launch_week
    return launches.monday_of(row.live_at.date() if row.live_at else today)


def _is_base64(text: str) -> bool:
    try:
        base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return False
    return True
