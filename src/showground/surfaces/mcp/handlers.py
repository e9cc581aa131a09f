"""What the SDK's server answers with: tools, resources, prompts and completions."""

from collections.abc import Mapping
from typing import Any

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from pydantic_core import from_json

from showground.core.calls import field_errors
from showground.core.calls.context import Site
from showground.core.languages import EnglishText
from showground.surfaces.mcp.apps.registry import find_app
from showground.surfaces.mcp.completions import Completions
from showground.surfaces.mcp.message import McpMessage
from showground.surfaces.mcp.prompts import PROMPTS
from showground.surfaces.mcp.resources import Resources
from showground.surfaces.mcp.tools import Tool

Request = ServerRequestContext[Any]

VISIT = "showground.mcp.visit"  # the key in a request's scope for its message


class Handlers:
    def __init__(self, tools: Mapping[str, Tool], resources: Resources, site: Site) -> None:
        self._resources = resources
        self._completions = Completions(tools, resources)
        self._apps = {app.uri: app for tool in tools.values() if (app := find_app(tool.operation))}
        self._site = site

    async def list_tools(self, ctx: Request, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        _refuse_cursor(params)
        return types.ListToolsResult(tools=[tool.entry for tool in _visit_of(ctx).tools.values()])

    async def call_tool(self, ctx: Request, params: types.CallToolRequestParams) -> types.CallToolResult:
        visit = _visit_of(ctx)
        tool = visit.tools.get(params.name)
        if tool is None:
            hint = field_errors.suggest(params.name, visit.tools)
            raise MCPError(code=types.INVALID_PARAMS, message=f"Unknown tool: {params.name[:200]}. {hint}".rstrip())
        outcome = await visit.call(tool, params.arguments or {}, ctx.session.report_progress)
        text = types.TextContent(text=outcome.text.decode())
        if outcome.is_error:  # no structured content: clients validate it against the output schema
            return types.CallToolResult(content=[text], is_error=True)
        return types.CallToolResult(content=[text], structured_content=from_json(outcome.text))

    async def list_resources(
        self, _: Request, params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        _refuse_cursor(params)
        apps = [app.entry(self._site) for app in self._apps.values()]
        return types.ListResourcesResult(resources=[*self._resources.listed, *apps])

    async def list_templates(
        self, _: Request, params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        _refuse_cursor(params)
        return types.ListResourceTemplatesResult(resource_templates=self._resources.templates)

    async def read_resource(self, ctx: Request, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        if app := self._apps.get(params.uri):
            return types.ReadResourceResult(contents=[app.read(self._site)])
        found = self._resources.find(params.uri)
        if found is None:
            message = EnglishText(
                f"Unknown resource: {params.uri[:200]}. List the resources and their templates to see all."
            )
            raise MCPError(code=types.INVALID_PARAMS, message=message)
        outcome = await _visit_of(ctx).call(found.tool, found.arguments)
        if outcome.is_error:
            problem: dict[str, Any] = from_json(outcome.text)
            raise MCPError(code=types.INVALID_PARAMS, message=problem["detail"], data=problem)
        return types.ReadResourceResult(contents=[found.present(outcome.text)])

    async def list_prompts(self, _: Request, params: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
        _refuse_cursor(params)
        return types.ListPromptsResult(prompts=[prompt.entry for prompt in PROMPTS.values()])

    async def get_prompt(self, _: Request, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        prompt = PROMPTS.get(params.name)
        if prompt is None:
            hint = field_errors.suggest(params.name, PROMPTS)
            raise MCPError(code=types.INVALID_PARAMS, message=f"Unknown prompt: {params.name[:200]}. {hint}".rstrip())
        if missing := prompt.missing(params.arguments or {}):
            raise MCPError(code=types.INVALID_PARAMS, message=f"These arguments are missing: {', '.join(missing)}.")
        return prompt.write(params.arguments or {}, self._site)

    async def complete(self, ctx: Request, params: types.CompleteRequestParams) -> types.CompleteResult:
        values = await self._completions.complete(params, _visit_of(ctx))
        return types.CompleteResult(completion=types.Completion(values=values))


def _visit_of(ctx: Request) -> McpMessage:
    return ctx.request.scope[VISIT]  # pyright: ignore[reportOptionalMemberAccess]


def _refuse_cursor(params: types.PaginatedRequestParams | None) -> None:
    if params is not None and params.cursor is not None:
        raise MCPError(code=types.INVALID_PARAMS, message="This list has only one page. Do not send a cursor.")
