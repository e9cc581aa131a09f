"""Which known words a mistyped one may stand for: deletion keys to look them up by, and the distance that decides."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from zlib import crc32

from rapidfuzz import process
from rapidfuzz.distance import OSA

KEYED_LETTERS = 7  # keys are made of a word's first letters; the distance is taken over all of them
BEGINNING = 5  # letters by which a beginning with a typo in it is looked up
MARK = "^"  # sets the keys of beginnings apart; no word holds it


def typos_in(letters: int) -> int:
    """How many typos a word of so many letters, typed or meant, may hold."""
    return 2 if letters >= 9 else 1 if letters >= 4 else 0


def keys_of(word: str) -> set[int]:
    """The keys of a known word: two words within each other's typos have one in common."""
    return full_keys_of(word) | beginning_keys_of(word)


def full_keys_of(word: str) -> set[int]:
    start = word[:KEYED_LETTERS]
    return {_key(rest) for rest in _without(start, 2 if len(word) >= 7 else 1 if len(word) >= 3 else 0)}


def beginning_keys_of(word: str) -> set[int]:
    """What the beginnings of words are found by; a word as short as its beginning has none."""
    if len(word) < BEGINNING:
        return set()
    return {_key(rest + MARK) for rest in _without(word[:BEGINNING], 1)}


def lengths_near(letters: int) -> tuple[int, int]:
    """Of how many letters, at least and at most, a word can be that one of so many letters may stand for."""
    return letters - typos_in(letters), max(n for n in range(letters, letters + 3) if n - letters <= typos_in(n))


def begun_by(typed: str, known: Sequence[str]) -> set[str]:
    """Those of the known words that begin with what was typed, but for one typo."""
    found: set[str] = set()
    for length in range(len(typed) - 1, len(typed) + 2):
        begun = process.extract(
            typed, [word[:length] for word in known], scorer=OSA.distance, score_cutoff=1, limit=None
        )
        found.update(known[at] for _, _, at in begun)
    return found


def nearest(typed: str, known: Sequence[str]) -> dict[int, list[str]]:
    """Those of the known words that may be meant, by their distance."""
    found: dict[int, list[str]] = {}
    for word, apart, _ in process.extract(typed, known, scorer=OSA.distance, score_cutoff=2, limit=None):
        if 0 < apart <= typos_in(max(len(typed), len(word))):
            found.setdefault(int(apart), []).append(word)
    return found


def _key(letters: str) -> int:
    """A number for some letters. The first two stand in front, so that a word's keys are neighbours in the index."""
    first, second = f"{letters}__"[:2]
    front = (ord(first) & 31) << 5 | ord(second) & 31
    return (front << 22 | crc32(letters.encode()) & 0x3FFFFF) - 2**31


def _without(letters: str, most: int) -> Iterator[str]:
    """The letters with up to so many of them left out."""
    for count in range(min(most, len(letters)) + 1):
        for kept in combinations(letters, len(letters) - count):
            yield "".join(kept)
