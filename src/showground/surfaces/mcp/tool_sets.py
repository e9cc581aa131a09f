"""Smaller sets of tools, each at its own address below /mcp. A client that lists fewer tools spends fewer tokens."""

import json
import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from showground.core.calls.action import Operation
from showground.core.calls.declare import PUBLIC

MAIN = ("/mcp", "/mcp/")  # a trailing slash is a common typo, and means nothing else here
PREFIX = "/mcp/"


def make_tool_sets(operations: Iterable[Operation[Any, Any]]) -> dict[str, frozenset[str]]:
    """The names of the tools by path: public ones, those that change nothing, and those of each domain.

    The set of a domain also has the tools that the descriptions of its tools name. Otherwise an agent would read what
    to call next, and not find it.
    """
    by_name = {operation.name: operation for operation in operations}
    named = {operation.name: _find_named(operation, by_name) for operation in by_name.values()}
    sets: dict[str, set[str]] = {"public": set(), "read-only": set()}
    for operation in by_name.values():
        sets.setdefault(operation.domain, set()).update(_follow(operation.name, named))
        if operation.scope == PUBLIC:
            sets["public"].add(operation.name)
        if operation.changes_nothing:
            sets["read-only"].add(operation.name)
    return {f"{PREFIX}{name}": frozenset(tools) for name, tools in sets.items()}


def _find_named(operation: Operation[Any, Any], names: Collection[str]) -> set[str]:
    """The operations that are named in what clients read about this one and its input."""
    return set(re.findall(r"\w+", operation.description + json.dumps(operation.schema))).intersection(names)


def _follow(name: str, named: Mapping[str, Iterable[str]]) -> set[str]:
    """This operation, those that it names, those that these name, and so on."""
    found, waiting = set[str](), [name]
    while waiting:
        if (each := waiting.pop()) not in found:
            found.add(each)
            waiting += named[each]
    return found
