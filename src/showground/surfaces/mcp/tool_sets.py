"""Smaller sets of tools, each at its own address below /mcp. A client that lists fewer tools spends fewer tokens."""

from collections.abc import Iterable
from typing import Any

from showground.core.calls.action import Operation
from showground.core.calls.declare import PUBLIC

MAIN = ("/mcp", "/mcp/")  # a trailing slash is a common typo, and means nothing else here
PREFIX = "/mcp/"


def make_tool_sets(operations: Iterable[Operation[Any, Any]]) -> dict[str, frozenset[str]]:
    """The names of the tools by path: public ones, those that change nothing, and those of each domain."""
    sets: dict[str, set[str]] = {"public": set(), "read-only": set()}
    for operation in operations:
        chosen = [operation.domain]
        chosen += ["public"] if operation.scope == PUBLIC else []
        chosen += ["read-only"] if operation.changes_nothing else []
        for name in chosen:
            sets.setdefault(name, set()).add(operation.name)
    return {f"{PREFIX}{name}": frozenset(tools) for name, tools in sets.items()}
