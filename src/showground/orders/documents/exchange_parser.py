"""Parses the European Central Bank's files of reference rates. It runs in the sandbox (`exchange_source.py`)."""

import csv
from collections.abc import Iterator
from datetime import date
from decimal import Decimal, InvalidOperation
from xml.etree import ElementTree as ET  # in the sandbox  # nosec B405

from showground.orders.documents.exchange_source import ExchangeRate, RatesFile, RatesFound


def parse_rates(file: RatesFile) -> RatesFound:
    """The rates of a `eurofxref` file, XML or CSV; what is no rate is left out."""
    rows = _read_xml(file.text) if file.text.lstrip().startswith("<") else _read_csv(file.text)
    found: list[ExchangeRate] = []
    for day, currency, text in rows:
        if currency in file.currencies and (rate := _read_rate(day, currency, text)):
            found.append(rate)
    return RatesFound(rates=found)


def _read_xml(text: str) -> Iterator[tuple[str, str, str]]:
    """`<Cube time="2026-11-13"><Cube currency="USD" rate="1.0850"/>...`"""
    try:
        root = ET.fromstring(text)  # noqa: S314 - in the sandbox  # nosec B314
    except ET.ParseError:
        return
    for day in root.iter():
        if at := day.get("time"):
            for each in day:
                yield at, each.get("currency", ""), each.get("rate", "")


def _read_csv(text: str) -> Iterator[tuple[str, str, str]]:
    """`Date,USD,JPY,...`, then a line for each day."""
    for row in csv.DictReader(line.strip().rstrip(",") for line in text.splitlines()):
        day = row.pop("Date", None) or ""
        for currency, rate in row.items():
            yield day, (currency or "").strip(), rate or ""


def _read_rate(day: str, currency: str, text: str) -> ExchangeRate | None:
    try:
        rate = ExchangeRate(day=date.fromisoformat(day.strip()), currency=currency, per_euro=Decimal(text.strip()))
    except (ValueError, InvalidOperation):
        return None
    return rate if rate.per_euro.is_finite() and 0 < rate.per_euro < 1_000_000 else None
