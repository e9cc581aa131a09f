"""Compound selectors: the conditions on each element, from text or tokens."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from showground.core.css.relaxed_selectors import parts_of
from showground.core.css.selectors import COMBINATORS, compounds_of
from showground.core.css.tokens import Token, parse_values

PLAIN = re.compile(r"[\w\s.#>+~*-]+", re.ASCII)
PLAIN_COMPOUND = re.compile(r"[>+~]|[\w.#*-]+", re.ASCII)
PLAIN_NAME = re.compile(r"[.#]?[\w-]+", re.ASCII)
OPEN_SIGN = re.compile(r"[>+~]\s*(?:[>+~]|\Z)")


class NotMatched(Exception):
    """A selector that is not supported here, or too expensive for the effort that is left."""


@dataclass
class Compound:
    """The conditions of a selector on one element."""

    sign: str
    """How it relates to the one before: `>`, `+`, `~` or a blank."""
    names: list[str]
    others: list[list[Token]] = field(default_factory=list[list[Token]])


def read_compounds(text: str) -> list[Compound]:
    if OPEN_SIGN.search(text):
        raise NotMatched
    if not PLAIN.fullmatch(text):
        return make_compounds(parse_values(text))
    found: list[Compound] = []
    sign = " "
    for part in PLAIN_COMPOUND.findall(text):
        if part in COMBINATORS:
            sign = part
        else:
            names = [name if name[0] in ".#" else name.lower() for name in PLAIN_NAME.findall(part)]
            found.append(Compound(sign, names))
            sign = " "
    return found


def make_compounds(nodes: Iterable[Token]) -> list[Compound]:
    found: list[Compound] = []
    for sign, parts in compounds_of(nodes):
        compound = Compound(sign, [])
        for part in parts_of(parts):
            last = part[-1]
            if last.type == "hash" and len(part) == 1:
                compound.names.append(f"#{last.value}")
            elif last.type == "ident" and len(part) == 1:
                compound.names.append(last.lower_value)
            elif last.type == "ident" and len(part) == 2 and part[0] == ".":
                compound.names.append(f".{last.value}")
            elif last != "*" or len(part) > 1:
                compound.others.append(part)
        found.append(compound)
    return found
