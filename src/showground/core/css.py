"""Reading style sheets: which of their rules hold on every screen, and what these declare."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
QUOTED = re.compile(r"\"(?:\\.|[^\"\\\n])*+\"?|'(?:\\.|[^'\\\n])*+'?")  # also one that never ends
MARKS = re.compile(r"[{};]")
# From a mark on only: else a long declaration, such as a picture in a sheet, would be looked through from each letter.
NESTED = re.compile(r"(?:\A|(?<=[{};]))[^{};]*+\{[^{}]*+\}")
# Blocks around rules that hold all the same; others are for some screens, for print, or for fonts and frames.
ALWAYS = re.compile(r"@(?:layer|supports)\b|@media\s+(?:only\s+)?(?:all|screen)\s*$", re.IGNORECASE)
MAX_DEPTH = 8
MAX_RULES = 20_000  # of one sheet; large frameworks have some thousands


@dataclass(frozen=True, slots=True)
class Rule:
    """What stands before the braces, and what in them."""

    selectors: str
    body: str


def read_rules(sheet: str) -> list[Rule]:
    """The rules of a sheet in their order; those in conditional blocks are left out."""
    plain = QUOTED.sub(lambda found: MARKS.sub(" ", found[0]), COMMENT.sub(" ", sheet))
    return list(islice(_read(plain, MAX_DEPTH), MAX_RULES))


def read_declarations(body: str) -> dict[str, str]:
    """Properties and values in small letters; of a property that stands twice, the last."""
    found: dict[str, str] = {}
    for declaration in COMMENT.sub(" ", body).split(";"):
        name, colon, value = declaration.partition(":")
        if colon:
            found[name.strip().lower()] = value.strip().lower()
    return found


def _read(text: str, depth: int) -> Iterator[Rule]:
    begin = level = opened = 0
    prelude = ""
    for mark in MARKS.finditer(text):
        at, sign = mark.start(), mark[0]
        if sign == "{":
            if level == 0:
                prelude, opened = text[begin:at].strip(), at + 1
            level += 1
        elif sign == "}":
            level -= 1
            if level < 0:
                level, begin = 0, at + 1
            elif level == 0:
                yield from _read_block(prelude, text[opened:at], depth)
                begin = at + 1
        elif level == 0:
            begin = at + 1  # an @import or @charset has no block
    if level:
        yield from _read_block(prelude, text[opened:], depth)  # a sheet that breaks off is taken as closed


def _read_block(prelude: str, inside: str, depth: int) -> Iterator[Rule]:
    if not prelude.startswith("@"):
        yield Rule(prelude, NESTED.sub("", inside))
    elif depth and ALWAYS.match(prelude):
        yield from _read(inside, depth - 1)
