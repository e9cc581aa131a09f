"""Which pages are read, where folders name languages."""

from datetime import UTC, datetime

import pytest

from showground.extraction.reading.addresses import kind_of
from showground.extraction.reading.markup import read_markup
from showground.extraction.reading.page_queue import PageQueue

NOW = datetime(2026, 11, 2, 9, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("lang", "read"),
    [
        ("fr", ["/fr/contact"]),
        ("en", ["/en/contact"]),
        # Themes are sold with the code for no language at all.
        ("zxx", ["/fr/contact"]),
        ("", ["/fr/contact"]),
    ],
)
def test_pages_in_the_language_of_the_home_page(lang: str, read: list[str]) -> None:
    home = read_markup("https://acme.test/", f'<html lang="{lang}"><title>Acme</title><p>Acme</p>', NOW)
    queue = PageQueue()
    for path in ("/fr/contact", "/en/contact"):
        queue.add(f"https://acme.test{path}", kind_of(f"https://acme.test{path}"), home, in_menu=True)
    assert [queue.take().address.removeprefix("https://acme.test") for _ in range(len(queue))] == read
