"""Finds the known words that a typed word may be a typo of.

Comparing the typed word with every known word would be slow. Instead, each word has deletion keys: hashes of the word
with some letters left out. Two words that differ by a typo share at least one key. For example, `quince` has the keys
of `quince`, `uince`, `qince`, ... `quinc`, and the mistyped `qunce` has the keys of `qunce`, `unce`, ... Leaving out
the `i` of `quince` gives `qunce`, so they share that key. An index lookup by keys finds the candidates, and then the
real edit distance decides.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from zlib import crc32

KEYED_LETTERS = 7  # keys use a word's first letters only; the edit distance uses all of them
BEGINNING = 5  # first letters used to look up an incomplete word with a typo
MARK = "^"  # added to the keys of beginnings to tell them apart; no word contains it


def typos_in(letters: int) -> int:
    """How many typos are allowed in a word of this length (of the typed or the known word)."""
    return 2 if letters >= 9 else 1 if letters >= 4 else 0


def keys_of(word: str) -> set[int]:
    """The keys of a known word. Words within the allowed number of typos of each other share at least one."""
    return full_keys_of(word) | beginning_keys_of(word)


def full_keys_of(word: str) -> set[int]:
    start = word[:KEYED_LETTERS]
    return {_key(rest) for rest in _without(start, 2 if len(word) >= 7 else 1 if len(word) >= 3 else 0)}


def beginning_keys_of(word: str) -> set[int]:
    """Keys to find a word by its beginning; short words have none."""
    if len(word) < BEGINNING:
        return set()
    return {_key(rest + MARK) for rest in _without(word[:BEGINNING], 1)}


def lengths_near(letters: int) -> tuple[int, int]:
    """The lengths of the shortest and longest words that a typed word of this length can be a typo of."""
    return letters - typos_in(letters), max(n for n in range(letters, letters + 3) if n - letters <= typos_in(n))


def begun_by(typed: str, known: Sequence[str]) -> set[str]:
    """The known words that begin with what was typed, with at most one typo."""
    found: set[str] = set()
    for length in range(len(typed) - 1, len(typed) + 2):
        begun = _within(1, typed, [word[:length] for word in known])
        found.update(known[at] for _, _, at in begun)
    return found


def nearest(typed: str, known: Sequence[str]) -> dict[int, list[str]]:
    """The known words that may be meant, by edit distance."""
    found: dict[int, list[str]] = {}
    for word, apart, _ in _within(2, typed, known):
        if 0 < apart <= typos_in(max(len(typed), len(word))):
            found.setdefault(apart, []).append(word)
    return found


def _within(most: int, typed: str, words: Sequence[str]) -> list[tuple[str, int, int]]:
    """The words at most this many edits away, each with its distance and place among the words."""
    if not words:
        return []
    # Imported with the first search: it has dozens of modules, which would slow down the start.
    from rapidfuzz import process  # noqa: PLC0415
    from rapidfuzz.distance import OSA  # noqa: PLC0415

    found = process.extract(typed, words, scorer=OSA.distance, score_cutoff=most, limit=None)
    return [(word, int(apart), at) for word, apart, at in found]


def _key(letters: str) -> int:
    """A number for some letters. The first two letters are its high bits, so that a word's keys are close in the
    index."""
    first, second = f"{letters}__"[:2]
    front = (ord(first) & 31) << 5 | ord(second) & 31
    return (front << 22 | crc32(letters.encode()) & 0x3FFFFF) - 2**31


def _without(letters: str, most: int) -> Iterator[str]:
    """The letters with up to `most` of them left out."""
    for count in range(min(most, len(letters)) + 1):
        for kept in combinations(letters, len(letters) - count):
            yield "".join(kept)
