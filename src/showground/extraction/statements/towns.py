"""The names of towns."""

import re
import unicodedata
from functools import cache
from importlib.resources import files

from showground.extraction.statements.text_folding import comparable


@cache
def town_names() -> frozenset[str]:
    """The names of all towns, in comparable form."""
    text = files("showground.extraction.statements").joinpath("towns.txt").read_text(encoding="utf-8")
    names = [line for line in text.splitlines() if not line.startswith("#")]
    return frozenset(names) | {found[1] for name in names if (found := TOWN_WITH_LOCATION.match(name))}


# Names that people shorten: `vilshofen an der donau`, `herblay-sur-seine`.
TOWN_WITH_LOCATION = re.compile(r"([^ -]{4,}(?:-[^ -]+)*?)[ -](?:an der|am|im|bei|sur|upon|on|en)[ -]")


def is_town(text: str) -> bool:
    name = comparable(text)
    if name in town_names() or (not name.isascii() and without_accents(name) in town_names()):
        return True
    # `Aarhus`, `Luebeck`: two letters instead of one with an accent.
    spelled = [name.replace(two, one) for two, one in DIGRAPHS if two in name]
    return any(other in town_names() for other in spelled)


def without_accents(name: str) -> str:
    """A name without accents: `Bielsko-Biala`."""
    plain = unicodedata.normalize("NFKD", name.translate(PLAIN_LETTERS))
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


DIGRAPHS = (("aa", "å"), ("ae", "ä"), ("ae", "æ"), ("oe", "ö"), ("oe", "ø"), ("ue", "ü"))
PLAIN_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ı": "i", "ß": "ss"})
