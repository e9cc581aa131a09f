"""A fact that a sentence states, and its position in the sentence."""

import re
from dataclasses import dataclass
from typing import Generic, TypeVar

Value = TypeVar("Value")
# Matched before a verb such as `founded`: `a sponsor of the museum founded in 1954`, where the museum was founded.
AFTER_OTHER_NOUN = re.compile(
    r"\b(?:of|in|at|by|with|for|to)\s+(?:the|an?)\s+(?!(?:company|firm|studio|team|business|agency|start-?up"
    r"|product|app)\b)[a-z]+$"
)


@dataclass(frozen=True)
class Statement(Generic[Value]):
    """A value that a sentence states, such as a year or a place. `subjects.py` decides whom it is about."""

    value: Value
    sentence: str
    start: int
    end: int
    what: str = ""
    """The object of the verb, if it has one: `Acme` in `Jane founded Acme in 2019`."""
    weak: bool = False
    """Whether the words are used about many things (`started in 2019`), so the company must be right before them."""
