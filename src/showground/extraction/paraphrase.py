"""Checks whether quotes support a statement, verbatim or paraphrased."""

import re
from collections.abc import Sequence

from showground.extraction.proposal import SourceQuote
from showground.extraction.statements.text_folding import comparable, numbers, sentences, stems

NO = re.compile(
    r"\b(?:not?|never|isn't|aren't|doesn't|don't|won't|can't|cannot|neither|nor|without|nicht|kein\w*|pas|ne|nunca|"
    r"non)\b"
)
MIN_SHARED = 0.85


def says(value: str, quotes: Sequence[SourceQuote]) -> bool:
    """Whether quotes support a text: verbatim, or reworded without adding names, numbers or meaning."""
    texts = [quote.quote for quote in quotes]
    parts = [part for part in re.split(r"\n+", value) if part.strip()]
    if all(any(is_part_of(part, text) for text in texts) for part in parts):
        return True
    whole = " ".join(texts)
    if not numbers(value) <= numbers(whole) or not names_in(value) <= set(re.findall(r"[^\W\d_]+", comparable(whole))):
        return False
    if bool(NO.search(comparable(value))) != bool(NO.search(comparable(whole))):
        return False
    own, given = stems(value), set(stems(whole))
    return bool(own) and sum(stem in given for stem in own) / len(own) >= MIN_SHARED


def is_part_of(part: str, text: str) -> bool:
    """Whether a text contains these words in a sentence that does not negate them."""
    part, text = comparable(part).rstrip("."), comparable(text)
    at = text.find(part)
    if at < 0:
        # A list of sentences, or of a plan's name and price, may be written with other marks between them.
        return bool(part) and squeezed(part) in squeezed(text)
    before = re.split(r"[.!?;:]\s", text[:at])[-1]
    return not (NO.search(before) and not NO.search(part))


def squeezed(text: str) -> str:
    return re.sub(r"[^\w$€£¥₹%]+", "", text)


def names_in(text: str) -> set[str]:
    """Words with a capital letter inside a sentence: mostly names."""
    found: set[str] = set()
    for sentence in sentences(text):
        words = re.findall(r"[^\W\d_]+", sentence)
        found |= {comparable(word) for word in words[1:] if word[0].isupper()}
    return found
