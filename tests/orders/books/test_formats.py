"""Files for the accountant: read back as written, and harmless in a spreadsheet."""

import csv
import json
from datetime import UTC, date, datetime
from decimal import Decimal
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from showground.orders.books.formats import BOM, MEDIA_TYPES, safe_text, write_head, write_rows, write_table, write_tail
from showground.orders.books.models import Column

COLUMNS = [Column(name="name", heading="Name"), Column(name="amount", heading="Amount", kind="money")]


def read(text: str) -> list[dict[str, str]]:
    assert text.startswith(BOM)
    return list(csv.DictReader(StringIO(text.removeprefix(BOM), newline="")))


@pytest.mark.parametrize(
    "text",
    [
        '=HYPERLINK("http://evil.example";"x")',
        "+1+1",
        "-2+3",
        "@SUM(A1)",
        "\t=1",
        "\r=1",
        "  =1",
        "\u00a0=1",
        "＝1+1",  # noqa: RUF001 - read as = by some
        "%0A=1",
        "|calc",
    ],
)
def test_no_cell_is_a_formula(text: str) -> None:
    (row,) = read(write_table(COLUMNS, [{"name": text, "amount": -100}], "csv"))
    assert row["name"] == f"'{text}"
    assert row["amount"] == "-1.00"  # a number stays a number


@given(st.text(), st.integers(-(10**12), 10**12))
def test_rows_are_read_back_as_written(name: str, cents: int) -> None:
    cleaned = name.replace("\0", "")  # no text of ours has it
    rows = [{"name": cleaned, "amount": cents}]
    (row,) = read(write_table(COLUMNS, rows, "csv"))
    assert row["name"] == safe_text(cleaned)
    assert Decimal(row["amount"]) * 100 == cents
    (same,) = json.loads(write_table(COLUMNS, rows, "json"))
    assert same["name"] == cleaned
    assert Decimal(same["amount"]) * 100 == cents


def test_a_file_in_pieces_is_the_file_as_a_whole() -> None:
    rows = [{"name": str(n), "amount": n} for n in range(3)]
    for kind in MEDIA_TYPES:
        pieces = write_head(COLUMNS, kind) + write_rows(COLUMNS, rows[:1], kind)
        pieces += write_rows(COLUMNS, [], kind, first=False) + write_rows(COLUMNS, rows[1:], kind, first=False)
        assert pieces + write_tail(kind) == write_table(COLUMNS, rows, kind)
    assert json.loads(write_table(COLUMNS, [], "json")) == []


def test_days_times_rates_and_nothing() -> None:
    columns = [Column(name=name, heading=name) for name in ("day", "at", "rate", "yes", "none")]
    cells = {
        "day": date(2026, 3, 1),
        "at": datetime(2026, 3, 1, 12, 30, 5, tzinfo=UTC),
        "rate": Decimal("20.00"),
        "yes": True,
        "none": None,
    }
    (row,) = read(write_table(columns, [cells], "csv"))
    assert row == {"day": "2026-03-01", "at": "2026-03-01T12:30:05Z", "rate": "20", "yes": "true", "none": ""}
    (same,) = json.loads(write_table(columns, [cells], "json"))
    assert same == {"day": "2026-03-01", "at": "2026-03-01T12:30:05Z", "rate": "20", "yes": True, "none": None}
