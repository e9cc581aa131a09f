"""Formats arrays for PostgreSQL; psycopg takes several times as long."""

from collections.abc import Iterable


def of_numbers(numbers: Iterable[int]) -> str:
    return "{" + ",".join(map(str, numbers)) + "}"


def of_texts(texts: Iterable[str | int | None]) -> str:
    """Words and other texts without quotes and backslashes; None is null."""
    return "{" + ",".join("null" if text is None else f'"{text}"' for text in texts) + "}"
