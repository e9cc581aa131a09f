"""How wide a text is, in fonts that we cannot see or in known ones, and how to make it fit."""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Font = Literal["sans", "serif"]
Widths = Callable[[str], float]
"""How wide a character of a font that is known is, in thousandths of the size."""

# Widths of the characters from space to tilde, in thousandths of the size: Helvetica, and Times in bold.
HELVETICA = """
278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584
584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667
611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500
722 500 500 500 334 260 334 584
"""
TIMES_BOLD = """
250 333 555 500 500 1000 833 278 333 333 500 570 250 333 250 278 500 500 500 500 500 500 500 500 500 500 333 333 570
570 570 500 930 722 667 722 722 667 611 778 778 389 500 778 667 944 722 778 611 778 722 556 667 722 722 1000 722 722
667 333 278 333 581 500 333 500 556 444 556 444 333 500 556 278 333 556 278 833 556 500 556 556 444 389 333 556 500
722 500 500 444 394 220 394 520
"""
# The fonts that are asked for first run wider than those two: Segoe and San Francisco; Palatino and Georgia.
TABLES: dict[Font, tuple[list[int], float]] = {
    "sans": ([int(width) for width in HELVETICA.split()], 1.05),
    "serif": ([int(width) for width in TIMES_BOLD.split()], 1.08),
}
WIDE, USUAL = 1000, 600
SMALL, ILLEGIBLE = 6.5, 4.5  # sizes
ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"
JOINER = "\N{ZERO WIDTH JOINER}"
# Characters that XML does not allow, and those that change the direction of the text around them.
UNFIT = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff"
    "\N{LEFT-TO-RIGHT EMBEDDING}-\N{RIGHT-TO-LEFT OVERRIDE}\N{LEFT-TO-RIGHT ISOLATE}-\N{POP DIRECTIONAL ISOLATE}]"
)


@dataclass(frozen=True, slots=True)
class Fitted:
    """A text as it is drawn: perhaps cut, perhaps smaller, and how wide."""

    words: str
    size: float
    width: float


def clean(text: str) -> str:
    """The text on one line, without characters that a picture must not contain."""
    return " ".join(UNFIT.sub("", text).split())


def measure(text: str, font: Font | Widths, size: float) -> float:
    return sum(_thousandths(character, font) for character in text) * size / 1000


def fit(text: str, font: Font | Widths, size: float, room: float, least: float = 1.0) -> Fitted:
    """The text in this much room: made smaller if needed, down to the share `least` of its size, and then cut."""
    width = measure(text, font, size)
    part = min(room / width, 1.0) if width else 1.0
    if part >= least:
        return Fitted(text, size * part, width * part)
    words = cut(text, font, size * least, room)
    return Fitted(words, size * least, min(measure(words, font, size * least), room))


def balance(text: str, font: Font | Widths, sizes: tuple[float, ...], room: float, least: float) -> list[Fitted]:
    """The text on one line of the first of these sizes, two of the second, and so on: on as few lines as hold it
    without making it smaller than the share `least` of their size. If none do, on those where it is largest.

    Nothing is cut that would be legible whole.
    """
    words = text.split()
    ways = [_set(_break(words, font, count), font, size, room) for count, size in enumerate(sizes, 1) if words]
    for lines, size in zip(ways, sizes, strict=False):
        if lines[0].size >= size * least:
            return lines
    if ways and max(lines[0].size for lines in ways) < SMALL:  # it has a very long word
        each = -(-len(text) // len(sizes))
        pieces = [text[start : start + each] for start in range(0, len(text), each)]
        ways.append(_set(pieces, font, sizes[-1], room))
    best = max(ways, key=lambda lines: lines[0].size, default=list[Fitted]())
    return best if not best or best[0].size >= ILLEGIBLE else [fit(text, font, ILLEGIBLE, room)]


def _set(lines: list[str], font: Font | Widths, size: float, room: float) -> list[Fitted]:
    """These lines in one size, the largest in which they all fit."""
    widths = [measure(line, font, size) for line in lines]
    part = min(room / max(widths), 1.0) if any(widths) else 1.0
    return [Fitted(line, size * part, width * part) for line, width in zip(lines, widths, strict=True)]


def _break(words: list[str], font: Font | Widths, count: int) -> list[str]:
    """The words on at most `count` lines, so that the widest line is as narrow as possible."""
    widths = [measure(word, font, 1) for word in words]
    space = measure(" ", font, 1)
    low, high = max(widths), sum(widths) + space * len(words)
    lines = [" ".join(words)]
    for _ in range(20):  # halves the room until it is exact enough
        middle = (low + high) / 2
        tried = _fill(words, widths, space, middle)
        if len(tried) <= count:
            lines, high = tried, middle
        else:
            low = middle
    return lines


def _fill(words: list[str], widths: list[float], space: float, room: float) -> list[str]:
    """The words on lines of this room, as many as fit on each."""
    lines: list[str] = []
    used = 0.0
    for word, width in zip(words, widths, strict=True):
        if lines and used + space + width <= room:
            lines[-1] += f" {word}"
            used += space + width
        else:
            lines.append(word)
            used = width
    return lines


def cut(text: str, font: Font | Widths, size: float, room: float) -> str:
    """The text, or as much of its beginning as fits with an ellipsis. Combining marks stay with their letters."""
    if measure(text, font, size) <= room:
        return text
    left = room - measure(ELLIPSIS, font, size)
    end, used = 0, 0.0
    for place, character in enumerate(text):
        width = _thousandths(character, font) * size / 1000
        if width and not text[:place].endswith(JOINER):
            end = place
        used += width
        if used > left:
            break
    return text[:end].rstrip() + ELLIPSIS


def _thousandths(character: str, font: Font | Widths) -> float:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    if callable(font):
        return font(character)
    widths, wider = TABLES[font]
    if " " <= character <= "~":
        return widths[ord(character) - ord(" ")] * wider
    if character == ELLIPSIS or unicodedata.east_asian_width(character) in ("W", "F"):
        return WIDE
    return USUAL * wider
