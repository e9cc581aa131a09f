"""A fact that a sentence states, and its position in the sentence."""

import re
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from showground.extraction.statements.text_folding import DENIAL, comparable

Value = TypeVar("Value")
# Matched before a verb such as `founded`: `a sponsor of the museum founded in 1954`, where the museum was founded.
AFTER_OTHER_NOUN = re.compile(
    r"\b(?:of|in|at|by|with|for|to)\s+(?:the|an?)\s+(?!(?:company|firm|studio|team|business|agency|start-?up"
    r"|product|app)\b)[a-z]+$"
)

# Words before a statement that is no longer true: `formerly based in`.
NO_LONGER = re.compile(
    r"\b(?:used to be|formerly|previously|no longer|once was|once were|were once|was once|früher|ehemals|zuvor|vormals"
    r"|autrefois|auparavant|anciennement|anteriormente|antiguamente|antigamente|in precedenza|un tempo|voorheen|vroeger"
    r"|dawniej|wcześniej|раньше|ранее|eskiden|tidigare|tidligere)(?:\s+\S+)?\s*$"
)
# Words before a statement that is only imagined: `Imagine you had founded`.
IMAGINED = re.compile(
    r"\b(?:imagine|suppose|say you|let['’]?s say|what if|if (?:you|we|i) (?:had|were|was)|picture this|for example"
    r"|stell(?:t|en sie)? (?:dir|euch|sich) vor|angenommen|zum beispiel|imagine[zr]?|supposons|par exemple|imagin[ae]"
    r"|supongamos|por ejemplo|imagine|por exemplo|immagina|ad esempio|per esempio|stel je voor|bijvoorbeeld|wyobraź"
    r"|na przykład|представь\w*|например|hayal et|mesela|örneğin)\b"
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


def is_denied(statement: Statement[Any]) -> bool:
    """Whether a statement is denied (`was not founded in 2012`), no longer true, imagined, or asked."""
    before = comparable(statement.sentence[: statement.start])
    asked = statement.sentence.rstrip(" \"'”’»)").endswith(("?", "？", "؟"))
    denied = re.search(rf"(?:{DENIAL.pattern})(?:\s+\S+)?\s*$", before)
    return asked or any((denied, NO_LONGER.search(before), IMAGINED.search(before)))
