"""JSON Schemas of the inputs and outputs of operations, and of the models they use."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, JsonSchemaValue, models_json_schema
from pydantic_core import core_schema

from showground.core.calls import input_text
from showground.core.calls.action import Operation
from showground.core.calls.field_errors import MAX_NUMBER

Schema = dict[str, Any]
AnyOperation = Operation[Any, Any]

REF = "#/components/schemas/{model}"


class PlainSchema(GenerateJsonSchema):
    """Leaves out titles that only repeat a field's name, and says which characters texts may contain and how large
    numbers may be, because parsing refuses the others."""

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002 (the caller's signature)
        return False

    def function_after_schema(self, schema: core_schema.AfterValidatorFunctionSchema) -> JsonSchemaValue:
        found, check = super().function_after_schema(schema), cast("Any", schema["function"]["function"])
        pattern = input_text.PATTERNS.get(check)
        if pattern is None or (check in input_text.CHECKS and "pattern" in found):
            return found
        if "anyOf" in found:
            return found | {"anyOf": [_with_pattern(choice, pattern) for choice in found["anyOf"]]}
        return _with_pattern(found, pattern)

    def dict_schema(self, schema: core_schema.DictSchema) -> JsonSchemaValue:
        found = super().dict_schema(schema)
        if "patternProperties" not in found:
            return found
        ((pattern, values),) = found.pop("patternProperties").items()  # it would allow any other name
        return found | {"additionalProperties": values, "propertyNames": {"pattern": pattern}}

    def int_schema(self, schema: core_schema.IntSchema) -> JsonSchemaValue:
        found = super().int_schema(schema)
        return {"maximum": MAX_NUMBER} | found if self.mode == "validation" else found


def _with_pattern(schema: Schema, pattern: str) -> Schema:
    return schema | {"pattern": pattern} if schema.get("type") == "string" else schema


@dataclass(frozen=True, slots=True)
class Schemas:
    """All schemas by model. References point to `shared`."""

    shared: Mapping[str, Schema]
    inputs: Mapping[type[BaseModel], Schema]
    outputs: Mapping[type[BaseModel], Schema]

    def resolve(self, schema: Schema) -> Schema:
        return resolve(schema, self.shared)


def read_schemas(operations: Sequence[AnyOperation], more: Iterable[type[BaseModel]] = ()) -> Schemas:
    """The schemas of all inputs, of all outputs, and of `more` outputs."""
    inputs: dict[type[BaseModel], None] = dict.fromkeys(op.input for op in operations)
    outputs: dict[type[BaseModel], None] = dict.fromkeys((*(op.output for op in operations), *more))
    taken: list[tuple[type[BaseModel], JsonSchemaMode]] = [(model, "validation") for model in inputs]
    given: list[tuple[type[BaseModel], JsonSchemaMode]] = [(model, "serialization") for model in outputs]
    refs, root = models_json_schema(taken + given, ref_template=REF, schema_generator=PlainSchema)
    return Schemas(
        shared=cast("dict[str, Schema]", root.get("$defs", {})),
        inputs={model: refs[model, "validation"] for model in inputs},
        outputs={model: refs[model, "serialization"] for model in outputs},
    )


def resolve(schema: Schema, shared: Mapping[str, Schema]) -> Schema:
    """What a reference points to, merged with the members beside the reference."""
    while "$ref" in schema:
        beside = {key: value for key, value in schema.items() if key != "$ref"}
        schema = shared[model_name(schema["$ref"])] | beside
    return schema


def model_name(ref: str) -> str:
    return ref.rpartition("/")[2]


def split_null(schema: Schema) -> tuple[Schema, bool]:
    """The schema without the null option, and whether it had one."""
    choices: list[Schema] = schema.get("anyOf", [])
    others = [choice for choice in choices if choice.get("type") != "null"]
    if len(others) == len(choices):
        return schema, False
    beside = {key: value for key, value in schema.items() if key != "anyOf"}
    if "default" in beside and beside["default"] is None:
        del beside["default"]
    return (others[0] | beside if len(others) == 1 else {"anyOf": others} | beside), True


def models_named(value: Any) -> set[str]:
    """The models that a schema, or a value that contains schemas, refers to."""
    prefix = REF.format(model="")
    if isinstance(value, dict):
        items = cast("dict[str, Any]", value)
        ref = items.get("$ref")
        found = {model_name(ref)} if isinstance(ref, str) and ref.startswith(prefix) else set[str]()
        return found.union(*(models_named(item) for item in items.values()))
    if isinstance(value, list):
        return set[str]().union(*(models_named(item) for item in cast("list[Any]", value)))
    return set()


def reachable(value: Any, shared: Mapping[str, Schema]) -> dict[str, Schema]:
    """The shared schemas that `value` refers to, directly or indirectly, sorted by name."""
    found: set[str] = set()
    ahead = models_named(value)
    while ahead:
        found |= ahead
        ahead = set[str]().union(*(models_named(shared[name]) for name in ahead)) - found
    return {name: shared[name] for name in sorted(found)}
