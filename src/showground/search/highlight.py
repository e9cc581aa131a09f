"""Finds the words of a query in a text that people read, to highlight them. Pure.

Texts are indexed as folded words (core/text_folding.py): `Café` as `cafe`. So each word of the text is folded and
looked up among the words that count as a match, and its place in the original text is returned. Of `OpenStreetMap`, the
part `Street` matches the query `street`. In scripts without blanks, each two neighbouring letters are a word.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from showground.core.text_folding import CAMEL, IS_DENSE, fold
from showground.search.interpretation import MIN_BEGINNING_LENGTH, Interpretation

# Letters and digits with the marks that may follow them, and the signs of `C++` and `C#`.
WORD = re.compile(r"[^\W_](?:[^\W_]|[\u0300-\u036f\u00ad\u200b-\u200d])*(?:\+\+|[+#](?!\w))?")
EXCERPT_LENGTH = 160
BEFORE_MATCH = 50  # characters of an excerpt before the first match, about

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class MatchingWords:
    """The folded words that count as a match. Words that begin with one of `beginnings` count too."""

    words: frozenset[str] = frozenset()
    beginnings: tuple[str, ...] = ()

    def find(self, text: str) -> list[Span]:
        """Where they are in a text, from left to right; neighbouring letters are joined."""
        joined: list[Span] = []
        if not self.words:
            return joined
        for start, end in self._find_each(text):
            if joined and start <= joined[-1][1]:
                joined[-1] = joined[-1][0], max(end, joined[-1][1])
            else:
                joined.append((start, end))
        return joined

    def cut_excerpt(self, text: str) -> str | None:
        """The part of a text around the first match, in whole words; None without a match."""
        plain = " ".join(text.split())
        first = next(self._find_each(plain), None) if self.words else None
        if first is None:
            return None
        start = max(0, first[0] - BEFORE_MATCH)
        if start:
            start = plain.find(" ", start, first[0]) + 1 or first[0]
        end = start + EXCERPT_LENGTH
        if end < len(plain):
            end = max(plain.rfind(" ", first[1], end), first[1])
        part = plain[start:end].strip()
        return f"{'… ' if start else ''}{part}{' …' if end < len(plain) else ''}"

    def _find_each(self, text: str) -> Iterator[Span]:
        # A match contains one of the words, so we can skip the text before the first of them. Only in ASCII texts do
        # positions in the folded text equal those in the original.
        folded = fold(text)
        firsts = [at for word in (*self.words, *self.beginnings) if (at := folded.find(word)) >= 0]
        if not firsts:
            return
        for found in WORD.finditer(text, text.rfind(" ", 0, min(firsts)) + 1 if text.isascii() else 0):
            start, word = found.start(), found[0]
            if not word.isascii() and IS_DENSE.search(word):
                yield from ((start + at, start + at + n) for at, n in self._find_dense(word))
            elif self._matches(word) or self._matches(word.rstrip("+#")):
                yield found.span()
            else:
                places = [0, *(part.start() for part in CAMEL.finditer(word)), len(word)]
                if len(places) > 2:
                    yield from ((start + a, start + b) for a, b in pairwise(places) if self._matches(word[a:b]))

    def _find_dense(self, run: str) -> Iterator[Span]:
        """The places and lengths of one or two letters."""
        for at in range(len(run)):
            for length in (2, 1):
                if fold(run[at : at + length]) in self.words:
                    yield at, length
                    break

    def _matches(self, word: str) -> bool:
        folded = fold(word)
        return folded in self.words or folded.startswith(self.beginnings) if folded else False


def matching_words(interpretation: Interpretation) -> MatchingWords:
    """What to highlight for an interpretation. Very common words of the query say nothing and are left out."""
    terms = [term for term in interpretation.terms if term.required] or list(interpretation.terms)
    words = {word for term in terms for word in (*term.exact, *term.longer, *term.near, *term.far)}
    beginnings = [term.word for term in terms if term.is_beginning and len(term.word) >= MIN_BEGINNING_LENGTH]
    return MatchingWords(frozenset(words), tuple(beginnings))
