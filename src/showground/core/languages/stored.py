"""Sentences that were stored in English with their values filled in, in the language of whoever reads them later.

The patterns that a sentence can be made from are known, so it is matched with them, and the one that fits is filled
again: `Tidewater has launched.` is `%(listing)s has launched.` with `listing` Tidewater.
"""

import re
from collections.abc import Iterable
from contextlib import suppress
from datetime import date, datetime

from showground.core.languages.current import current_language
from showground.core.languages.formats import day, number
from showground.core.languages.texts import gettext, translated

PLACEHOLDER = re.compile(r"%\((\w+)\)s")
ISO_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
DAY_IN_WORDS = re.compile(r"\d{1,2} [A-Z][a-z]+ \d{4}")
NUMBER = re.compile(r"\d{1,3}(,\d{3})+")
DAY, WORD = rf"{ISO_DAY.pattern}|{DAY_IN_WORDS.pattern}|-", r"\S+"
SHAPES = {"day": DAY, "week": DAY, "page": WORD, "host": WORD}


class StoredSentences:
    """All patterns of sentences that are stored. Those with the most words of their own are tried first."""

    def __init__(self, patterns: Iterable[str]) -> None:
        ordered = sorted(patterns, key=lambda pattern: -len(PLACEHOLDER.sub("", pattern)))
        self._patterns = [(pattern, _expression(pattern)) for pattern in ordered]

    def show(self, sentence: str) -> str:
        """The sentence in the current language; as it is, if it was made from no known pattern."""
        if not sentence or current_language().is_english:
            return sentence
        for pattern, expression in self._patterns:
            if found := expression.fullmatch(sentence):
                return gettext(
                    pattern, **{name: self._show_value(name, text) for name, text in found.groupdict().items()}
                )
        return translated(sentence)

    def _show_value(self, name: str, text: str) -> str:
        return self.show(text) if name == "sentence" else _value(text)


def _expression(pattern: str) -> re.Pattern[str]:
    parts = PLACEHOLDER.split(pattern)  # words and names by turns
    written = (_group(part) if at % 2 else re.escape(part.replace("%%", "%")) for at, part in enumerate(parts))
    return re.compile("".join(written), re.DOTALL)


def _group(name: str) -> str:
    """What can be in place of a placeholder. Only some are known: names may contain the words of the pattern."""
    return f"(?P<{name}>{SHAPES.get(name, '.*')})"


def _value(text: str) -> str:
    """A day, a large number or the name of a shipped product in the reader's language; other values as they are."""
    with suppress(ValueError):
        if ISO_DAY.fullmatch(text):
            return day(date.fromisoformat(text))
        if DAY_IN_WORDS.fullmatch(text):
            return day(datetime.strptime(text, "%d %B %Y"))  # noqa: DTZ007 - only a day
        if NUMBER.fullmatch(text):
            return number(int(text.replace(",", "")))
    return translated(text)
