"""What the SDK's server answers with: tools, resources, prompts and completions."""

from collections.abc import Iterable, Mapping
from typing import Any

import mcp_types as types
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from pydantic_core import from_json

from showground.core.calls import field_errors
from showground.core.calls.context import Site
from showground.core.languages import EnglishText
from showground.surfaces.mcp.apps.registry import McpApp, find_app
from showground.surfaces.mcp.completions import Completions
from showground.surfaces.mcp.message import McpMessage
from showground.surfaces.mcp.prompts import PROMPTS, PromptTemplate
from showground.surfaces.mcp.resources import Resources
from showground.surfaces.mcp.tools import Tool

Request = ServerRequestContext[Any]

VISIT = "showground.mcp.visit"  # the key in a request's scope for its message


def find_apps(tools: Iterable[Tool]) -> dict[str, McpApp]:
    return {app.uri: app for tool in tools if (app := find_app(tool.operation))}


class Handlers:
    def __init__(self, tools: Mapping[str, Tool], resources: Resources, site: Site) -> None:
        self._resources = resources
        self._completions = Completions(tools, resources)
        self._apps = find_apps(tools.values())
        self._tools = tools
        self._site = site

    async def list_tools(self, ctx: Request, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
        _refuse_cursor(params)
        return types.ListToolsResult(tools=[tool.entry for tool in _visit_of(ctx).tools.values()])

    async def call_tool(self, ctx: Request, params: types.CallToolRequestParams) -> types.CallToolResult:
        visit = _visit_of(ctx)
        tool = visit.tools.get(params.name)
        if tool is None:
            raise MCPError(code=types.INVALID_PARAMS, message=self._explain_missing(params.name, visit.tools))
        outcome = await visit.call(tool, params.arguments or {}, ctx.session.report_progress)
        text = types.TextContent(text=outcome.text.decode())
        if outcome.is_error:  # no structured content: clients validate it against the output schema
            return types.CallToolResult(content=[text], is_error=True)
        return types.CallToolResult(content=[text], structured_content=from_json(outcome.text))

    def _explain_missing(self, name: str, tools: Mapping[str, Tool]) -> str:
        if name in self._tools:
            return f"Unknown tool: {name} is not at this address. Connect to {self._site.mcp_url} for all tools."
        return f"Unknown tool: {name[:200]}. {field_errors.suggest(name, tools)}".rstrip()

    async def list_resources(
        self, ctx: Request, params: types.PaginatedRequestParams | None
    ) -> types.ListResourcesResult:
        _refuse_cursor(params)
        tools = _visit_of(ctx).tools
        apps = [app.entry(self._site) for app in find_apps(tools.values()).values()]
        return types.ListResourcesResult(resources=[*self._resources.list_for(tools), *apps])

    async def list_templates(
        self, ctx: Request, params: types.PaginatedRequestParams | None
    ) -> types.ListResourceTemplatesResult:
        _refuse_cursor(params)
        templates = self._resources.list_templates_for(_visit_of(ctx).tools)
        return types.ListResourceTemplatesResult(resource_templates=templates)

    async def read_resource(self, ctx: Request, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        if app := self._apps.get(params.uri):
            return types.ReadResourceResult(contents=[app.read(self._site)])
        found = self._resources.find(params.uri)
        if found is None or found.tool.operation.name not in _visit_of(ctx).tools:
            message = EnglishText(
                f"Unknown resource: {params.uri[:200]}. List the resources and their templates to see all."
            )
            raise MCPError(code=types.INVALID_PARAMS, message=message)
        outcome = await _visit_of(ctx).call(found.tool, found.arguments)
        if outcome.is_error:
            problem: dict[str, Any] = from_json(outcome.text)
            raise MCPError(code=types.INVALID_PARAMS, message=problem["detail"], data=problem)
        return types.ReadResourceResult(contents=[found.present(outcome.text)])

    async def list_prompts(self, ctx: Request, params: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
        _refuse_cursor(params)
        return types.ListPromptsResult(prompts=[prompt.entry for prompt in self._prompts_at(ctx).values()])

    async def get_prompt(self, ctx: Request, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        prompts = self._prompts_at(ctx)
        prompt = prompts.get(params.name)
        if prompt is None:
            hint = field_errors.suggest(params.name, prompts)
            raise MCPError(code=types.INVALID_PARAMS, message=f"Unknown prompt: {params.name[:200]}. {hint}".rstrip())
        if missing := prompt.missing(params.arguments or {}):
            raise MCPError(code=types.INVALID_PARAMS, message=f"These arguments are missing: {', '.join(missing)}.")
        return prompt.write(params.arguments or {}, self._site)

    def _prompts_at(self, ctx: Request) -> dict[str, PromptTemplate]:
        """Those that name no tool that is missing at this address."""
        missing = self._tools.keys() - _visit_of(ctx).tools.keys()
        return {name: prompt for name, prompt in PROMPTS.items() if missing.isdisjoint(prompt.words)}

    async def complete(self, ctx: Request, params: types.CompleteRequestParams) -> types.CompleteResult:
        values = await self._completions.complete(params, _visit_of(ctx))
        return types.CompleteResult(completion=types.Completion(values=values))


def _visit_of(ctx: Request) -> McpMessage:
    return ctx.request.scope[VISIT]  # pyright: ignore[reportOptionalMemberAccess]


def _refuse_cursor(params: types.PaginatedRequestParams | None) -> None:
    if params is not None and params.cursor is not None:
        raise MCPError(code=types.INVALID_PARAMS, message="This list has only one page. Do not send a cursor.")
