"""What an operation's input schema allows, and values just outside and just inside of it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

from showground.core.calls.action import Operation
from showground.surfaces.openapi.examples import example_of
from showground.surfaces.openapi.schemas import Schema, resolve, split_null

KEYS = (
    "type", "format", "pattern", "enum", "default", "minLength", "maxLength", "minimum", "maximum", "minItems",
    "maxItems", "minProperties", "maxProperties",
)  # fmt: skip
WRONG_TYPE: dict[str, Any] = {
    "string": 5,
    "integer": "five",
    "boolean": "maybe",
    "array": "text",
    "object": "text",
    "number": "five",
}
NOT_MATCHING = ("Not This!", "a b", "-", "\u00e9", "1", "abc")
MUST_MEAN_SOMETHING = {"week"}  # not every text that is short enough is taken: it names a week


@dataclass(frozen=True)
class Case:
    """One value in one place; `top` is the input's property that holds it."""

    place: str
    why: str
    top: str
    value: Any

    def __str__(self) -> str:
        return f"{self.place}: {self.why}"


def flat(op: Operation[Any, Any]) -> dict[str, dict[str, Any]]:
    """Every place of the input with its bounds; `faqs[].question` for what stands in a list of objects."""
    shared = op.schema.get("$defs", {})
    found: dict[str, dict[str, Any]] = {}

    def walk(schema: Schema, place: str, *, required: bool) -> None:
        schema, _ = split_null(resolve(schema, shared))
        schema = resolve(schema, shared)
        bounds = {key: schema[key] for key in KEYS if key in schema}
        if "const" in schema:
            bounds["enum"] = [schema["const"]]
        found[place] = bounds | ({"required": True} if required else {})
        if "items" in schema:
            walk(schema["items"], f"{place}[]", required=False)
        for name, inside in schema.get("properties", {}).items():
            walk(inside, f"{place}.{name}", required=name in schema.get("required", ()))

    for name, schema in op.schema.get("properties", {}).items():
        walk(schema, name, required=name in op.schema.get("required", ()))
    return found


def example(op: Operation[Any, Any]) -> dict[str, Any]:
    """An input with what is required and nothing else."""
    shared = op.schema.get("$defs", {})
    properties: dict[str, Schema] = op.schema.get("properties", {})
    return {name: example_of(properties[name], shared) for name in op.schema.get("required", ())}


def outside(op: Operation[Any, Any]) -> Iterator[Case]:
    """Values that each break one bound."""
    shared = op.schema.get("$defs", {})
    for name, schema in op.schema.get("properties", {}).items():
        for place, why, value in _outside(schema, name, shared):
            yield Case(place, why, name, value)


def inside(op: Operation[Any, Any]) -> Iterator[Case]:
    """Values at the very edge of what is allowed. Lengths are of characters that take several bytes."""
    shared = op.schema.get("$defs", {})
    for name, given in op.schema.get("properties", {}).items():
        schema = resolve(split_null(resolve(given, shared))[0], shared)
        if "maxLength" in schema and not {"pattern", "format"} & schema.keys() and name not in MUST_MEAN_SOMETHING:
            yield Case(name, "longest", name, "\U0001d4b3" * schema["maxLength"])
        for key in ("minimum", "maximum"):
            if key in schema:
                yield Case(name, key, name, schema[key])
        for value in schema.get("enum", ()):
            yield Case(name, f"choice {value}", name, value)
        if "maxItems" in schema:
            yield Case(name, "most items", name, [example_of(schema["items"], shared)] * schema["maxItems"])


