"""Finds the operation for a method and a path by walking a tree of path parts."""

from collections.abc import Iterable, Iterator
from typing import Any

from showground.core.calls.action import Operation
from showground.core.calls.errors import MethodNotAllowed, NotFound

FIELD = "{}"  # matches any part


class RouteNode:
    """One part of a path: what may follow it, and the operations that end here, by method."""

    __slots__ = ("below", "operations")

    def __init__(self) -> None:
        self.below: dict[str, RouteNode] = {}
        self.operations: dict[str, Operation[Any, Any]] = {}


class Routes:
    """All operations by path and method."""

    def __init__(self, operations: Iterable[Operation[Any, Any]]) -> None:
        self._root = RouteNode()
        for operation in operations:
            node = self._root
            for part in operation.path.strip("/").split("/"):
                node = node.below.setdefault(FIELD if part.startswith("{") else part, RouteNode())
            node.operations[operation.method] = operation

    def find(self, method: str, parts: list[str]) -> tuple[Operation[Any, Any], dict[str, str]]:
        """The operation, and the values of its path fields. HEAD is treated as GET."""
        end = self._end_of(parts)
        if end is None:
            raise NotFound
        node, values = end
        operation = node.operations.get("GET" if method == "HEAD" else method)
        if operation is None:
            raise MethodNotAllowed(self.methods(parts))
        return operation, dict(zip(operation.path_fields, values, strict=True))

    def methods(self, parts: list[str]) -> set[str]:
        """The methods that a URL supports."""
        end = self._end_of(parts)
        if end is None:
            return set()
        own = end[0].operations.keys()
        return {*own, "OPTIONS"} | ({"HEAD"} if "GET" in own else set[str]())

    def _end_of(self, parts: list[str]) -> tuple[RouteNode, tuple[str, ...]] | None:
        """The node that a path leads to. As in OpenAPI, literal parts take precedence over fields."""
        return next(_walk(self._root, parts, ()), None)


def _walk(node: RouteNode, parts: list[str], values: tuple[str, ...]) -> Iterator[tuple[RouteNode, tuple[str, ...]]]:
    """All nodes that a path can end at, literal parts before fields."""
    if not parts:
        if node.operations:
            yield node, values
        return
    part, rest = parts[0], parts[1:]
    if part in node.below:
        yield from _walk(node.below[part], rest, values)
    if part and FIELD in node.below:
        yield from _walk(node.below[FIELD], rest, (*values, part))
