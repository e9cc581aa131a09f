"""Joins the texts of elements to lines, as a visitor sees them."""

import re
from collections.abc import Iterator

# Control characters in collected text: an element begins, it ends, a line break, raised digits begin.
OPEN, CLOSE, BREAK, RAISED_DIGITS = "\x01", "\x02", "\x03", "\x04"
ZERO_WIDTH = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]")
CURRENCY = "$€£¥₹₩₽₺₪₴₫฿₦"
# `$9<sup>99</sup>`, `9<span class="cents">99</span> €`: two raised digits beside a currency are cents.
CENTS_CLASS = re.compile(r"\b(?:cents?|decimals?|fraction|superscript)\b")
RAISED_CENTS = re.compile(
    rf"(?P<before>[{CURRENCY}][\x01\x02\s]*)?(?<![\d.,])(?P<whole>\d{{1,3}}(?:[.,]?\d{{3}})*)[\x01\x02\s]*\x04"
    rf"(?P<cents>\d\d)(?=[\x01\x02\s]|$)(?P<after>[\x01\x02\s]*(?:[{CURRENCY}]|zł|kr\b|EUR\b|USD\b))?"
)


def lines_of(text: str) -> Iterator[str]:
    """The lines of a block. A break inside a sentence doesn't end a line."""
    line: list[str] = []  # the pieces of the line that is being collected
    for part in text.split(BREAK):
        piece = fold(join_elements(part))
        if not piece:
            continue
        if line and not (piece[0].islower() and not line[-1].endswith((".", "!", "?", ":")) and "@" not in piece):
            yield " ".join(line)
            line = []
        line.append(piece)
    if line:
        yield " ".join(line)


def join_elements(text: str) -> str:
    """Join text pieces: with a space between words in separate elements, but none inside a word."""

    def between(found: re.Match[str]) -> str:
        markers = found[0]
        left, right = text[max(0, found.start() - 1) : found.start()], text[found.end() : found.end() + 1]
        if not left or not right or left.isspace() or right.isspace():
            return ""
        if CLOSE + OPEN not in markers and OPEN + CLOSE not in markers:
            return ""
        if right in ".,;:!?)%/’'" or left in "(/‘" or (left in CURRENCY and right.isdigit()):
            return ""
        if left.isdigit() and right in CURRENCY:
            return ""
        return "" if is_single_letter(text, found.start(), found.end()) else " "

    if RAISED_DIGITS in text:
        text = re.sub(r"(?<=\d)\x04(?=\d)", " ", RAISED_CENTS.sub(with_cents, text)).replace(RAISED_DIGITS, OPEN)
    return re.sub("[\x01\x02]+", between, text) if OPEN in text or CLOSE in text else text


def with_cents(found: re.Match[str]) -> str:
    """An amount with its raised cents. Without a currency, the raised digits are a footnote or a power."""
    if not found["before"] and not found["after"]:
        return found[0]
    return f"{found['before'] or ''}{found['whole']}.{found['cents']}{found['after'] or ''}"


def is_single_letter(text: str, end: int, start: int) -> bool:
    """Whether single letters are in elements of their own, as in animated headlines."""
    before, after = (
        re.split("[\x01\x02]", text[max(0, end - 4) : end])[-1],
        re.split("[\x01\x02]", text[start : start + 4])[0],
    )
    return len(before) == 1 and len(after) == 1 and before.isalpha() and after.isalpha()


def fold(text: str) -> str:
    """Remove zero-width characters and collapse whitespace into single spaces."""
    if not text.isascii():
        text = ZERO_WIDTH.sub("", text)
    return " ".join(text.split())
