"""Prepares texts for comparison: whitespace, quotes, dashes, Unicode forms and case are ignored."""

import re
import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache, partial

EQUIVALENT_CHARACTERS = str.maketrans(
    {
        "\u2018": "'", "\u2019": "'", "\u201a": "'", "\u201b": "'", "\u2032": "'", "`": "'", "\u00b4": "'",
        "\u201c": '"', "\u201d": '"', "\u201e": '"', "\u201f": '"', "\u00ab": '"', "\u00bb": '"', "\u2033": '"',
        "\u2010": "-", "\u2011": "-", "\u2012": "-", "\u2013": "-", "\u2014": "-", "\u2015": "-", "\u2212": "-",
        "\u00ad": None, "\u200b": None, "\u200c": None, "\u200d": None, "\u2060": None, "\ufeff": None,
    }
)  # fmt: skip
SENTENCE_END = re.compile(r"(?<=[.!?。！？])[\"”’)]*\s+(?=[\"“‘(]?[^\W\d_a-z]|\d)|(?<=[。！？])")
ABBREVIATION_END = re.compile(
    r"\b(?:inc|ltd|co|corp|est|st|dr|mr|mrs|ms|no|vs|e\.g|i\.e|approx|u\.s|jr|sr|bzw|z\.b|ca)\.$"
    r"|\d{4}\s(?:r|г|р)\.$",  # the word for a year
    re.IGNORECASE,
)
DENIAL = re.compile(
    r"\b(?:not?|never|nobody|none|isn't|aren't|doesn't|don't|won't|can't|cannot|neither|nor|without|nicht|nie|kein\w*"
    r"|ohne|pas|ne|jamais|sans|nunca|sin|sem|não|non|mai|senza|niet|geen|nooit|zonder|inte|ikke|nie|bez|не|нет|без"
    r"|değil)\b|n['’]t\b"
)
"""Words that turn a sentence into its opposite, in a comparable text."""
FUNCTION_WORDS = frozenset(
    re.findall(
        r"\w+",
        "a an and are as at be been but by can do does for from had has have how if in into is it its just more "
        "most no "
        "not of off on one only or our out over own so than that the their them then there these they this those to "
        "too "
        "under up us was we were what when where which while who why will with without you your every all any each "
        "both "
        "about also get make makes made let lets help helps using use used via very own than",
    )
)


def comparable(text: str) -> str:
    """A text in the form in which texts are compared."""
    if text.isascii():  # the same result, five times faster
        return " ".join(text.replace("`", "'").split()).lower()
    return " ".join(unicodedata.normalize("NFKC", text).translate(EQUIVALENT_CHARACTERS).split()).casefold()


def name_key(text: str) -> str:
    """Letters and digits only, without accents, to compare names with domains and handles."""
    text = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in text if letter.isalnum())


def sentences(text: str) -> list[str]:
    """The sentences of a block."""
    return list(_sentences_in(text))


@lru_cache(maxsize=4096)  # each text is asked about by many rules
def _sentences_in(text: str) -> tuple[str, ...]:
    parts: list[str] = []
    for part in SENTENCE_END.split(text):
        if parts and ABBREVIATION_END.search(parts[-1]):
            parts[-1] = f"{parts[-1]} {part}"
        elif part.strip():
            parts.append(part.strip())
    return tuple(parts)


def stems(text: str) -> list[str]:
    """The words that carry meaning, each cut to its beginning so that `notes` and `note` are the same."""
    words = re.findall(r"[^\W_]+", comparable(text))
    return [word[:5] if len(word) > 5 else word.rstrip("s") or word for word in words if word not in FUNCTION_WORDS]


MIN_AFTER_HYPHEN = 9  # letters
# Scripts without spaces between words, or with particles joined to the noun.
UNSPACED = re.compile(r"[\u0e00-\u0eff\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
INFLECTED = re.compile(r"[\u0370-\u052f\u0590-\u06ff]")  # Greek, Cyrillic, Hebrew and Arabic


@cache
def word_finder(words: str) -> Callable[[str], bool]:
    """A function that says whether these whole words are in a comparable text. The last may be singular or plural."""
    words = comparable(words)
    if UNSPACED.search(words):
        return partial(_has_part, words)
    if INFLECTED.search(words):
        stem = words[:-1] if len(words) > 4 and words[-1] in "аеёийоуыьэюя" else words
        pattern = re.compile(rf"(?<![\w-])(?:ال|[והבלכמ])?{re.escape(stem)}\w{{0,3}}(?![\w-])")
        return partial(_matches, pattern)
    if len(words) > 4 and words.endswith("ies"):
        stem, endings = words[:-3], ("y", "ies")
    elif len(words) > 3 and words.endswith("y") and words[-2] not in "aeiou":
        stem, endings = words[:-1], ("y", "ies")
    elif len(words) > 3 and words.endswith("s") and not words.endswith(("ss", "us", "is", "ics")):
        stem, endings = words[:-1], ("", "s")
    else:
        stem, endings = words, ("", "s", "es", "e", "n", "en") if len(words) > 6 else ("", "s", "es")
    return partial(_has_word, stem, endings, len(words) >= MIN_AFTER_HYPHEN)


def _has_part(part: str, text: str) -> bool:
    return part in text


def _matches(pattern: re.Pattern[str], text: str) -> bool:
    return pattern.search(text) is not None


def _has_word(stem: str, endings: tuple[str, ...], may_follow_hyphen: bool, text: str) -> bool:
    """Search without a pattern: a draft looks for hundreds of words, and compiling patterns took a fifth of its time.

    After a hyphen, only a long word counts as a word: `Acme-Gebäudereinigung`, but not `e-shop`.
    """
    start = text.find(stem)
    while start >= 0:
        end = start + len(stem)
        before = text[start - 1 : start]
        if not _is_word_character(before) and (may_follow_hyphen or before != "-"):
            for ending in endings:
                after = text[end + len(ending) : end + len(ending) + 1]
                if text.startswith(ending, end) and not _is_word_character(after) and after != "-":
                    return True
        start = text.find(stem, start + 1)
    return False


def _is_word_character(letter: str) -> bool:
    """As `\\w` in a pattern."""
    return letter.isalnum() or letter == "_"


def numbers(text: str) -> set[str]:
    """The numbers in a text, each in one spelling: `1,000` and `1000` are the same."""
    found = re.findall(r"\d+(?:[.,\u00a0\u202f' ]\d{3}(?!\d))*(?:[.,]\d+)?", unicodedata.normalize("NFKC", text))
    return {plain_number(number) for number in found}


def plain_number(written: str) -> str:
    number = re.sub(r"[\u00a0\u202f'’ ]", "", written)
    number = re.sub(r"[.,](?=\d{3}(?:\D|$))", "", number).replace(",", ".")
    if "." in number:
        number = number.rstrip("0").rstrip(".")
    return number.lstrip("0") or "0"
