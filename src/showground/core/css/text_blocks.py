"""Cuts the text of a sheet into rules and declarations, without parsing what is in them.

`tinycss2` takes a third of a second for a large framework. Most rules in one have an ordinary form, which a regular
expression finds at once. Anything else, such as an unterminated string, is left to the parser: if we
guessed differently than browsers, a site could hide text from visitors but not from us.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from showground.core.regex import repeated

PLAIN = r"""[^][{}()"'\\/;,]++"""
PRELUDE = PLAIN.replace(";", ";@<")
BRACKETS = r"\(" + repeated(PLAIN + r"|,|\(" + repeated(f"{PLAIN}|,") + r"\)") + r"\)"
WITHOUT_COMMAS = r"\(" + repeated(PLAIN + r"|\((?:" + PLAIN + r")?\)") + r"\)"
PRELUDES = repeated(f"{PRELUDE}|,|{BRACKETS}")
BLOCK = repeated(f"{PLAIN}|[,;]|{BRACKETS}")
ORDINARY = re.compile(rf"\s*+(?!\{{)({PRELUDES})\{{({BLOCK})\}}")
WITHOUT_MARKS_IN_BRACKETS = {
    ";": re.compile(BLOCK),
    ",": re.compile(repeated(f"{PLAIN}|[,;]|{WITHOUT_COMMAS}")),
}
COMMENTED = r"/\*" + repeated(r"[^*]++|\*(?!/)") + r"\*/"
QUOTED = '"' + repeated(r'[^"\\\n]++|\\.') + '"' + "|'" + repeated(r"[^'\\\n]++|\\.") + "'"
MARK = re.compile(
    rf"""{COMMENTED} | /\*
    | {QUOTED} | ["']
    | \\(?:[0-9a-f]{{1,6}}+\s?+|[^\n])[\w-]*+ | \\
    | (?<![\w\x80-\U0010ffff-])url\(\s*+[^"'()\\\s]*+\s*+\) | (?<![\w\x80-\U0010ffff-])url\((?!\s*+["'])
    | [][{{}}();,]""",
    re.IGNORECASE | re.DOTALL | re.VERBOSE,
)
ADDRESS = re.compile(r"url\(", re.IGNORECASE)  # brackets in it have no other end
COMMENT = re.compile(COMMENTED)
BLANK = re.compile(repeated(rf"\s++|{COMMENTED}"))
CLOSING = {"{": "}", "(": ")", "[": "]"}
ODD = frozenset({"/*", '"', "'", "\\"})


class TextRule(NamedTuple):
    """A rule as it is written. An at-rule that ends with a semicolon has no block."""

    prelude: str
    block: str | None
    text: str
    """All of it."""


class Odd(Exception):
    """Text that only the parser can split."""


def split_rules(text: str) -> Iterator[TextRule]:
    """The rules at the top of a text. One without a prelude is the rest, which only a parser can read."""
    at = 0
    while True:
        if (found := ORDINARY.match(text, at)) and not ADDRESS.search(found[0]):
            yield TextRule(found[1], found[2], found[0])
            at = found.end()
            continue
        at = blank.end() if (blank := BLANK.match(text, at)) else at
        if at >= len(text):
            return
        try:
            rule, at = _next_rule(text, at)
        except Odd:
            yield TextRule("", None, text[at:])
            return
        yield rule


def split_parts(text: str, mark: str) -> list[str]:
    """The parts between marks that are in no brackets. Raises Odd if brackets or quotes do not fit."""
    if WITHOUT_MARKS_IN_BRACKETS[mark].fullmatch(text) and not ADDRESS.search(text):
        return text.split(mark)
    parts: list[str] = []
    start = 0
    for sign, at in _marks(text, 0):
        if sign == mark:
            parts.append(text[start:at])
            start = at + 1
    parts.append(text[start:])
    return parts


def _next_rule(text: str, start: int) -> tuple[TextRule, int]:
    block_at = None
    for sign, at in _marks(text, start):
        if sign == "{" and block_at is None:
            block_at = at
        elif sign == "}" and block_at is not None:
            return TextRule(text[start:block_at], text[block_at + 1 : at], text[start : at + 1]), at + 1
        elif sign == ";" and block_at is None and text[start] == "@":
            return TextRule(text[start:at], None, text[start : at + 1]), at + 1
    raise Odd


def _marks(text: str, start: int) -> Iterator[tuple[str, int]]:
    """The signs that are in no brackets, strings or comments; of brackets with braces both."""
    waiting: list[str] = []
    for found in MARK.finditer(text, start):
        sign = found[0]
        if sign in CLOSING:
            if not waiting and sign == "{":
                yield sign, found.start()
            waiting.append(CLOSING[sign])
        elif sign in ("}", ")", "]"):
            if not waiting or waiting.pop() != sign:
                raise Odd
            if not waiting and sign == "}":
                yield sign, found.start()
        elif sign in ODD or (sign[:4].lower() == "url(" and not sign.endswith(")")):
            raise Odd
        elif not waiting and sign in (";", ","):
            yield sign, found.start()
    if waiting:
        raise Odd
