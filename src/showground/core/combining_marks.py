"""Combining marks, such as accents and vowel signs: how many of them may follow each other.

Normalizing a text sorts the marks of each letter, which takes quadratic time: for 20,000 marks on one letter 0.3 s of
CPU. Unicode's stream-safe text format allows 30 in a row; words of real languages have at most ten.
"""

import re
from unicodedata import category

MAX_MARKS = 30

# Only a first test: signs and emoji match too. Marks are no part of words for regular expressions.
PERHAPS = re.compile(rf"[^\x00-\u02ff\w]{{{MAX_MARKS + 1},}}")
# Letters in Unicode's view, which normalizing turns into marks.
HALFWIDTH = (("\N{HALFWIDTH KATAKANA VOICED SOUND MARK}", "\u3099"),
             ("\N{HALFWIDTH KATAKANA SEMI-VOICED SOUND MARK}", "\u309a"))  # fmt: skip


def find_excess(text: str) -> list[int]:
    """The places of all marks after the first 30 in a row."""
    if len(text) <= MAX_MARKS or text.isascii():
        return []
    for letter, mark in HALFWIDTH:
        text = text.replace(letter, mark)
    places: list[int] = []
    for found in PERHAPS.finditer(text):
        marks = 0
        for place in range(found.start(), found.end()):
            marks = marks + 1 if category(text[place])[0] == "M" else 0
            if marks > MAX_MARKS:
                places.append(place)
    return places


def without_excess(text: str) -> str:
    places = set(find_excess(text))
    return "".join(letter for place, letter in enumerate(text) if place not in places) if places else text
