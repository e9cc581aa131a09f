"""Every text of a page or an email is in the catalogues, and the shipped translations are complete and fit."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from showground.core.languages.catalogue import SHIPPED, find_wrong_placeholders
from tests.support import texts

WEB = texts.SOURCE / "surfaces" / "web" / "templates"
EMAILS = texts.SOURCE / "emails"
# Documents and the API's reference are English; a picture and machine-readable files are no pages.
ENGLISH = (WEB / "invoice.html", WEB / "reference", WEB / "llms.txt")
TRANSLATED = re.compile(r"\{%-?\s*trans\b.*?\{%-?\s*endtrans\s*[+-]?%\}", re.DOTALL)
JINJA = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{(?:\"[^\"]*\"|'[^']*'|[^\"'])*?\}\}", re.DOTALL)
WORD = re.compile(r"[^\W\d_]{2}")
# A part of an address, of a mark in a newsletter, or an attribute that a macro adds to a tag.
NO_WORDS = re.compile(r"[/:#.][\w/.:;#-]*|[\w-]+=\"[^\"]*\"")
SHOWN = ("alt", "aria-label", "data-as", "label", "placeholder", "title")
UNREAD = ("script", "style", "svg", "pre", "code")
TAG = re.compile(r"</?[a-z][^>]*>")


class Unmarked(HTMLParser):
    """Collects the words that a template would show in English, whatever the reader's language is."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._unread = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._unread += tag in UNREAD
        self.found += [value for name, value in attrs if name in SHOWN and value and WORD.search(value)]

    def handle_endtag(self, tag: str) -> None:
        self._unread -= tag in UNREAD

    def handle_data(self, data: str) -> None:
        if not self._unread and WORD.search(NO_WORDS.sub("", data)):
            self.found.append(data.strip())


def find_unmarked(source: str) -> list[str]:
    parser = Unmarked()
    parser.feed(JINJA.sub("", TRANSLATED.sub("", source)))
    return parser.found


def list_templates() -> list[Path]:
    found = [*WEB.rglob("*.html"), *EMAILS.rglob("*.html"), *EMAILS.rglob("*.txt")]
    return sorted(file for file in found if file not in ENGLISH and file.parent not in ENGLISH)


def read(file: Path) -> Catalog:
    with file.open("rb") as lines:
        return read_po(lines, locale=None if file == texts.TEMPLATE else file.stem)


def translations(message: Message) -> Iterator[tuple[str, str]]:
    """Each translation with its English text."""
    ids = [message.id] if isinstance(message.id, str) else list(message.id)
    strings = [message.string] if isinstance(message.string, str) else list(message.string or ())
    return ((ids[min(place, len(ids) - 1)], text) for place, text in enumerate(strings))


def test_no_template_shows_words_outside_the_catalogues() -> None:
    files = list_templates()
    assert len(files) > 300
    assert {str(file): found for file in files if (found := find_unmarked(file.read_text("utf-8")))} == {}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("<p>Hello</p>", ["Hello"]),
        ('<p title="Close">{{ _("Hello") }}</p>', ["Close"]),
        ("{% if a %}Hello{% endif %}", ["Hello"]),
        ("{% trans %}Hello <b>{{ name }}</b>{% endtrans %} you", ["you"]),
        ('{{ field("a", "}}") }}<code>Hello</code>{{ url }}/listings/{{ slug }}', []),
    ],
)
def test_planted_words_are_found(source: str, found: list[str]) -> None:
    assert find_unmarked(source) == found


def test_the_catalogues_are_current() -> None:
    template = texts.extract()
    assert texts.TEMPLATE.read_bytes() == texts.write(template), "run `make texts`"
    for file in SHIPPED.glob("*.po"):
        assert file.read_bytes() == texts.renew(file, template), "run `make texts`"


@pytest.mark.parametrize("file", sorted(SHIPPED.glob("*.po")), ids=lambda file: file.stem)
def test_a_shipped_translation_is_complete_and_fits(file: Path) -> None:
    messages = [message for message in read(file) if message.id]
    assert len(messages) > 3_000
    assert [message.id for message in messages if not all(text for _, text in translations(message))] == []
    assert [wrong for message in messages if (wrong := find_wrong_placeholders(message))] == []
    for message in messages:
        for english, text in translations(message):
            assert sorted(TAG.findall(english)) == sorted(TAG.findall(text)), english
            assert '"' not in TAG.sub("", text) or '"' in TAG.sub("", english), english
            assert (text[0].isspace(), text[-1].isspace()) == (english[0].isspace(), english[-1].isspace()), english
            assert set(re.findall(r"%\(\w+\)s", text)) == set(re.findall(r"%\(\w+\)s", english)), english
