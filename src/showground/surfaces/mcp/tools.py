"""Operations as tools: how they are described to clients, and how their arguments are read."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import mcp_types as types

from showground.core.calls import idempotency
from showground.core.calls.action import Operation
from showground.core.calls.declare import PUBLIC
from showground.core.calls.errors import FieldError
from showground.core.english_names import title_of
from showground.core.languages import EnglishText
from showground.surfaces.mcp.apps.registry import find_app
from showground.surfaces.mcp.short_schemas import ACTED_ON, short_input, short_output

KEY = "idempotency_key"
KEY_SCHEMA = {
    "type": "string",
    "description": "1 to 255 ASCII characters. Repeating a call with the same key runs it only once.",
}


@dataclass(frozen=True, slots=True)
class Tool:
    """One operation, and its entry in the list of tools."""

    operation: Operation[Any, Any]
    entry: types.Tool

    def read(self, arguments: Mapping[str, Any]) -> tuple[Mapping[str, Any], str | None, list[FieldError]]:
        """The operation's input, the key, and what is wrong with the key."""
        if not self.operation.idempotent or KEY not in arguments:
            return arguments, None, []
        raw = {name: value for name, value in arguments.items() if name != KEY}
        key = arguments[KEY]
        if not isinstance(key, str):
            return raw, None, [FieldError(field=KEY, message=EnglishText("Must be text."))]
        if wrong := idempotency.check_key(key):
            return raw, None, [FieldError(field=KEY, message=error["message"]) for error in wrong]
        return raw, key, []


def make_tools(operations: Iterable[Operation[Any, Any]]) -> dict[str, Tool]:
    """By name, public tools first: the order in which they are listed."""
    ordered = sorted(operations, key=lambda operation: operation.scope != PUBLIC)
    read = {operation.output for operation in ordered if operation.read_only}
    return {operation.name: Tool(operation, _describe(operation, read)) for operation in ordered}


def _describe(operation: Operation[Any, Any], read: Collection[type]) -> types.Tool:
    """`read`: what reads return. A write that returns the same describes it in short."""
    return types.Tool(
        name=operation.name,
        title=title_of(operation.name),
        description=operation.description,
        input_schema=_input_schema(operation),
        output_schema=_output_schema(operation, in_short=not operation.read_only and operation.output in read),
        annotations=_hints(operation),
        _meta=_meta(operation),
    )


def _meta(operation: Operation[Any, Any]) -> dict[str, Any]:
    """The sign-in that it needs, and the app that shows its answer, if there is one."""
    meta: dict[str, Any] = {"securitySchemes": _security(operation)}
    if app := find_app(operation):
        meta["ui"] = {"resourceUri": app.uri}
    return meta


def _hints(operation: Operation[Any, Any]) -> types.ToolAnnotations:
    """What a host may tell a person, or decide, before a call. All but the first two only matter for writes."""
    # Operations reach other sites in `prepare`, or in a job that they start.
    open_world = operation.prepare is not None or operation.fetches or operation.emails
    if operation.changes_nothing:
        return types.ToolAnnotations(read_only_hint=True, open_world_hint=open_world)
    return types.ToolAnnotations(
        read_only_hint=False,
        open_world_hint=open_world,
        # These methods remove or overwrite.
        destructive_hint=operation.destructive or operation.method in ("DELETE", "PATCH", "PUT"),
        idempotent_hint=operation.method in ("DELETE", "PUT") or None,  # without it, the protocol assumes that it isn't
    )


def _security(operation: Operation[Any, Any]) -> list[dict[str, Any]]:
    """The sign-in that a tool needs, for clients that check before they call."""
    if operation.scope == PUBLIC:
        return [{"type": "noauth"}]
    return [{"type": "oauth2", "scopes": [operation.scope]}]


def _input_schema(operation: Operation[Any, Any]) -> dict[str, Any]:
    schema = short_input(operation.schema, clears=not operation.read_only)
    schema.pop("description", None)  # of the class; the tool has its own
    if not operation.idempotent:
        return schema
    return schema | {"properties": schema.get("properties", {}) | {KEY: KEY_SCHEMA}}


def _output_schema(operation: Operation[Any, Any], *, in_short: bool) -> dict[str, Any]:
    schema = short_output(operation.output_schema, ACTED_ON if in_short else None)
    if schema["type"] != "object":
        raise TypeError(f"{operation.name}: a tool's result must be an object")
    return schema
