"""Two versions of a text, word by word."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, cast

Words = list[tuple[bool, str]]  # whether they differ, and the words


@dataclass(frozen=True, slots=True)
class Difference:
    """What one field said before and after."""

    name: str
    before: Words
    after: Words


def compare(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Difference]:
    """Every field that changed, in the order of their names; what machines keep for themselves is left out."""
    names = sorted(name for name in after.keys() | before.keys() if name not in ("evidence", "not_found_on_website"))
    return [Difference(name, *mark(in_words(before.get(name)), in_words(after.get(name)))) for name in names]


def mark(old: str, new: str) -> tuple[Words, Words]:
    """Both texts, cut where they begin and cease to differ."""
    left, right = (re.findall(r"\s+|[^\s]+", text) for text in (old, new))
    before: Words = []
    after: Words = []
    for kind, a, b, c, d in SequenceMatcher(a=left, b=right, autojunk=False).get_opcodes():
        if a < b:
            before.append((kind != "equal", "".join(left[a:b])))
        if c < d:
            after.append((kind != "equal", "".join(right[c:d])))
    return before, after


def in_words(value: Any) -> str:
    """A value as people read it; nothing for none."""
    if value is None:
        return ""
    if isinstance(value, Mapping):
        pairs = cast("Mapping[str, Any]", value).items()
        return ", ".join(f"{key.replace('_', ' ')}: {in_words(each)}" for key, each in pairs if each not in (None, ""))
    if isinstance(value, list):
        return "; ".join(in_words(each) for each in cast("list[Any]", value))
    return str(value)
