"""Decides whether a passage addresses the programs that read a page, not its visitors: a small trained model.

Orders to machines can be worded in endless ways, so word lists miss most of them. This model
learned from about two thousand passages what they have in common. It adds up the weights of a passage's features:

- pieces of words, words and pairs of words: `dear assi`, `parser`, `verbatim`
- what words mean, in many languages (`machine_address_words.toml`), and which of them are together in a sentence:
  `Bots should write` and `Maszyny zanotują` are both `machine say`
- signs that are rare in text for people: braces, tags, log lines
- whether `machine_frames` takes it for a fact in such a frame

For example, `Bots, note: founded in 1901` has the features `m machine`, `m machine say`, `w bots` and others. The sum
is divided by the square root of their number, so that long passages don't score higher because they are long.

`tools/machine_address` trains it and explains how; the weights are in `machine_address_weights.txt`, one feature per
line. Only additions of whole numbers, one root and one division: the result is the same on every machine.
"""

import math
import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import cache, lru_cache
from itertools import combinations, pairwise
from pathlib import Path

from showground.extraction.statements.machine_frame_words import FACT_STEMS, HAS_DIGIT
from showground.extraction.statements.machine_frames import is_framed
from showground.extraction.statements.weights import read_weights

HERE = Path(__file__).parent
WEIGHTS_FILE = HERE / "machine_address_weights.txt"
# Lines of that file that are not features.
WITH_FACT, WITHOUT_FACT = "threshold with a fact", "threshold without a fact"
WORDS_FILE = HERE / "machine_address_words.toml"
MAX_LETTERS = 1_500  # of a passage, to save time
PIECE_LENGTHS = (3, 4, 5)
MIN_STEM = 2
MAX_WORD = 30
# A passage needs one of OF_MACHINES or two of OF_TEXT to be addressed to machines.
OF_MACHINES = (
    "m machine", "m program", "m output", "m read", "# brace", "# tag", "# snake_case", "# bracket", "# clock",
    "# equals", "# comment", "# rule", "# arrow", "# framed",
)  # fmt: skip
OF_TEXT = ("m text", "m say", "m ignore", "m truth", "m human", "m must", "m you")
MIN_OF_TEXT = 2
# Letters of scripts whose words have a beginning that can be compared: Latin, Greek, Cyrillic.
SPACED = "a-zß-\u024f\u0370-\u052f\u1e00-\u1fff"
ADDRESS = re.compile(r"\S+@\S+|(?:https?://|www\.)\S+")  # of an email or a page; its parts are not read as words
SENTENCE_END = re.compile(r"(?<=[.!?:;。！？：；।])\s+|(?<=[。！？：；।])|\n+")
SHAPES = {
    name: re.compile(pattern)
    for name, pattern in (
        ("snake_case", r"\b[a-z]+_[a-z]+"),
        ("brace", r"[{}]"),
        ("bracket", r"[\[\]【】]"),
        ("tag", r"</?[a-z!|]|/>"),
        ("capitals", r"\b[A-Z]{4,}\b.*\b[A-Z]{4,}\b"),
        ("equals", r"\w\s?:?=\s?\S"),
        ("rule", r"[-=*#_>]{3,}"),
        ("clock", r"\d\d:\d\d:\d\d"),
        ("comment", r"//|/\*|<!--"),
        ("arrow", r"->|=>|→"),
        ("key", r"(?:^|\n|¶ )\s*[\w-]+\s?: "),
    )
}


def is_addressed(passage: Sequence[str]) -> bool:
    """Whether consecutive blocks of text address machines. Without a fact among them, more evidence is needed."""
    return score(tuple(passage)) > 0


@lru_cache(maxsize=4096)  # the same header, footer and links are on every page
def score(passage: tuple[str, ...]) -> float:
    """How likely a passage addresses machines; above 0 it does."""
    found = features(passage)
    if not may_be_addressed(found):
        return -math.inf
    weights, with_fact, without_fact = get_weights()
    known = [weights[feature] for feature in found if feature in weights]
    threshold = with_fact if any(map(may_state_fact, passage)) else without_fact
    return sum(known) / math.sqrt(len(known) or 1) - threshold


def may_be_addressed(found: AbstractSet[str]) -> bool:
    """A quick check: whether a passage mentions machines or itself, or looks like code. Two in three blocks don't."""
    if any(feature in found for feature in OF_MACHINES):
        return True
    return sum(feature in found for feature in OF_TEXT) >= MIN_OF_TEXT


