"""Every example is one that the service would take or give."""

import json
from typing import Any

import pytest

from showground.registry import all_operations
from showground.surfaces.openapi.examples import example_input, example_of, example_output
from showground.surfaces.openapi.schemas import AnyOperation, read_schemas
from tests.library.operations import OPERATIONS

ALL = [*all_operations(), *(op for op in OPERATIONS if op not in all_operations())]
SCHEMAS = read_schemas(ALL)


@pytest.mark.parametrize("op", ALL, ids=lambda op: op.name)
def test_an_example_input_is_taken(op: AnyOperation) -> None:
    op.parse(example_input(op, SCHEMAS))


@pytest.mark.parametrize("op", ALL, ids=lambda op: op.name)
def test_an_example_output_is_one(op: AnyOperation) -> None:
    op.output.model_validate_json(json.dumps(example_output(op, SCHEMAS)))


def test_a_read_shows_what_is_required_and_one_choice() -> None:
    by_name = {op.name: op for op in OPERATIONS}
    assert example_input(by_name["search_books"], SCHEMAS) == {"q": "tide"}
    assert example_input(by_name["get_book"], SCHEMAS) == {"slug": "tide-table"}


def test_a_model_that_holds_itself_ends() -> None:
    by_name = {op.name: op for op in OPERATIONS}
    assert example_output(by_name["list_subjects"], SCHEMAS) == {"name": "Boats", "inside": [], "parent": None}


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"type": "string", "examples": ["a"], "default": "b"}, "a"),
        ({"type": "string", "default": "b", "enum": ["c", "b"]}, "b"),
        ({"enum": ["c", "b"]}, "c"),
        ({"type": "array", "items": {"type": "integer", "minimum": 4}, "default": []}, [4]),
        ({"const": "only"}, "only"),
        ({"anyOf": [{"type": "string", "minLength": 6}, {"type": "null"}], "default": None}, "text.."),
        ({"anyOf": [{"type": "integer", "minimum": 3}, {"type": "string"}]}, 3),
        ({"$ref": "#/$defs/Named"}, {"name": "x"}),
        ({"anyOf": [{"$ref": "#/$defs/Named"}, {"type": "null"}]}, {"name": "x"}),
        ({"type": "array", "items": {"type": "boolean"}, "minItems": 2}, [True, True]),
        ({"type": "object", "additionalProperties": {"type": "number"}}, {"name": 1}),
        ({"type": "string", "format": "date"}, "2027-01-04"),
        ({}, None),
    ],
)
def test_where_a_value_comes_from(schema: dict[str, Any], value: Any) -> None:
    named = {"type": "object", "properties": {"name": {"type": "string", "examples": ["x"]}}}
    assert example_of(schema, {"Named": named}) == value
