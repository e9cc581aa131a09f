"""Which of the shipped categories a site is about: a small trained model of its words and pieces of words.

Keywords miss sites that describe themselves in other words. This model learned from the keywords, from about two
thousand written website texts in 33 languages and from real sites which words go with which category. It looks at

- words: `w beehives`
- pieces of words, three to five letters, with `<` and `>` at the ends: `p <beeh`, `p hives`. So it recognises inflected
  and compound words. Scripts without blanks have pieces of two to four letters, and no words.

Each feature counts by the weight of the texts that it is in, so that the title says more than a paragraph, and by how
rare it is. For each category, the model adds up value times weight of all features, and divides by the length of the
vector of values, so that long sites don't score higher because they are long. About 0.1 is a hint, 0.3 is clear.

`tools/category_model` trains it and explains how. `category_weights.bin` has a line of JSON (`slugs`: the categories;
`unit`: the size of a weight of 1), then the sorted hashes of the features, how rare each one is, how many weights it
has, and for each weight its category and its value. It is loaded at the first use, in milliseconds.
"""

import json
import math
import re
import sys
import zlib
from array import array
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import accumulate
from pathlib import Path

from showground.extraction.statements.text_folding import comparable

WEIGHTS_FILE = Path(__file__).parent / "category_weights.bin"
PIECE_LENGTHS = (3, 4, 5)
UNSPACED_LENGTHS = (2, 3, 4)
MAX_WORD = 30
MAX_VALUE = 8.0  # the most that the texts with one feature count together
MAX_LETTERS = 40_000  # of a site, to save time
RARENESS_UNIT = 1 / 50
CERTAIN_LENGTH = 50.0
MIN_QUOTED_LENGTH = 12.0  # about four words
MIN_EVIDENCE = 0.08
SAME_START = 5  # letters
WORD = re.compile(r"[^\W\d_]+")
UNSPACED = re.compile(r"[\u0e00-\u0eff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+")

Text = tuple[str, float]
"""A comparable text, and how much its words count."""


@dataclass(frozen=True)
class Weights:
    """The weights of all features. Those of feature `n` are in the places `starts[n]` to `starts[n + 1]`."""

    slugs: tuple[str, ...]
    unit: float
    hashes: "array[int]"
    rareness: bytes
    starts: Sequence[int]
    categories: bytes
    values: "array[int]"

    def find(self, feature: int) -> int | None:
        """The number of a feature, by its hash."""
        number = bisect_left(self.hashes, feature)
        return number if number < len(self.hashes) and self.hashes[number] == feature else None


def score_categories(texts: Iterable[Text], name: str = "") -> dict[str, float]:
    """How well each shipped category fits a site's texts, by slug. A name of one word is ignored: it says nothing."""
    sums, length = _add_up(_values(texts, name, _known_features))
    factor = _certainty(length) / (length or 1)
    return {slug: total * factor for slug, total in zip(get_weights().slugs, sums, strict=True)}


def score_without_best_word(texts: Sequence[Text], slug: str) -> float:
    """How well a category still fits without its strongest word and others that begin like it.

    One word may be about something else: `Photograph an official letter` is not about photography.
    """
    weights = get_weights()
    category = weights.slugs.index(slug)
    words = {word for text, _ in texts for word in WORD.findall(text)}
    best = max(words, key=lambda word: _weight_of(word, category, weights), default="")
    start = best[:SAME_START]
    others = [(WORD.sub(lambda word: "" if word[0].startswith(start) else word[0], text), at) for text, at in texts]
    return score_categories(others)[slug]


def _weight_of(word: str, category: int, weights: Weights) -> float:
    total = 0.0
    for number in _known_features(word):
        place = weights.categories.find(category, weights.starts[number], weights.starts[number + 1])
        if place >= 0:
            total += weights.values[place] * weights.rareness[number]
    return total


