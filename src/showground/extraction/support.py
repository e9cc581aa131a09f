"""Checks whether quotes state a value in the same words, and whether it means the same in their context."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from showground.extraction.statements.text_folding import DENIAL, UNSPACED, comparable, sentences

QuoteEnd = Literal["word", "clause", "sentence"]
"""Where a value may end: after any word of a sentence, at the end of a clause, or only where the sentence ends."""
WORD = re.compile(rf"{UNSPACED.pattern}|(?:(?!{UNSPACED.pattern})[\w$€£¥₹%])+")
CLAUSE_END = re.compile(r"\s*(?:$|[^\w\s/&+'$€£¥₹%-])|\s+-\s")
MAX_WORDS = 400


@dataclass(frozen=True)
class Passage:
    """A whole sentence or line of the site, of which a quote may be only a part."""

    text: str
    is_about_others: bool = False


def says(value: str, quotes: Sequence[str], passages: Sequence[Passage], cut: QuoteEnd = "clause") -> bool:
    """Whether a value, or each of its lines or sentences, is in the quotes and means the same in their context."""
    if WORD.search(value) and _is_said(" ".join(value.split()), quotes, passages, cut):
        return True
    lines = [line for line in re.split(r"\n+", value) if WORD.search(line)]
    return bool(lines) and all(
        _is_said(line, quotes, passages, cut)
        or all(_is_said(sentence, quotes, passages, cut) for sentence in sentences(line))
        for line in lines
    )


def contains(text: str, part: str) -> bool:
    """Whether a text has these whole words in a row, whatever the punctuation between them."""
    return _pattern(part).search(comparable(text)) is not None


def _is_said(part: str, quotes: Sequence[str], passages: Sequence[Passage], cut: QuoteEnd) -> bool:
    return any(contains(quote, part) for quote in quotes) and any(
        not passage.is_about_others and _means(passage.text, part, cut) for passage in passages
    )


def _means(text: str, part: str, cut: QuoteEnd) -> bool:
    """Whether words mean the same alone as in a text, which may deny them or go on."""
    text = comparable(text)
    for found in _pattern(part).finditer(text):
        rest = f"{_last_sentence(text[: found.start()])} … {_first_sentence(text[found.end() :])}"
        if DENIAL.search(rest) and not DENIAL.search(found[0]):
            continue
        after = text[found.end() :]
        if cut == "word" or not WORD.search(after) or (cut == "clause" and CLAUSE_END.match(after)):
            return True
        if re.match(r"\s*[.!?。！？]", after):
            return True
    return False


def _last_sentence(text: str) -> str:
    return re.split(r"[.!?;。！？]\s", text)[-1]


def _first_sentence(text: str) -> str:
    return re.split(r"[.!?;。！？](?:\s|$)", text, maxsplit=1)[0]


@lru_cache(maxsize=4096)
def _pattern(part: str) -> re.Pattern[str]:
    """A pattern of the words of a text in a row. It matches nothing if there are no words, or too many."""
    words = [re.escape(found[0]) for found in WORD.finditer(comparable(part))]
    if not words or len(words) > MAX_WORDS:
        return re.compile(r"(?!)")
    if UNSPACED.search(part):
        return re.compile(r"[^\w$€£¥₹%]*".join(words))
    return re.compile(r"(?<![\w$€£¥₹%])" + r"[^\w$€£¥₹%]+".join(words) + r"(?![\w$€£¥₹%])")
