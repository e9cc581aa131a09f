"""Two versions of a text, word by word."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, cast

from showground.core.languages import Text

Words = list[tuple[bool, str]]  # whether they differ, and the words
WORD = re.compile(r"\s+|\S+")
SENTENCE = re.compile(r"[^.!?\n]*+[.!?\n]+\s*|[^.!?\n]++")
MAX_COMPARED = 150  # pieces: the time that comparing takes grows with the third power of their number


@dataclass(frozen=True, slots=True)
class TextDifference:
    """What one field said before and after."""

    name: str
    before: Words
    after: Words


def compare(before: Mapping[str, Any], after: Mapping[str, Any], categories: Mapping[str, str]) -> list[TextDifference]:
    """Every field that changed, in the order of their names; what machines keep for themselves is left out.

    `categories` has the names of all categories, by slug.
    """
    names = sorted(name for name in after.keys() | before.keys() if name not in ("evidence", "not_found_on_website"))
    old, new = ({**values, "categories": _name(values.get("categories"), categories)} for values in (before, after))
    return [TextDifference(name, *mark(in_words(old.get(name)), in_words(new.get(name)))) for name in names]


def _name(slugs: Any, categories: Mapping[str, str]) -> Any:
    if not isinstance(slugs, list):
        return slugs
    return [categories.get(str(slug), slug) for slug in cast("list[Any]", slugs)]


def mark(old: str, new: str) -> tuple[Words, Words]:
    """Both texts, cut where they begin and cease to differ: by words; where much changed, by sentences or whole."""
    left, right = _divide(WORD, old, new)
    if max(len(left), len(right)) > MAX_COMPARED:
        left, right = _divide(SENTENCE, old, new)
    if max(len(left), len(right)) > MAX_COMPARED:
        left, right = ([pieces[0], "".join(pieces[1:-1]), pieces[-1]] for pieces in (left, right))
    before: Words = []
    after: Words = []
    for kind, a, b, c, d in SequenceMatcher(a=left, b=right, autojunk=False).get_opcodes():
        if text := "".join(left[a:b]):
            before.append((kind != "equal", text))
        if text := "".join(right[c:d]):
            after.append((kind != "equal", text))
    return before, after


def _divide(piece: re.Pattern[str], old: str, new: str) -> tuple[list[str], list[str]]:
    """The pieces of both; those with which both begin, and those with which both end, as one each."""
    left, right = piece.findall(old), piece.findall(new)
    begin = _count_same(left, right)
    end = _count_same(left[begin:][::-1], right[begin:][::-1])
    one, other = (
        ["".join(pieces[:begin]), *pieces[begin : len(pieces) - end], "".join(pieces[len(pieces) - end :])]
        for pieces in (left, right)
    )
    return one, other


def _count_same(left: list[str], right: list[str]) -> int:
    """How many of the first ones are the same."""
    return next((at for at, (a, b) in enumerate(zip(left, right, strict=False)) if a != b), min(len(left), len(right)))


def in_words(value: Any) -> str:
    """A value as people read it; nothing for none."""
    if value is None:
        return ""
    if isinstance(value, Mapping):
        pairs = cast("Mapping[str, Any]", value).items()
        return ", ".join(_pair_in_words(key, each) for key, each in pairs if each not in (None, ""))
    if isinstance(value, list):
        items = cast("list[Any]", value)
        if items and all(_is_faq(each) for each in items):
            return "\n\n".join(_faq_in_words(each) for each in items)
        return "; ".join(in_words(each) for each in items)
    return str(value)


def _is_faq(value: Any) -> bool:
    return isinstance(value, Mapping) and "question" in value and "answer" in value


def _faq_in_words(faq: Mapping[str, Any]) -> str:
    """A question with its answer below it, as the listing's page shows them."""
    by_maker = f" ({Text('stated by the maker')})" if faq.get("stated_by_maker") else ""
    return f"{faq['question']}\n{faq['answer']}{by_maker}"


def _pair_in_words(key: str, value: Any) -> str:
    if key == "stated_by_maker":  # ids that say nothing to people
        return Text("stated by the maker")
    return f"{key.replace('_', ' ')}: {in_words(value)}"
