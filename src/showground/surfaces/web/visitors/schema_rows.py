"""Schemas as table rows for people: one row per field, nested fields with dotted names."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from showground.core.calls.field_errors import MAX_NUMBER
from showground.surfaces.openapi.schemas import AnyOperation, Schema, Schemas, model_name, resolve, split_null

MAX_PATTERN_LENGTH = 60  # of one that helps a reader


@dataclass(frozen=True, slots=True)
class FieldRow:
    """One row of the table."""

    name: str
    place: str  # path, query or body; empty in a response
    kind: str
    bounds: list[str]
    default: str | None
    required: bool
    description: str


@dataclass(frozen=True, slots=True)
class FieldPosition:
    """Where a field is: the prefix of its name, the part of the request, and the models around it."""

    prefix: str
    place: str
    models: frozenset[str] = frozenset()


def input_rows(op: AnyOperation, schemas: Schemas) -> list[FieldRow]:
    schema = schemas.resolve(schemas.inputs[op.input])
    found: list[FieldRow] = []
    for name, field in cast("dict[str, Schema]", schema.get("properties", {})).items():
        if op.read_only or name in op.path_fields:
            place = "path" if name in op.path_fields else "query"
            plain, _ = split_null(field)  # a URL cannot contain null
        else:
            place, plain = "body", field
        found += _rows(name, plain, schemas.shared, FieldPosition("", place), _required(schema))
    return found


def output_rows(op: AnyOperation, schemas: Schemas) -> list[FieldRow]:
    return list(_inside(schemas.outputs[op.output], schemas.shared, FieldPosition("", "")))


def _inside(schema: Schema, shared: Mapping[str, Schema], around: FieldPosition) -> Iterator[FieldRow]:
    """The rows of an object's fields. Stops at a model that contains itself."""
    if "$ref" in schema:
        name = model_name(schema["$ref"])
        if name in around.models:
            return
        around = FieldPosition(around.prefix, around.place, around.models | {name})
    schema = resolve(schema, shared)
    for name, field in cast("dict[str, Schema]", schema.get("properties", {})).items():
        yield from _rows(name, field, shared, around, _required(schema))


def _rows(
    name: str, field: Schema, shared: Mapping[str, Schema], around: FieldPosition, required: set[str]
) -> Iterator[FieldRow]:
    plain, _ = split_null(field)
    whole = resolve(plain, shared)
    default = whole.get("default")
    yield FieldRow(
        name=around.prefix + name,
        place=around.place,
        kind=kind_of(field, shared),
        bounds=bounds_of(whole, shared),
        default=None if default is None else json.dumps(default, ensure_ascii=False),
        required=name in required,
        description=whole.get("description", ""),
    )
    within, mark = (whole["items"], "[].") if "items" in whole else (plain, ".")
    yield from _inside(within, shared, FieldPosition(f"{around.prefix}{name}{mark}", around.place, around.models))


def _required(schema: Schema) -> set[str]:
    return set(schema.get("required", []))


def kind_of(schema: Schema, shared: Mapping[str, Schema]) -> str:
    """A type in words, such as `list of strings or null`."""
    plain, nullable = split_null(schema)
    plain = resolve(plain, shared)
    if choices := cast("list[Schema]", plain.get("anyOf") or plain.get("oneOf") or []):
        kind = " or ".join(dict.fromkeys(kind_of(choice, shared) for choice in choices))
    else:
        kind = _single_kind(plain, shared)
    return f"{kind} or null" if nullable else kind


def _single_kind(schema: Schema, shared: Mapping[str, Schema]) -> str:
    kind: str = schema.get("type", "anything")
    if kind == "array":
        return "list" + _of_many(schema.get("items"), shared)
    if kind == "object":
        return "object" + _of_many(schema.get("additionalProperties"), shared)
    return f"{kind} ({schema['format']})" if "format" in schema else kind


def _of_many(schema: Schema | bool | None, shared: Mapping[str, Schema]) -> str:
    """The type of the items, such as ` of strings`; empty if any type is allowed."""
    if not isinstance(schema, dict) or not schema:
        return ""
    first, space, rest = kind_of(schema, shared).partition(" ")
    return f" of {first}s{space}{rest}"


def bounds_of(schema: Schema, shared: Mapping[str, Schema]) -> list[str]:
    """The constraints on a value, in words. The OpenAPI document also has those that say little to people: patterns of
    all the characters that texts may contain, and the largest number of the database."""
    largest, pattern = schema.get("maximum"), schema.get("pattern", "")
    found = [
        _range(schema.get("minimum"), None if largest == MAX_NUMBER else largest, ""),
        _range(schema.get("minLength"), schema.get("maxLength"), "characters"),
        _range(schema.get("minItems"), schema.get("maxItems"), "items"),
        _range(schema.get("minProperties"), schema.get("maxProperties"), "properties"),
        f"matches `{pattern}`" if 0 < len(pattern) <= MAX_PATTERN_LENGTH else "",
        _choices("one of", schema),
        _choices("names:", schema.get("propertyNames", {})),
    ]
    inner = schema.get("items", schema.get("additionalProperties"))
    if isinstance(inner, dict):
        each = resolve(split_null(cast("Schema", inner))[0], shared)
        found += [f"each {bound}" for bound in bounds_of(each, shared)]
    return [bound for bound in found if bound]


def _choices(lead: str, schema: Schema) -> str:
    values = ", ".join(f"`{value}`" for value in cast("list[Any]", schema.get("enum", [])))
    return f"{lead} {values}" if values else ""


def _range(least: int | None, most: int | None, unit: str) -> str:
    if least is not None and most is not None:
        words = f"{least} to {most}"
    elif most is not None:
        words = f"at most {most}"
    elif least is not None:
        words = f"at least {least}"
    else:
        return ""
    return f"{words} {unit}".strip()