def _outside(given: Schema, place: str, shared: dict[str, Schema]) -> Iterator[tuple[str, str, Any]]:
    plain, nullable = split_null(resolve(given, shared))
    schema = resolve(plain, shared)
    kind = schema.get("type")
    if kind in WRONG_TYPE:
        yield place, "wrong type", WRONG_TYPE[kind]
    if kind == "integer":
        yield place, "fraction", 1.5
    if not nullable:
        yield place, "null", None
    if kind == "string":
        yield from _outside_text(schema, place, cast("str", example_of(given, shared)))
    for key, why, step in (("minimum", "too small", -1), ("maximum", "too large", 1)):
        if key in schema:
            yield place, why, schema[key] + step
    if kind == "array":
        yield from _outside_list(schema, place, shared)
    if kind == "object" and "properties" in schema:
        yield from _outside_object(schema, place, shared)


def _outside_text(schema: Schema, place: str, sample: str) -> Iterator[tuple[str, str, Any]]:
    if "maxLength" in schema:
        yield place, "too long", "x" * (schema["maxLength"] + 1)
    if schema.get("minLength"):
        yield place, "too short", "x" * (schema["minLength"] - 1)
    if "pattern" in schema:
        assert re.search(schema["pattern"], sample), f"{place}: its example does not fit its pattern"
        yield place, "pattern", next(text for text in NOT_MATCHING if not re.search(schema["pattern"], text))
        yield place, "pattern, then a new line", sample + "\n"
    if "format" in schema:
        yield place, "format", "neither this nor that"
    if "enum" in schema:
        yield place, "no such choice", "none-of-these"


def _outside_list(schema: Schema, place: str, shared: dict[str, Schema]) -> Iterator[tuple[str, str, Any]]:
    item = example_of(schema["items"], shared)
    if "maxItems" in schema:
        yield place, "too many", [item] * (schema["maxItems"] + 1)
    if schema.get("minItems"):
        yield place, "too few", [item] * (schema["minItems"] - 1)
    for inner, why, value in _outside(schema["items"], f"{place}[0]", shared):
        yield inner, why, [value]


def _outside_object(schema: Schema, place: str, shared: dict[str, Schema]) -> Iterator[tuple[str, str, Any]]:
    whole = cast("dict[str, Any]", example_of({k: v for k, v in schema.items() if k != "examples"}, shared))
    if schema.get("additionalProperties") is False:
        yield f"{place}.surprise", "unknown property", whole | {"surprise": 1}
    for name in schema.get("required", ()):
        yield f"{place}.{name}", "missing", {key: value for key, value in whole.items() if key != name}
    for name, inner_schema in schema["properties"].items():
        for inner, why, value in _outside(inner_schema, f"{place}.{name}", shared):
            yield inner, why, whole | {name: value}


def with_text(op: Operation[Any, Any], text: str) -> Iterator[Case]:
    """This text in every place that takes any text, in lists and objects too."""
    return _with_value(op, "string", text)


def with_number(op: Operation[Any, Any], number: int) -> Iterator[Case]:
    """This number in every place that takes numbers, in lists and objects too."""
    return _with_value(op, "integer", number)


def _with_value(op: Operation[Any, Any], kind: str, value: object) -> Iterator[Case]:
    shared = op.schema.get("$defs", {})
    for name, schema in op.schema.get("properties", {}).items():
        for place, whole in _places_for(schema, name, kind, value, shared):
            yield Case(place, kind, name, whole)


def _places_for(
    given: Schema, place: str, kind: str, value: object, shared: dict[str, Schema]
) -> Iterator[tuple[str, Any]]:
    schema = resolve(split_null(resolve(given, shared))[0], shared)
    if schema.get("type") == kind and not {"enum", "const"} & schema.keys():
        yield place, value
    elif schema.get("type") == "array":
        for inner, item in _places_for(schema["items"], f"{place}[0]", kind, value, shared):
            yield inner, [item]
    elif "properties" in schema:
        plain = {key: part for key, part in schema.items() if key != "examples"}
        whole = cast("dict[str, Any]", example_of(plain, shared))
        for name, inner_schema in schema["properties"].items():
            for inner, item in _places_for(inner_schema, f"{place}.{name}", kind, value, shared):
                yield inner, whole | {name: item}
