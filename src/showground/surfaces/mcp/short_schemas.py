"""Schemas as tools/list gives them. A model reads all of them before its first call, so every word counts.

The whole ones, with examples and nested results, are in the OpenAPI document.
"""

import re
from collections.abc import Collection, Mapping
from typing import Any, cast

Schema = Mapping[str, Any]

# A pattern costs more than it helps: a description says what to send, and a refusal what was wrong.
LEFT_OUT = ("title", "examples", "pattern", "minLength")
SELF_EXPLAINING = ("page", "per_page", "limit", "slug", "detail")  # their names, bounds and values say it all
FILLERS = {"a", "an", "company", "of", "on", "profile", "s", "the", "url", "your"}  # words that add nothing to a name
NULL = {"type": "null"}
MAX_SAFE_INTEGER = 2**53 - 1  # a bound of JSON numbers, not of ours
# What a caller acts on. A write that returns what a read returns lists only these of it.
ACTED_ON = ("id", "listing_id", "number", "status", "missing", "problems", "checkout_url", "next_steps")


def short_input(schema: Schema, *, clears: bool) -> dict[str, Any]:
    """All that decides what may be sent. `clears`: it is for a write, where null clears a value, so it is mentioned."""
    kept = {name: value for name, value in schema.items() if name not in LEFT_OUT}
    if kept.get("additionalProperties") in (True, False):  # unknown arguments are refused by name
        del kept["additionalProperties"]
    if not clears:  # a search that is too long is refused; only what is written is worth measuring before
        kept.pop("maxLength", None)
    if kept.get("default", "") is None:
        del kept["default"]
    if kept.get("minimum") in (0, 1):  # ids, pages and amounts: nobody sends less
        del kept["minimum"]
    if kept.get("maximum") == MAX_SAFE_INTEGER:
        del kept["maximum"]
    for members in ("properties", "$defs"):
        if members in kept:
            kept[members] = {name: _member(name, each, clears=clears) for name, each in kept[members].items()}
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


def _member(name: str, schema: Schema, *, clears: bool) -> dict[str, Any]:
    short = short_input(schema, clears=clears)
    if name == "page":  # the first is 1, and the error names the last
        return {"type": short["type"]}
    if name in SELF_EXPLAINING or _repeats(name, short.get("description", "")):
        short.pop("description", None)
    items = short.get("items")
    if isinstance(items, dict) and _repeats(name, cast("dict[str, Any]", items).get("description", "")):
        short["items"] = {key: value for key, value in cast("dict[str, Any]", items).items() if key != "description"}
    return short


def _repeats(name: str, description: str) -> bool:
    """Whether a description says no more than the name, as `Id of the claim.` does for `claim_id`."""
    words = set(re.findall(r"\w+", description.lower())) - FILLERS
    return all(word in name.lower() for word in words)


def short_output(schema: Schema, only: Collection[str] | None = None) -> dict[str, Any]:
    """The names of what the result contains, or only some of them. The rest is in the OpenAPI document."""
    top = schema
    if reference := cast("str | None", schema.get("$ref")):  # a model that contains itself
        top = cast("Schema", schema["$defs"][reference.rpartition("/")[2]])
    short: dict[str, Any] = {"type": top.get("type"), "required": top.get("required", [])}
    if only is not None:
        return short | {"required": [name for name in short["required"] if name in only]}
    if optional := {name: dict[str, Any]() for name in top.get("properties", {}) if name not in short["required"]}:
        short["properties"] = optional
    return short
