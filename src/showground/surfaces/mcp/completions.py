"""Completions: the values that an argument of a resource template or a prompt can have, as far as they are typed.

They come from the list that contains the resource: `slug` of `/listings/{slug}` is completed from `GET /listings`, as
its caller may read it.
"""

from collections.abc import Iterator, Mapping
from typing import Any, cast

import mcp_types as types
from pydantic_core import from_json

from showground.surfaces.mcp.message import McpMessage
from showground.surfaces.mcp.prompts import PROMPTS
from showground.surfaces.mcp.resources import Resources
from showground.surfaces.mcp.tools import Tool

MAX_VALUES = 100  # the protocol's limit
SLUG = "slug"


class Completions:
    def __init__(self, tools: Mapping[str, Tool], resources: Resources) -> None:
        self._resources = resources
        self._lists = {tool.operation.path: tool for tool in tools.values() if tool.operation.read_only}

    async def complete(self, params: types.CompleteRequestParams, visit: McpMessage) -> list[str]:
        """The values that begin with what was typed, then those that contain it."""
        name, typed = params.argument.name, params.argument.value
        if isinstance(params.ref, types.PromptReference):
            prompt = PROMPTS.get(params.ref.name)
            inputs = prompt.inputs if prompt is not None else ()
            values_at = next((one.values_at for one in inputs if one.name == name), "")
            found = await self._list(values_at, SLUG, typed, visit)
        else:
            operation = self._resources.operation_of(params.ref.uri)
            listed_at = operation.path.partition("/{")[0] if operation and name in operation.path_fields else ""
            found = await self._list(listed_at, name, typed, visit)
        wanted = typed.casefold()
        matching = [value for value in dict.fromkeys(found) if wanted in value.casefold()]
        return sorted(matching, key=lambda value: not value.casefold().startswith(wanted))[:MAX_VALUES]

    async def _list(self, path: str, field: str, typed: str, visit: McpMessage) -> list[str]:
        tool = self._lists.get(path)
        if tool is None:
            return []
        arguments: dict[str, Any] = {"q": typed} if "q" in tool.operation.fields and typed else {}
        arguments |= {"per_page": MAX_VALUES} if "per_page" in tool.operation.fields else {}
        outcome = await visit.call(tool, arguments)
        visit.refusal = None  # callers who may not read the list get no completions
        return [] if outcome.is_error else list(_pick(from_json(outcome.text).get("items", []), field))


def _pick(items: list[Any], field: str) -> Iterator[str]:
    """The field's values, also of items that contain others of their kind, such as categories."""
    for item in items:
        if field in item:
            yield str(item[field])
        for value in item.values():
            if isinstance(value, list) and all(_alike(one, item) for one in cast("list[Any]", value)):
                yield from _pick(cast("list[Any]", value), field)


def _alike(one: Any, other: dict[str, Any]) -> bool:
    return isinstance(one, dict) and cast("dict[str, Any]", one).keys() == other.keys()
