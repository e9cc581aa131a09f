"""From a method and a path to an operation: a walk down a tree of path parts, never a scan."""

from collections.abc import Iterable, Iterator
from typing import Any

from showground.core.failures import MethodNotAllowed, NotFound
from showground.core.operation import Operation

FIELD = "{}"  # stands for any part


class Node:
    """One part of a path: what may follow it, and the operations that end here by method."""

    __slots__ = ("below", "operations")

    def __init__(self) -> None:
        self.below: dict[str, Node] = {}
        self.operations: dict[str, Operation[Any, Any]] = {}


class Routes:
    """All operations by path and method."""

    def __init__(self, operations: Iterable[Operation[Any, Any]]) -> None:
        self._root = Node()
        for operation in operations:
            node = self._root
            for part in operation.path.strip("/").split("/"):
                node = node.below.setdefault(FIELD if part.startswith("{") else part, Node())
            node.operations[operation.method] = operation

    def find(self, method: str, path: str) -> tuple[Operation[Any, Any], dict[str, str]]:
        """The operation, and the values of the fields in its path. HEAD is taken as GET."""
        allowed: set[str] = set()
        for node, values in _walk(self._root, path.removeprefix("/").split("/"), ()):
            operation = node.operations.get("GET" if method == "HEAD" else method)
            if operation is not None:
                return operation, dict(zip(operation.path_fields, values, strict=True))
            allowed |= node.operations.keys()
        if not allowed:
            raise NotFound
        raise MethodNotAllowed(headers={"Allow": ", ".join(sorted(_with_general(allowed)))})

    def methods(self, path: str) -> set[str]:
        """The methods that an address takes."""
        ends = _walk(self._root, path.removeprefix("/").split("/"), ())
        return _with_general({method for node, _ in ends for method in node.operations})


def _with_general(methods: set[str]) -> set[str]:
    general = {"OPTIONS"} if methods else set[str]()
    return methods | general | ({"HEAD"} if "GET" in methods else set[str]())


def _walk(node: Node, parts: list[str], values: tuple[str, ...]) -> Iterator[tuple[Node, tuple[str, ...]]]:
    """Every node that a path may end at, a literal part before a field."""
    if not parts:
        if node.operations:
            yield node, values
        return
    part, rest = parts[0], parts[1:]
    if part in node.below:
        yield from _walk(node.below[part], rest, values)
    if part and FIELD in node.below:
        yield from _walk(node.below[FIELD], rest, (*values, part))
