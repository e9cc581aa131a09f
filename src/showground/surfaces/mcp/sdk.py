"""The official SDK's server with our tools: it answers everything that the direct path does not."""

import logging
from collections.abc import Mapping
from typing import Any

import mcp_types as types
from mcp.server.caching import CacheHint
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from mcp.shared.exceptions import MCPError
from pydantic_core import from_json

from showground.core import faults
from showground.core.context import Site
from showground.surfaces.asgi import MOST_BODY
from showground.surfaces.mcp.tools import Tool
from showground.surfaces.mcp.visit import Visit

VISIT = "showground.mcp.visit"  # where a request's scope holds its visit
VERSION = "1.0.0"  # of the API
INSTRUCTIONS = (
    "{name} is a public directory of product launches: anyone may search and read it, and whoever signs in may submit"
    " and edit their own listings. Drafts hold only what a product's own website states and never invent, so ask the"
    " person for what is missing. Give checkout links to the person, who alone pays, and know that votes are cast by"
    " people on the website: no tool can vote."
)

# Its warnings repeat what any stranger sends, and its notices come with each request.
logging.getLogger("mcp").setLevel(logging.ERROR)


def make_server(tools: Mapping[str, Tool], site: Site) -> Server[Any]:
    listed = types.ListToolsResult(tools=[tool.entry for tool in tools.values()])

    async def list_tools(
        _: ServerRequestContext[Any], params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        if params is not None and params.cursor is not None:
            raise MCPError(code=types.INVALID_PARAMS, message="The list of tools has one page; send no cursor.")
        return listed

    async def call_tool(ctx: ServerRequestContext[Any], params: types.CallToolRequestParams) -> types.CallToolResult:
        tool = tools.get(params.name)
        if tool is None:
            hint = faults.suggest(params.name, tools)
            raise MCPError(code=types.INVALID_PARAMS, message=f"Unknown tool: {params.name[:200]}. {hint}".rstrip())
        visit: Visit = ctx.request.scope[VISIT]  # pyright: ignore[reportOptionalMemberAccess]
        outcome = await visit.call(tool, params.arguments or {})
        text = types.TextContent(text=outcome.text.decode())
        if outcome.is_error:  # with no structured content: clients hold it against the output schema
            return types.CallToolResult(content=[text], is_error=True)
        return types.CallToolResult(content=[text], structured_content=from_json(outcome.text))

    server: Server[Any] = Server(
        "showground",
        version=VERSION,
        title=site.name,
        website_url=site.url,
        instructions=INSTRUCTIONS.format(name=site.name),
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        get_tool_input_schema=_no_parameter_headers,
        cache_hints={
            "tools/list": CacheHint(ttl_ms=300_000, scope="public"),
            "server/discover": CacheHint(ttl_ms=300_000, scope="public"),
        },
    )
    server.middleware.clear()  # spans of OpenTelemetry, which nobody reads
    return server


def make_sessions(server: Server[Any], security: TransportSecuritySettings) -> StreamableHTTPSessionManager:
    return StreamableHTTPSessionManager(
        server, json_response=True, stateless=True, security_settings=security, max_request_body_size=MOST_BODY
    )


def _no_parameter_headers(_: str) -> None:
    """No schema of ours names a header for a parameter; without this the SDK would list all tools at each call."""
