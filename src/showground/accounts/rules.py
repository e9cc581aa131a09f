"""Rules for accounts. Pure functions; the time is a parameter."""

from collections.abc import Iterator, Mapping
from typing import Any, cast

from showground.core.calls.errors import InvalidValue
from showground.core.languages import Text

MAIL_KINDS = {
    "updates": Text("Updates from listings you follow."),
    "questions": Text("Questions about your listings, and answers to your own questions."),
    "reviews": Text("Reviews of your listings."),
}


def first_name_for(email: str) -> str:
    """A person's default name."""
    name = email.partition("@")[0].replace(".", " ").replace("_", " ").strip()
    return (name.title() or email)[:160]


def trim(name: str) -> str:
    """A name without surrounding blanks; not empty."""
    if not name.strip():
        raise InvalidValue(Text("Write a name."))
    return name.strip()


def record_tables(parts: Mapping[str, Any]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """An export as tables with a name each, without empty ones: `{"opinions": {"votes": [...]}}` is a table `votes`."""
    for name, part in parts.items():
        if isinstance(part, list):
            if part:
                yield name, [row if isinstance(row, dict) else {name: row} for row in cast("list[Any]", part)]
        elif isinstance(part, dict):
            held = cast("dict[str, Any]", part)
            if any(isinstance(value, list) for value in held.values()):
                yield from record_tables(held)
            elif any(value is not None for value in held.values()):
                yield name, [held]
