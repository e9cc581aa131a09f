"""What a sentence states, and where in it."""

import re
from dataclasses import dataclass
from typing import Generic, TypeVar

Value = TypeVar("Value")
# Right before the verb: `a sponsor of the museum founded in 1954`.
OTHER_THING = re.compile(
    r"\b(?:of|in|at|by|with|for|to)\s+(?:the|an?)\s+(?!(?:company|firm|studio|team|business|agency|start-?up"
    r"|product|app)\b)[a-z]+$"
)


@dataclass(frozen=True)
class Said(Generic[Value]):
    """A statement. `subjects.py` decides whom it is about."""

    value: Value
    sentence: str
    start: int
    end: int
    what: str = ""
    """What somebody did it to, if they did: in `Jane founded Acme in 2019`, Acme."""
    weak: bool = False
    """Whether its words are about the beginning of many things, so that only a company right before them counts."""
