"""Writes values as JSON or Python for code samples. Short values stay on one line."""

import json
from collections.abc import Mapping
from typing import Any, cast

WIDTH = 76
IN_JSON = {True: "true", False: "false", None: "null"}
IN_PYTHON = {True: "True", False: "False", None: "None"}


class Expression(str):
    """Code to write in place of a value."""

    __slots__ = ()


def write_json(value: Any, indent: int = 0) -> str:
    return _write(value, indent, IN_JSON)


def write_python(value: Any, indent: int = 0) -> str:
    return _write(value, indent, IN_PYTHON)


def _write(value: Any, indent: int, words: Mapping[bool | None, str], before: int = 0) -> str:
    """`before` is the number of characters already on the line."""
    if isinstance(value, dict):
        pairs = [(f"{_text(name)}: ", item) for name, item in cast("dict[str, Any]", value).items()]
        opening, closing = "{", "}"
    elif isinstance(value, list):
        pairs = [("", item) for item in cast("list[Any]", value)]
        opening, closing = "[", "]"
    elif isinstance(value, bool) or value is None:
        return words[value]
    elif isinstance(value, Expression):
        return str(value)
    else:
        return _text(value)
    flat = opening + ", ".join(name + _write(item, 0, words) for name, item in pairs) + closing
    if "\n" not in flat and indent + before + len(flat) <= WIDTH:
        return flat
    margin, inner = "\n" + " " * indent, "\n" + " " * (indent + 2)
    lines = (f"{inner}{name}{_write(item, indent + 2, words, len(name))}" for name, item in pairs)
    return opening + ",".join(lines) + margin + closing


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
