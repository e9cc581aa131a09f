"""Cuts a text into the pieces of the table, as the tokenizer of the model that it was distilled from does.

For example, `Résumé-builders` becomes the words `resume`, `-` and `builders`. A word that the table does not have is
cut into the longest pieces that fit, from the left: `invoicely` becomes `invoice`, `##ly`.
"""

import unicodedata
from collections.abc import Container, Iterator
from functools import cache
from pathlib import Path

MAX_WORD_LENGTH = 100
CONTINUED = "##"  # begins a piece that is not the first one of its word
# Chinese characters are words of their own.
CJK = (
    (0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F), (0x2B740, 0x2B81F), (0x2B820, 0x2CEAF),
    (0xF900, 0xFAFF), (0x2F800, 0x2FA1F),
)  # fmt: skip


@cache
def get_places() -> dict[str, int]:
    """The pieces of the table, each with the number of its row."""
    pieces = Path(__file__).with_name("pieces.txt").read_text(encoding="utf-8").split("\n")[:-1]
    return {piece: place for place, piece in enumerate(pieces)}


def words_in(text: str) -> list[str]:
    """The words in lower case without accents. Punctuation marks and Chinese characters are words of their own."""
    if text.isascii():  # as most texts are; several times as fast
        return text.translate(_get_ascii()).split()
    return _part(text).split()


def pieces_of(word: str, known: Container[str]) -> list[str]:
    """The pieces of a word; none if it can't be cut into known pieces."""
    if len(word) > MAX_WORD_LENGTH:
        return []
    return list(_cut(word, known)) if word not in known else [word]


def _cut(word: str, known: Container[str]) -> Iterator[str]:
    found: list[str] = []
    start = 0
    while start < len(word):
        mark = CONTINUED if start else ""
        for end in range(len(word), start, -1):
            if (piece := mark + word[start:end]) in known:
                found.append(piece)
                start = end
                break
        else:
            return
    yield from found


def _part(text: str) -> str:
    kept = "".join(map(_before_case, text)).lower()
    return "".join(map(_after_case, unicodedata.normalize("NFD", kept)))


@cache
def _get_ascii() -> dict[int, str]:
    """What becomes of each ASCII character. None depends on those beside it."""
    return {code: _part(chr(code)) for code in range(128)}


@cache
def _before_case(character: str) -> str:
    code = ord(character)
    if character in "\t\n\r" or unicodedata.category(character) == "Zs":
        return " "
    if code in (0, 0xFFFD) or unicodedata.category(character).startswith("C"):
        return ""
    if any(first <= code <= last for first, last in CJK):
        return f" {character} "
    return character


@cache
def _after_case(character: str) -> str:
    category = unicodedata.category(character)
    if category == "Mn":
        return ""
    if category.startswith("P") or (character.isascii() and not character.isalnum() and not character.isspace()):
        return f" {character} "
    return character
