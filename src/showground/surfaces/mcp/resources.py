"""Reads as resources: every GET operation whose path alone says what is wanted, as JSON and as Markdown.

`directory://listings/tidewater` is what `GET /listings/tidewater` returns, and `directory://listings/tidewater.md` is
the same as Markdown.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

import mcp_types as types
from pydantic_core import from_json

from showground.core.calls.action import Operation
from showground.core.calls.errors import NotFound
from showground.core.english_names import title_of
from showground.surfaces.mcp.answer_markdown import write_answer
from showground.surfaces.mcp.tools import Tool
from showground.surfaces.rest.routing import Routes

SCHEME = "directory:/"  # the path begins with the other slash
MARKDOWN = ".md"
MARKDOWN_NAME = "_markdown"
JSON_TYPE = "application/json"
MARKDOWN_TYPE = "text/markdown"


@dataclass(frozen=True, slots=True)
class ResourceRequest:
    """The tool that reads a resource, with its arguments, and the form that was asked for."""

    uri: str
    tool: Tool
    arguments: dict[str, Any]

    def present(self, answer: bytes) -> types.TextResourceContents:
        if self.uri.endswith(MARKDOWN):
            return types.TextResourceContents(
                uri=self.uri, mime_type=MARKDOWN_TYPE, text=write_answer(from_json(answer))
            )
        return types.TextResourceContents(uri=self.uri, mime_type=JSON_TYPE, text=answer.decode())


class Resources:
    """All of them: those with a URI of their own, and templates for the others."""

    def __init__(self, tools: Mapping[str, Tool]) -> None:
        read = {name: tool for name, tool in tools.items() if _needs_path_only(tool.operation)}
        self._tools = read
        self._routes = Routes(tool.operation for tool in read.values())
        self._listed = [
            types.Resource(
                uri=uri,
                name=_name(tool.operation, kind),
                title=_title(tool.operation, kind),
                description=tool.operation.summary,
                mime_type=kind,
            )
            for tool in read.values()
            if not tool.operation.path_fields
            for uri, kind in _uris(tool.operation)
        ]
        self._templates = [
            types.ResourceTemplate(
                uri_template=uri,
                name=_name(tool.operation, kind),
                title=_title(tool.operation, kind),
                description=tool.operation.summary,
                mime_type=kind,
            )
            for tool in read.values()
            if tool.operation.path_fields
            for uri, kind in _uris(tool.operation)
        ]

    def list_for(self, tools: Collection[str]) -> list[types.Resource]:
        """What these tools read."""
        return [each for each in self._listed if _tool_of(each) in tools]

    def list_templates_for(self, tools: Collection[str]) -> list[types.ResourceTemplate]:
        return [each for each in self._templates if _tool_of(each) in tools]

    def find(self, uri: object) -> ResourceRequest | None:
        if not isinstance(uri, str) or not uri.startswith(f"{SCHEME}/"):
            return None
        path = uri.removeprefix(f"{SCHEME}/").removesuffix(MARKDOWN)
        try:
            operation, values = self._routes.find("GET", [unquote(part) for part in path.split("/")])
        except NotFound:
            return None
        arguments = {name: _typed(operation, name, value) for name, value in values.items()}
        return ResourceRequest(uri, self._tools[operation.name], arguments)

    def operation_of(self, template: str) -> Operation[Any, Any] | None:
        """The operation behind a template, as a client names it when it asks for completions."""
        path = template.removeprefix(SCHEME).removesuffix(MARKDOWN)
        return next((tool.operation for tool in self._tools.values() if tool.operation.path == path), None)


def _needs_path_only(operation: Operation[Any, Any]) -> bool:
    fields = operation.input.model_fields
    required = {name for name, field in fields.items() if field.is_required()}
    return operation.read_only and required <= {*operation.path_fields}


def _uris(operation: Operation[Any, Any]) -> list[tuple[str, str]]:
    uri = f"{SCHEME}{operation.path}"
    return [(uri, JSON_TYPE), (f"{uri}{MARKDOWN}", MARKDOWN_TYPE)]


def _name(operation: Operation[Any, Any], kind: str) -> str:
    return f"{operation.name}{MARKDOWN_NAME}" if kind == MARKDOWN_TYPE else operation.name


def _tool_of(resource: types.Resource | types.ResourceTemplate) -> str:
    return resource.name.removesuffix(MARKDOWN_NAME)


def _title(operation: Operation[Any, Any], kind: str) -> str:
    form = "Markdown" if kind == MARKDOWN_TYPE else "JSON"
    return f"{title_of(operation.name)} ({form})"


def _typed(operation: Operation[Any, Any], name: str, value: str) -> Any:
    """Text that is no number is left for the operation to reject."""
    whole = operation.schema["properties"][name].get("type") == "integer"
    return int(value) if whole and value.isascii() and value.isdigit() and len(value) < 20 else value
