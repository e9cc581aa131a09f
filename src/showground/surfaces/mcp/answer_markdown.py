"""An operation's answer as Markdown: facts as a list, longer texts and lists under headings of their own."""

from collections.abc import Iterator
from typing import Any, cast

from showground.core.english_names import title_of
from showground.surfaces.markdown_text import paragraphs, plain

TITLES = ("name", "title", "domain", "slug", "number")
LONG = 160  # characters; longer texts get a heading
INDENT = "  "


def write_answer(answer: dict[str, Any]) -> str:
    """Text from others is escaped, so that it stays plain text. What is null is left out."""
    title = next((str(answer[name]) for name in TITLES if answer.get(name)), None)
    parts = [f"# {plain(title)}"] if title else []
    given = {name: value for name, value in answer.items() if value not in (None, [], {})}
    facts = {name: value for name, value in given.items() if _is_short(value)}
    if facts:
        parts.append("\n".join(f"- {_heading(name)}: {_scalar(value)}" for name, value in facts.items()))
    for name, value in given.items():
        if name not in facts:
            parts += [f"## {_heading(name)}", _section(value)]
    return "\n\n".join(parts) + "\n"


def _is_short(value: Any) -> bool:
    return not isinstance(value, (dict, list)) and not (isinstance(value, str) and (len(value) > LONG or "\n" in value))


def _section(value: Any) -> str:
    return paragraphs(value) if isinstance(value, str) else "\n".join(_lines(value, 0))


def _lines(value: Any, depth: int) -> Iterator[str]:
    """Nested lists: of an object's members, or of a list's items."""
    if isinstance(value, dict):
        for name, member in cast("dict[str, Any]", value).items():
            if member not in (None, [], {}):
                yield from _line(f"{_heading(name)}:", member, depth)
    else:
        for item in cast("list[Any]", value):
            yield from _item(item, depth)


def _line(label: str, value: Any, depth: int) -> Iterator[str]:
    if isinstance(value, (dict, list)):
        yield f"{INDENT * depth}- {label}"
        yield from _lines(value, depth + 1)
    else:
        yield f"{INDENT * depth}- {label} {_scalar(value)}"


def _item(item: Any, depth: int) -> Iterator[str]:
    if not isinstance(item, dict):
        yield f"{INDENT * depth}- {_scalar(item)}"
        return
    members = cast("dict[str, Any]", item)
    named = next((name for name in TITLES if members.get(name)), None)
    rest = {name: member for name, member in members.items() if name != named}
    title = members[named] if named else next(filter(None, map(_title_of, members.values())), "Item")
    yield f"{INDENT * depth}- {_scalar(title)}"
    yield from _lines(rest, depth + 1)


def _title_of(member: Any) -> str | None:
    """The title of what an item is about, such as the listing of a place in a ranking."""
    within = cast("dict[str, Any]", member) if isinstance(member, dict) else {}
    return next((str(within[name]) for name in TITLES if within.get(name)), None)


def _heading(name: str) -> str:
    return plain(title_of(name.replace(".", ": ")))


def _scalar(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else plain(str(value))
