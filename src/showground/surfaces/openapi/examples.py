"""Example requests and responses, built from the examples of fields."""

from collections.abc import Mapping
from typing import Any, Final, cast

from showground.surfaces.openapi.schemas import AnyOperation, Schema, Schemas, model_name, resolve, split_null

NOTHING: Final = object()  # stops at models that contain themselves

FORMATS = {
    "date": "2027-01-04",
    "date-time": "2027-01-04T09:30:00Z",
    "email": "ada@tidewater.example",
    "uri": "https://tidewater.example/",
    "uuid": "3f2b8c1e-5d0a-4f6e-9b7c-2a1d4e8f6c30",
}


def example_of(schema: Schema, shared: Mapping[str, Schema]) -> Any:
    """A value that the schema allows. Fields with a pattern need an example of their own."""
    return _example(schema, shared, frozenset())


def example_input(op: AnyOperation, schemas: Schemas) -> dict[str, Any]:
    """What a caller might send: the required fields and little else, because people paste it unchanged.

    A model's own example takes precedence. For a read, the first option that changes the answer is added; for a write
    without required fields, the first field that can be changed.
    """
    schema = schemas.resolve(schemas.inputs[op.input])
    properties: dict[str, Schema] = schema.get("properties", {})
    required = {*schema.get("required", []), *op.path_fields}
    if whole := cast("list[dict[str, Any]]", schema.get("examples", [])):
        return {name: example_of(properties[name], schemas.shared) for name in op.path_fields} | whole[0]
    found = {name: example_of(field, schemas.shared) for name, field in properties.items()}
    optional = [name for name in properties if name not in required]
    if op.read_only:
        chosen = next((name for name in optional if found[name] != properties[name].get("default")), None)
    else:
        chosen = optional[0] if optional and required <= {*op.path_fields} else None
    return {name: value for name, value in found.items() if name in required or name == chosen}


def example_output(op: AnyOperation, schemas: Schemas) -> Any:
    return example_of(schemas.outputs[op.output], schemas.shared)


def _example(schema: Schema, shared: Mapping[str, Schema], inside: frozenset[str]) -> Any:
    if "$ref" in schema:
        name = model_name(schema["$ref"])
        if name in inside:
            return NOTHING
        inside |= {name}
        schema = resolve(schema, shared)
    if examples := cast("list[Any]", schema.get("examples", [])):
        return examples[0]
    if "const" in schema:
        return schema["const"]
    if schema.get("default") not in (None, "", [], {}):  # an empty example shows nothing
        return schema["default"]
    if "enum" in schema:
        return schema["enum"][0]
    schema, nullable = split_null(schema)
    if "$ref" in schema or nullable:
        value = _example(schema, shared, inside)
        return None if value is NOTHING and nullable else value
    for choice in cast("list[Schema]", schema.get("anyOf") or schema.get("oneOf") or []):
        if (value := _example(choice, shared, inside)) is not NOTHING:
            return value
    return _example_of_type(schema, shared, inside)


def _example_of_type(schema: Schema, shared: Mapping[str, Schema], inside: frozenset[str]) -> Any:
    match schema.get("type"):
        case "object":
            return _example_of_object(schema, shared, inside)
        case "array":
            item = _example(schema.get("items", {}), shared, inside)
            return [] if item is NOTHING else [item] * max(1, schema.get("minItems", 1))
        case "string":
            return FORMATS.get(schema.get("format", ""), "text".ljust(schema.get("minLength", 0), "."))
        case "integer" | "number":
            return schema.get("minimum", 1)
        case "boolean":
            return True
        case _:
            return None


def _example_of_object(schema: Schema, shared: Mapping[str, Schema], inside: frozenset[str]) -> Any:
    found: dict[str, Any] = {}
    for name, field in cast("dict[str, Schema]", schema.get("properties", {})).items():
        value = _example(field, shared, inside)
        if value is not NOTHING:
            found[name] = value
        elif name in schema.get("required", []):
            return NOTHING
    values = schema.get("additionalProperties")
    if isinstance(values, dict) and not found:
        names: list[str] = schema.get("propertyNames", {}).get("enum", ["name"])
        value = _example(cast("Schema", values), shared, inside)
        return {} if value is NOTHING else {names[0]: value}
    return found
