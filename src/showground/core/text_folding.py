"""Splits text into words, in the same way for the index and for queries."""

import re
import unicodedata
from itertools import pairwise

from showground.core.combining_marks import without_excess

MAX_WORD_LENGTH = 40
MAX_JOINED_LENGTH = 24
JOINED_PARTS = 3

# Letters that no decomposition takes apart, by the letters that people type instead.
PLAIN_LETTERS = dict(zip("ıøłđðħŋĸŧ", "iolddhnkt", strict=True)) | {"æ": "ae", "œ": "oe", "þ": "th"}
# Marks on Latin, Greek and Cyrillic letters, Hebrew points, Arabic vowels; soft hyphens and joiners.
MARKS = ("\u0300-\u036f", "\u0591-\u05c7", "\u0640-\u0640", "\u064b-\u065f", "\u0670-\u0670")
UNSEEN = ("\u00ad-\u00ad", "\u200b-\u200f", "\u2060-\u2060", "\ufeff-\ufeff")
LEFT_OUT = (number for first, _, last in (*MARKS, *UNSEEN) for number in range(ord(first), ord(last) + 1))
APOSTROPHE_LETTERS = range(0x2B9, 0x300)  # signs like apostrophes and quotation marks, which count as letters
PLAIN = str.maketrans(
    PLAIN_LETTERS | {chr(number): "" for number in LEFT_OUT} | {chr(number): "'" for number in APOSTROPHE_LETTERS}
)
# Scripts without blanks: Thai, Lao, Burmese, Khmer, kana, Han.
DENSE = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005\u3040-\u30ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
LETTERS = rf"(?:(?![{DENSE}])(?:[^\W_]|[\u0900-\u0963\u0966-\u0dff\u0f18-\u0fbc])){{1,{MAX_WORD_LENGTH}}}"
SIGNS = r"(?:\+\+|[+#](?!\w))?"  # C++, C#, Disney+
APOSTROPHES = "'\u2019"
PART = re.compile(rf"[{DENSE}]+|{LETTERS}{SIGNS}")
ASCII_PART = re.compile(rf"[a-z0-9]{{1,{MAX_WORD_LENGTH}}}{SIGNS}")
IS_DENSE = re.compile(f"[{DENSE}]")
LINKED = re.compile(r"[^\s,;:()\[\]{}<>|\"]+")
# Only from the beginning of a word: otherwise a long word without an apostrophe is scanned from each of its letters.
ACROSS_APOSTROPHES = re.compile(rf"(?<![^\W_])[^\W_]++(?:[{APOSTROPHES}][^\W_]++)+")
CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def fold(text: str) -> str:
    """Text as it is compared: lower case, without marks on letters, ligatures and full-width forms resolved."""
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKD", without_excess(text.casefold())).casefold().translate(PLAIN)
    return unicodedata.normalize("NFC", without_excess(plain))  # without what was between them, marks may be in a row


def words_of(text: str) -> list[str]:
    """The words of a text in order: what a query asks for, and what `spellings_of` finds at least."""
    return [word for part in _parts(fold(text)) for word in _pieces(part)]


def joined(text: str) -> str:
    """All letters of a text as one word: `Open Street Map` and `OpenStreetMap` are the same."""
    return "".join(_parts(fold(text)))


def spellings_of(text: str) -> list[str]:
    """The words of a text in each spelling that people may search for: `c++` and `c`, `o'neill` and `oneill`."""
    folded = fold(text)
    parts = _parts(folded)
    words = parts
    if not folded.isascii():
        words = [word for part in parts for word in _pieces(part)]
        words += [letter for part in parts if _is_dense(part) for letter in part]
    if "+" in folded or "#" in folded:
        words += [word.rstrip("+#") for word in words if word[-1] in "+#"]
    if any(sign in folded for sign in APOSTROPHES):
        words = words + [word for run in ACROSS_APOSTROPHES.findall(folded) for word in _compound(_parts(run))]
    return words


def linked_spellings_of(text: str) -> list[str]:
    """The same, plus parts without a blank as one word: `todo.txt` is todo, txt and todotxt."""
    runs = [_parts(run) for run in LINKED.findall(fold(text))]
    return spellings_of(text) + [compound for parts in runs for compound in _compound(parts)]


def name_spellings_of(name: str) -> list[str]:
    """The same of a name: also all of it as one word, and a CamelCase name as the words in it."""
    found = linked_spellings_of(name) + _compound(_parts(fold(name)))
    humps = CAMEL.sub(" ", name)
    return found + spellings_of(humps) if humps != name else found


def _compound(parts: list[str]) -> list[str]:
    """A few words in one, unless it gets too long for anybody to type."""
    whole = "".join(parts)
    return [whole] if 2 <= len(parts) <= JOINED_PARTS and len(whole) <= MAX_JOINED_LENGTH else []


def _parts(folded: str) -> list[str]:
    return (ASCII_PART if folded.isascii() else PART).findall(folded)


def _pieces(part: str) -> list[str]:
    """A word is one piece; a run of a script without blanks is each two neighbouring letters of it."""
    if len(part) > 2 and _is_dense(part):
        return [a + b for a, b in pairwise(part)]
    return [part]


def _is_dense(part: str) -> bool:
    return not part.isascii() and IS_DENSE.match(part) is not None


def slugify(text: str) -> str:
    """Small letters and digits, with hyphens between words: `Free Trial` is `free-trial`."""
    return "-".join(re.findall(r"[a-z0-9]+", fold(text)))