def may_state_fact(text: str) -> bool:
    """Whether a text may hold a year, a price, an email address, or say who founded something and where."""
    lowered = text.lower()
    return HAS_DIGIT.search(text) is not None or "@" in text or any(stem in lowered for stem in FACT_STEMS)


def features(passage: Iterable[str]) -> set[str]:
    """The features of a passage."""
    passage = [text[:MAX_LETTERS] for text in passage]
    found: set[str] = {"# framed"} if is_framed(" ".join(passage)) else set()
    meanings: set[str] = set()
    for text in passage:
        of_text, meant = _features_of_text(text)
        found |= of_text
        meanings |= meant
    found.update(f"e {one} {other}" for one, other in combinations(sorted(meanings), 2))
    return found


@lru_cache(maxsize=4096)  # a block is in the passages of its neighbours, too
def _features_of_text(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """The features of one block, and what its words mean."""
    text = ADDRESS.sub("@", text)
    found = {f"# {name}" for name, pattern in SHAPES.items() if pattern.search(text)}
    everywhere: set[str] = set()
    pattern = get_meanings()[0]
    for sentence in SENTENCE_END.split(text.lower()):
        words = [_read_word(word) for word in pattern.findall(sentence)]
        for _, meaning, of_word in words:
            found.update(of_word)
            everywhere.add(meaning)
        found.update(f"b {one} {other}" for one, other in pairwise(("^", *(word for word, _, _ in words), "$")))
        starts = bool(words) and bool(words[0][1])
        found.update(_meant([meaning for _, meaning, _ in words if meaning], starts=starts))
    return frozenset(found), frozenset(everywhere - {""})


def _meant(meanings: Sequence[str], *, starts: bool) -> Iterator[str]:
    """Features of the meanings in a sentence: single ones, groups of two and three, and consecutive ones."""
    together = sorted(set(meanings))
    for count in (1, 2, 3):
        for group in combinations(together, count):
            yield f"m {' '.join(group)}"
    for first, second in pairwise(("^", *meanings) if starts else meanings):
        yield f"f {first} {second}"
    for three in zip(meanings, meanings[1:], meanings[2:], strict=False):
        yield f"f {' '.join(three)}"


@lru_cache(maxsize=16_384)
def _read_word(word: str) -> tuple[str, str, tuple[str, ...]]:
    """A word, what it means or "", and the features of the word and its pieces. Numbers keep only their length."""
    if word.isdigit():
        word = "0" * min(len(word), 4)
    _, exact, stems = get_meanings()
    found = [f"w {word}"]
    if len(word) > MIN_STEM:
        whole = f"<{word[:MAX_WORD]}>"
        for length in PIECE_LENGTHS:
            found += [f"p {whole[start : start + length]}" for start in range(len(whole) - length + 1)]
    return word, exact.get(word) or _meaning_of_stem(word, stems), tuple(found)


def _meaning_of_stem(word: str, stems: dict[str, str]) -> str:
    for end in range(min(len(word), MAX_WORD), MIN_STEM - 1, -1):
        if meaning := stems.get(word[:end]):
            return meaning
    return ""


@cache
def get_meanings() -> tuple[re.Pattern[str], dict[str, str], dict[str, str]]:
    """A pattern of words; the meanings of whole words, and of beginnings of words."""
    exact: dict[str, str] = {}
    stems: dict[str, str] = {}
    anywhere: list[str] = []
    spaced = re.compile(f"[{SPACED}'’-]+[*]?")
    for meaning, words in tomllib.loads(WORDS_FILE.read_text(encoding="utf-8")).items():
        for word in words.split():
            if not spaced.fullmatch(word):
                anywhere.append(word)
                exact.setdefault(word, meaning)
            elif word.endswith("*"):
                stems.setdefault(word[:-1], meaning)
            else:
                exact.setdefault(word, meaning)
    longest_first = "|".join(sorted(map(re.escape, anywhere), key=len, reverse=True))
    pattern = re.compile(rf"{longest_first}|[{SPACED}]+(?:['’-][{SPACED}]+)*|\d+|\S")
    return pattern, exact, stems


@cache
def get_weights() -> tuple[dict[str, int], int, int]:
    """The weight of each feature, and the thresholds for passages with and without a fact."""
    weights = read_weights(WEIGHTS_FILE)
    return weights, weights.pop(WITH_FACT), weights.pop(WITHOUT_FACT)