def evidence_for(slug: str, text: str) -> float:
    """How strongly a single text suggests a category: above 0 if it is evidence."""
    slugs = get_weights().slugs
    if slug not in slugs:
        return -MIN_EVIDENCE
    sums, length = _add_up(_values([(comparable(text), 1.0)], "", _known_features))
    return sums[slugs.index(slug)] / max(length, MIN_QUOTED_LENGTH) - MIN_EVIDENCE


def _add_up(known: Mapping[int, float]) -> tuple[list[float], float]:
    """For each category the sum of value times weight, and the length of the vector of values."""
    weights = get_weights()
    sums = [0.0] * len(weights.slugs)
    square = 0.0
    for number, value in known.items():
        counted = value * weights.rareness[number] * RARENESS_UNIT
        square += counted * counted
        for place in range(weights.starts[number], weights.starts[number + 1]):
            sums[weights.categories[place]] += counted * weights.values[place]
    return [total * weights.unit for total in sums], math.sqrt(square)


def _certainty(length: float) -> float:
    """A factor: 1 for texts of about thirty words or more, less for a few words, which prove little."""
    return min(1.0, length / CERTAIN_LENGTH) ** 2


def features_of(texts: Iterable[Text], name: str = "") -> dict[int, float]:
    """The hashes of the features of texts, and how much each counts."""
    return _values(texts, name, _features_of_word)


def _values(texts: Iterable[Text], name: str, of_word: Callable[[str], Iterable[int]]) -> dict[int, float]:
    ignored = name if WORD.fullmatch(name) else None
    sums: defaultdict[int, float] = defaultdict(float)
    letters = 0
    for text, weight in texts:
        letters += len(text)
        if letters > MAX_LETTERS:
            break
        found: set[int] = set()
        for word in WORD.findall(text):
            if word != ignored:
                found.update(of_word(word))
        for feature in found:
            sums[feature] += weight
    return {feature: math.log1p(min(total, MAX_VALUE)) for feature, total in sums.items()}


@lru_cache(maxsize=16_384)
def _features_of_word(word: str) -> tuple[int, ...]:
    return tuple(zlib.crc32(feature.encode()) for feature in word_features(word))


@lru_cache(maxsize=16_384)  # a site's words are looked up several times
def _known_features(word: str) -> tuple[int, ...]:
    """The numbers of the features of a word that have weights."""
    numbers = map(get_weights().find, _features_of_word(word))
    return tuple(number for number in numbers if number is not None)


def word_features(word: str) -> list[str]:
    if UNSPACED.search(word):
        runs = UNSPACED.findall(word)
        return [f"p {piece}" for run in runs for piece in pieces(run[: MAX_WORD * 2], UNSPACED_LENGTHS)]
    if len(word) < min(PIECE_LENGTHS):
        return [f"w {word}"]
    return [f"w {word}", *(f"p {piece}" for piece in pieces(f"<{word[:MAX_WORD]}>", PIECE_LENGTHS))]


def pieces(whole: str, lengths: Sequence[int]) -> Iterator[str]:
    for length in lengths:
        for start in range(len(whole) - length + 1):
            yield whole[start : start + length]


@cache
def get_weights() -> Weights:
    content = WEIGHTS_FILE.read_bytes()
    end = content.index(b"\n")
    header = json.loads(content[:end])
    rest = memoryview(content)[end + 1 :]
    count: int = header["features"]
    hashes = array("I")
    hashes.frombytes(rest[: 4 * count])
    if sys.byteorder == "big":
        hashes.byteswap()
    rareness, counts, rest = bytes(rest[4 * count : 5 * count]), bytes(rest[5 * count : 6 * count]), rest[6 * count :]
    values = array("b")
    values.frombytes(rest[len(rest) // 2 :])
    return Weights(
        slugs=tuple(header["slugs"]),
        unit=header["unit"],
        hashes=hashes,
        rareness=rareness,
        starts=list(accumulate(counts, initial=0)),
        categories=bytes(rest[: len(rest) // 2]),
        values=values,
    )
