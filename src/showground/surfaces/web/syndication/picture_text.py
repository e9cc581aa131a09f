"""Text on pictures: which of the shipped fonts draws it, and how wide it is.

A text is set in one font that has all its characters: the wanted one, or else one for its script. Only Chinese,
Japanese and Korean are mixed with the wanted font, because their own font has no Latin letters. Emoji and characters
that cannot be drawn are left out: the renderer would draw boxes in their place.
"""

import json
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from showground.core.fonts import FOLDER
from showground.launches import lettering

PICTOGRAPHS = re.compile("[\U0001f000-\U0001fbff\U000e0000-\U000e007f\ufe0e\ufe0f\u20e3]\u200d?")
RIGHT_TO_LEFT = ("R", "AL")
ISOLATE, END_ISOLATE = "\N{RIGHT-TO-LEFT ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"


@dataclass(frozen=True, slots=True)
class Font:
    """A font by its CSS name, with its files: the second has the characters that the first lacks."""

    family: str
    files: tuple[str, ...]

    def width(self, character: str) -> float:
        return next((width for file in self.files if (width := _width(file, ord(character))) is not None), 0)

    def has(self, character: str) -> bool:
        mixed = len(self.files) > 1
        if mixed and unicodedata.combining(character):
            return False  # the renderer mixes fonts only if both make one glyph of each character
        return any(_width(file, ord(character)) is not None for file in self.files)

    def keep(self, text: str) -> str:
        return " ".join("".join(filter(self.has, text)).split())


@dataclass(frozen=True, slots=True)
class FittedText:
    """A text as it is drawn, and the CSS name of its font."""

    words: str
    family: str
    size: float


@dataclass(frozen=True, slots=True)
class Typeface:
    """A font, and the fonts for texts that it cannot draw; the first that can is used."""

    fonts: tuple[Font, ...]

    def fit(self, text: str, size: float, room: float, least: float = 1.0) -> FittedText:
        """The text in so much room: smaller if need be, down to this part of its size, and then cut."""
        font, kept = self._choose(text)
        fitted = lettering.fit(kept, font.width, size, room, least)
        return FittedText(_with_direction(fitted.words), font.family, fitted.size)

    def wrap(self, text: str, size: float, room: float) -> list[FittedText]:
        """The text on at most two lines, broken at a space, or anywhere in scripts without spaces."""
        font, kept = self._choose(text)
        first = ""
        for word in kept.split(" "):
            longer = f"{first} {word}".strip()
            if lettering.measure(longer, font.width, size) > room:
                break
            first = longer
        first = first or lettering.cut(kept, font.width, size, room).removesuffix(lettering.ELLIPSIS)
        second = lettering.cut(kept[len(first) :].strip(), font.width, size, room)
        return [FittedText(_with_direction(line), font.family, size) for line in (first, second) if line]

    def drawable(self, text: str) -> str:
        """What of the text is drawn; empty if that would be less than half of its letters."""
        return self._choose(text)[1]

    def measure(self, text: str, size: float) -> float:
        font, kept = self._choose(text)
        return lettering.measure(kept, font.width, size)

    def _choose(self, text: str) -> tuple[Font, str]:
        """The font that draws all of the text, or most of its letters; and the text without the rest."""
        cleaned = " ".join(PICTOGRAPHS.sub("", unicodedata.normalize("NFC", lettering.clean(text))).split())
        font = next((font for font in self.fonts if all(map(font.has, cleaned))), None)
        if font is None:
            font = max(self.fonts, key=lambda font: _count_letters(filter(font.has, cleaned)))
        kept = font.keep(cleaned)
        return font, kept if 2 * _count_letters(kept) >= _count_letters(cleaned) else ""


def _typeface(family: str, file: str, dejavu: str) -> Typeface:
    return Typeface(
        (
            Font(family, (file,)),
            Font("DejaVu Sans", (dejavu,)),  # Arabic, Hebrew, Cyrillic, Greek and symbols
            Font("Noto Sans Thai", ("NotoSansThai",)),
            Font("Noto Sans Devanagari", ("NotoSansDevanagari",)),
            Font(family, (file, "DroidSansFallback")),
        )
    )


SERIF = _typeface("Newsreader", "Newsreader-Regular", "DejaVuSans")
SERIF_BOLD = _typeface("Newsreader", "Newsreader-Bold", "DejaVuSans-Bold")
SERIF_ITALIC = _typeface("Newsreader", "Newsreader-Italic", "DejaVuSans")
SANS = _typeface("Public Sans", "PublicSans-Regular", "DejaVuSans")
SANS_BOLD = _typeface("Public Sans", "PublicSans-Bold", "DejaVuSans-Bold")


@cache
def font_files() -> list[str]:
    """In the order in which the renderer looks for characters that a font lacks: East Asian ones first."""
    faces = (SERIF, SERIF_BOLD, SERIF_ITALIC, SANS, SANS_BOLD)
    files = dict.fromkeys(file for face in faces for font in reversed(face.fonts) for file in font.files)
    return [str(FOLDER / f"{name}.ttf") for name in files]


@cache
def _runs() -> dict[str, tuple[list[int], list[tuple[int, int, int]]]]:
    """For every font its runs of characters of one width, and the first character of each."""
    found: dict[str, list[tuple[int, int, int]]] = json.loads((FOLDER / "widths.json").read_bytes())
    return {name: ([first for first, _, _ in runs], runs) for name, runs in found.items()}


def _width(file: str, code: int) -> int | None:
    firsts, runs = _runs()[file]
    place = bisect_right(firsts, code) - 1
    if place < 0:
        return None
    first, count, width = runs[place]
    return width if code < first + count else None


def _count_letters(text: Iterable[str]) -> int:
    return sum(character.isalnum() for character in text)


def _with_direction(text: str) -> str:
    """Text that begins in Arabic or Hebrew runs from right to left as a whole."""
    directions = (unicodedata.bidirectional(character) for character in text)
    first = next((direction for direction in directions if direction in ("L", *RIGHT_TO_LEFT)), "L")
    return f"{ISOLATE}{text}{END_ISOLATE}" if first in RIGHT_TO_LEFT else text
