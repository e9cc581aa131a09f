"""Schemas as tools/list gives them. A model reads all of them before its first call, so every word counts.

The whole ones, with examples and nested results, are in the OpenAPI document.
"""

from collections.abc import Mapping
from typing import Any, cast

Schema = Mapping[str, Any]

# A pattern costs more than it helps: a description says what to send, and a refusal what was wrong.
LEFT_OUT = ("title", "examples", "pattern")
SELF_EXPLAINING = ("page", "per_page", "limit", "slug", "detail")  # their names, bounds and values say it all
NULL = {"type": "null"}


def short_input(schema: Schema, *, clears: bool) -> dict[str, Any]:
    """All that decides what may be sent. `clears`: it is for a write, where null clears a value, so it is mentioned."""
    kept = {name: value for name, value in schema.items() if name not in LEFT_OUT}
    if kept.get("additionalProperties") in (True, False):  # unknown arguments are refused by name
        del kept["additionalProperties"]
    if not clears:  # a search that is too long is refused; only what is written is worth measuring before
        kept.pop("maxLength", None)
    if kept.get("default", "") is None:
        del kept["default"]
    if "properties" in kept:
        kept["properties"] = {name: short_input(each, clears=clears) for name, each in kept["properties"].items()}
        for name in kept["properties"].keys() & SELF_EXPLAINING:
            kept["properties"][name].pop("description", None)
    if "$defs" in kept:
        kept["$defs"] = {name: short_input(each, clears=clears) for name, each in kept["$defs"].items()}
    if isinstance(kept.get("items"), Mapping):
        kept["items"] = short_input(kept["items"], clears=clears)
    choices = [short_input(each, clears=clears) for each in cast("list[Schema]", kept.pop("anyOf", []))]
    values = [each for each in choices if each != NULL]
    if len(values) == 1 and not (clears and "$ref" in values[0]):
        kept = values[0] | kept
        if clears and len(choices) > 1:
            kept["type"] = [kept["type"], "null"]
    elif choices:
        kept["anyOf"] = choices
    return kept


def short_output(schema: Schema) -> dict[str, Any]:
    """The names of what the result contains. Their types and meanings are in the OpenAPI document."""
    top = schema
    if reference := cast("str | None", schema.get("$ref")):  # a model that contains itself
        top = cast("Schema", schema["$defs"][reference.rpartition("/")[2]])
    short: dict[str, Any] = {"type": top.get("type"), "required": top.get("required", [])}
    if optional := {name: dict[str, Any]() for name in top.get("properties", {}) if name not in short["required"]}:
        short["properties"] = optional
    return short
