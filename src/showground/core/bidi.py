"""Keeps texts with bidirectional control characters from reversing what follows them."""

import re
from typing import Any

TURNS = re.compile("[\u202a-\u202e\u2066-\u2069]")
EMBEDDINGS = (
    "\N{LEFT-TO-RIGHT EMBEDDING}\N{RIGHT-TO-LEFT EMBEDDING}\N{LEFT-TO-RIGHT OVERRIDE}\N{RIGHT-TO-LEFT OVERRIDE}"
)
ISOLATES = "\N{LEFT-TO-RIGHT ISOLATE}\N{RIGHT-TO-LEFT ISOLATE}\N{FIRST STRONG ISOLATE}"
END_EMBEDDING = "\N{POP DIRECTIONAL FORMATTING}"
END_ISOLATE = "\N{POP DIRECTIONAL ISOLATE}"


def keep_directions(value: Any) -> Any:
    """The text with every bidi control closed and none closed too often. Other values and markup stay as they are.

    Templates put every value through this. What is stored stays as it was written: those who write from right to left
    need such characters, and a text that is contained can only be hard to read itself.
    """
    if type(value) is not str or value.isascii() or TURNS.search(value) is None:
        return value
    ends: list[str] = []  # of what is begun, the innermost last
    kept: list[str] = []
    for character in value:
        if character in EMBEDDINGS:
            ends.append(END_EMBEDDING)
        elif character in ISOLATES:
            ends.append(END_ISOLATE)
        elif character == END_EMBEDDING:
            if ends[-1:] != [END_EMBEDDING]:
                continue
            ends.pop()
        elif character == END_ISOLATE:
            if END_ISOLATE not in ends:
                continue
            while ends.pop() != END_ISOLATE:  # which also ends the embeddings in it
                pass
        kept.append(character)
    return "".join([*kept, *reversed(ends)])
