"""Which words are English. Other words of a query are names or typos, whose pieces mean nothing.

The table of meanings has the words that were most common where it was trained. `english_words.txt` has words of WordNet
that consist of two of these, such as `beekeeper`. Their pieces mean what the word means; those of `pomegranate` (`pom`,
`eg`, `rana` and `te`) don't. tools/embedding makes that file.
"""

from functools import cache, lru_cache
from pathlib import Path

from showground.search.embedding.word_pieces import get_places

ENDINGS = ("s", "es", "ed", "ing")
MIN_STEM_LENGTH = 4
CACHED = 20_000
COMMENT = b"#"


@lru_cache(CACHED)
def is_english(word: str) -> bool:
    """Whether it is a known word, or one with the ending of a plural or a verb: `gardeners`, `plumbing`."""
    return _is_known(word) or any(
        word.endswith(ending) and len(word) - len(ending) >= MIN_STEM_LENGTH and _is_known(word.removesuffix(ending))
        for ending in ENDINGS
    )


def _is_known(word: str) -> bool:
    return word in get_places() or _is_in_dictionary(word.encode())


def _is_in_dictionary(word: bytes) -> bool:
    """A binary search in the lines of the file: a set of them would take ten times its memory in every process."""
    lines = _read_dictionary()
    start, end = 0, len(lines)
    while start < end:
        middle = (start + end) // 2
        line_start, line_end = lines.rfind(b"\n", start, middle) + 1 or start, lines.index(b"\n", middle)
        found = lines[line_start:line_end]
        if found == word:
            return True
        if found < word:
            start = line_end + 1
        else:
            end = line_start
    return False


@cache
def _read_dictionary() -> bytes:
    """The words, sorted, each in a line, without the comments that come first."""
    text = Path(__file__).with_suffix(".txt").read_bytes()
    return text[text.rindex(b"\n" + COMMENT) + 1 :].partition(b"\n")[2]
